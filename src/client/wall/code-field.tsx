import { TextField } from '#client/ui/text-field.tsx';
import { wallMessages } from './wall-messages.fr.ts';

interface CodeFieldProps {
  value: string;
  hint?: string;
  error?: string | undefined;
  onChange: (code: string) => void;
}

/** Four digits. In clear: whoever types them must see them, and no browser shall keep them. */
export function CodeField({ value, hint, error, onChange }: CodeFieldProps) {
  return (
    <TextField
      label={wallMessages.code}
      hint={hint}
      error={error}
      value={value}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
