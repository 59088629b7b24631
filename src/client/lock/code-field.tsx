import type { Ref } from 'react';
import { TextField } from '#client/ui/text-field.tsx';
import styles from './code-field.module.css';

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  hint?: string | undefined;
  error?: string | null | undefined;
  value: string;
  onCode: (code: string) => void;
  readOnly?: boolean;
  isOptional?: boolean;
}

export const codeLength = 4;

/** Four digits, hidden. No password field: managers would offer to keep them, or to fill them in. */
export function CodeField({ value, onCode, isOptional = false, ...field }: CodeFieldProps) {
  return (
    <div className={styles.code}>
      <TextField
        {...field}
        value={value}
        onChange={({ target }) => onCode(target.value.replace(/\D/g, '').slice(0, codeLength))}
        inputMode="numeric"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        aria-required={!isOptional}
        data-1p-ignore=""
        data-lpignore="true"
      />
    </div>
  );
}
