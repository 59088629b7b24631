import { accountLimits } from '#shared/account-rules';
import { PasswordField } from '#client/ui/password-field.tsx';
import type { InputProps } from '#client/ui/text-field.tsx';
import { passwordMessages as texts } from './accounts-messages.fr.ts';
import { passwordStrength } from './password-strength.ts';

interface NewPasswordFieldProps extends Omit<InputProps, 'type' | 'value' | 'hint' | 'autoComplete'> {
  value: string;
  /** The username and e-mail of the owner: a password that contains one is easy to guess. */
  own: readonly string[];
}

/** A field to choose a password. It shows the strength while the person types. */
export function NewPasswordField({ own, ...field }: NewPasswordFieldProps) {
  const { level, name } = passwordStrength(field.value, own, accountLimits.passwordMin);
  return (
    <PasswordField
      {...field}
      hint={texts.hint}
      autoComplete="new-password"
      showLabel={texts.show}
      hideLabel={texts.hide}
      // Its line is there before anything is typed, so that nothing moves.
      strength={field.value === '' ? { level: 0, text: '' } : { level, text: texts.strength[name] }}
    />
  );
}
