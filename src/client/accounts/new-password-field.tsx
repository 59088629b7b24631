import { accountLimits } from '#shared/account-rules';
import { PasswordField } from '#client/ui/password-field.tsx';
import type { InputProps } from '#client/ui/text-field.tsx';
import { passwordMessages as texts } from './accounts-messages.fr.ts';
import { passwordStrength } from './password-strength.ts';

interface NewPasswordFieldProps extends Omit<InputProps, 'type' | 'value' | 'hint' | 'autoComplete'> {
  value: string;
  /** What others know of the owner: username and e-mail. A password that tells it is easy. */
  own: readonly string[];
}

/** Where a password is chosen: it tells how hard to guess it is while it is typed. */
export function NewPasswordField({ own, ...field }: NewPasswordFieldProps) {
  const { level, name } = passwordStrength(field.value, own, accountLimits.passwordMin);
  return (
    <PasswordField
      {...field}
      hint={texts.hint}
      autoComplete="new-password"
      showLabel={texts.show}
      hideLabel={texts.hide}
      strength={field.value === '' ? undefined : { level, text: texts.strength[name] }}
    />
  );
}
