import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './password-field.module.css';
import type { InputProps } from './text-field.tsx';

interface PasswordFieldProps extends Omit<InputProps, 'type'> {
  showLabel: string;
  hideLabel: string;
  autoComplete: 'current-password' | 'new-password';
  /** How hard to guess, 0 (not yet) to 4, with the words for it. */
  strength?: { level: 0 | 1 | 2 | 3 | 4; text: string } | undefined;
}

export function PasswordField(props: PasswordFieldProps) {
  const { label, labelHidden, hint, error, id, showLabel, hideLabel, strength, 'aria-describedby': describedBy, ...input } = props;
  const [shown, setShown] = useState(false);
  const toggle = (
    <IconButton
      label={shown ? hideLabel : showLabel}
      icon={shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      onClick={() => setShown(!shown)}
    />
  );
  return (
    <Field {...{ label, labelHidden, error, id, describedBy }} hint={hintWithStrength(hint, strength)} end={toggle}>
      {(tied) => (
        <input spellCheck={false} autoCapitalize="none" autoCorrect="off" {...input} {...tied} type={shown ? 'text' : 'password'} />
      )}
    </Field>
  );
}

function hintWithStrength(hint: ReactNode, strength: PasswordFieldProps['strength']): ReactNode {
  if (!strength) return hint;
  return (
    <span className={styles.strength}>
      {/* One line for both: nothing moves when there is something to say. */}
      {hint ? <span className={strength.text === '' ? undefined : 'visually-hidden'}>{hint}</span> : null}
      <span aria-live="polite" className={styles.words} data-level={strength.level}>
        {strength.text}
      </span>
      <span className={styles.bars} data-level={strength.level} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
    </span>
  );
}
