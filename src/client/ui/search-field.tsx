import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import type { InputProps } from './text-field.tsx';

interface SearchFieldProps extends Omit<InputProps, 'type' | 'value' | 'onChange' | 'error' | 'ref'> {
  value: string;
  onSearch: (text: string) => void;
  clearLabel: string;
}

export function SearchField(props: SearchFieldProps) {
  const { label, labelHidden = true, hint, id, value, onSearch, clearLabel, 'aria-describedby': describedBy, ...input } = props;
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
  return (
    <Field {...{ label, labelHidden, hint, id, describedBy }} start={<Search aria-hidden="true" />} end={value ? clear : null}>
      {(tied) => (
        <input
          enterKeyHint="search"
          autoComplete="off"
          {...input}
          {...tied}
          ref={field}
          type="search"
          value={value}
          onChange={(event) => onSearch(event.target.value)}
        />
      )}
    </Field>
  );
}
