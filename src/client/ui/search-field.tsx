import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './search-field.module.css';
import type { InputProps } from './text-field.tsx';

interface SearchFieldProps extends Omit<InputProps, 'type' | 'value' | 'onChange' | 'error' | 'ref'> {
  value: string;
  onSearch: (text: string) => void;
  clearLabel: string;
  /** The key that leads here, drawn at the end while nothing is asked. */
  shortcut?: string | undefined;
}

export function SearchField(props: SearchFieldProps) {
  const { label, labelHidden = true, hint, id, value, onSearch, clearLabel, shortcut, 'aria-describedby': describedBy, ...input } = props;
  const field = useRef<HTMLInputElement>(null);
  const clear = (
    <IconButton
      label={clearLabel}
      icon={<X aria-hidden="true" />}
      onClick={() => {
        onSearch('');
        field.current?.focus();
      }}
    />
  );
  const key = shortcut ? (
    <kbd aria-hidden="true" className={styles.key}>
      {shortcut}
    </kbd>
  ) : null;
  return (
    <Field {...{ label, labelHidden, hint, id, describedBy }} start={<Search aria-hidden="true" />} end={value ? clear : key}>
      {(tied) => (
        <input
          enterKeyHint="search"
          autoComplete="off"
          {...input}
          {...tied}
          ref={field}
          type="search"
          aria-keyshortcuts={shortcut}
          value={value}
          onChange={(event) => onSearch(event.target.value)}
        />
      )}
    </Field>
  );
}
