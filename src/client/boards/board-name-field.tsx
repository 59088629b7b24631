import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { boardLimits } from '#shared/board-limits';
import { type InputProps, TextField } from '#client/ui/text-field.tsx';
import styles from './board-settings.module.css';

interface BoardNameFieldProps extends Omit<InputProps, 'value' | 'onChange' | 'ref'> {
  value: string;
  onName: (name: string) => void;
  /** A button inside the box, after the text. */
  end?: ReactNode;
}

/** A board's name is in capitals (decision D12), from the first letter typed. */
export function BoardNameField({ value, onName, ...field }: BoardNameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  // The browser puts the caret at the end of a value that it did not type itself.
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    // Letters in the making (dead keys, a phone's keyboard) must not be touched; the style shows them large.
    if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) {
      onName(target.value);
      return;
    }
    const before = target.value.slice(0, target.selectionStart ?? target.value.length);
    caret.current = capitals(before).length;
    onName(capitals(target.value));
  }

  return (
    <div className={styles.capitals}>
      <TextField
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={boardLimits.titleMax}
        {...field}
        ref={input}
        value={value}
        onChange={change}
        onCompositionEnd={(event) => onName(capitals(event.currentTarget.value))}
      />
    </div>
  );
}

/** Capitals can be longer than what they stand for: 'ß' is 'SS'. */
function capitals(text: string): string {
  return text.toLocaleUpperCase('fr').slice(0, boardLimits.titleMax);
}
