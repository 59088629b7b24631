import type { ReactNode, Ref } from 'react';
import { useMe } from '#client/session/session-queries.ts';
import { Stack } from '#client/ui/layout/layout.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { passwordMessages } from './accounts-messages.fr.ts';
import { changePasswordMessages } from './profile-messages.fr.ts';

interface ProofFieldsProps {
  hasPassword: boolean;
  label: string;
  password: string;
  error: string | null;
  onType: (password: string) => void;
  field?: Ref<HTMLInputElement>;
  /** The button by which a passkey does in its place. */
  children: ReactNode;
}

/** Who one is, in a dialog that asks: the password, for whoever has one, or a passkey. */
export function ProofFields({ hasPassword, label, password, error, onType, field, children }: ProofFieldsProps) {
  const { username, email } = useMe();
  return (
    <Stack gap={3}>
      {hasPassword ? (
        <>
          {/* For password managers, which want to know whose password it is. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordField
            ref={field}
            name="password"
            // Without an address it may be a code of recovery, which opens the account as a password does.
            label={email === null ? changePasswordMessages.passwordOrCode : label}
            value={password}
            onChange={({ target }) => onType(target.value)}
            error={error}
            autoComplete="current-password"
            showLabel={passwordMessages.show}
            hideLabel={passwordMessages.hide}
            enterKeyHint="done"
            aria-required="true"
          />
        </>
      ) : null}
      {children}
    </Stack>
  );
}
