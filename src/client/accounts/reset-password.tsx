import { Link, useNavigate } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import { Refused } from '#client/api/api.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { passwordResetMessages } from './accounts-messages.fr.ts';
import { Entrance, WayBack } from './entrance.tsx';
import styles from './entrance.module.css';
import { newPasswordFault } from './password-strength.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useResetPassword } from './password-reset-commands.ts';
import { useTypedFields } from './typed-fields.ts';

const { choose: texts, failed, backToLogin } = passwordResetMessages;

interface ResetPasswordProps {
  /** Out of the link; it stays in this browser's address until it is used. */
  token: string;
  /** The username in the link; may be empty. */
  username: string;
  onDone: () => void;
}

/** The form that the link of the mail opens, to choose another password. */
export function ResetPassword({ token, username, onDone }: ResetPasswordProps) {
  const navigate = useNavigate();
  const reset = useResetPassword();
  const { typed, error, tied, ...fields } = useTypedFields({ password: '' });
  const isBusy = reset.isPending || reset.isSuccess;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const fault = newPasswordFault(typed.password);
    if (!fields.accept(form, fault === null ? {} : { password: fault })) return;
    reset.mutate(
      { token, ...typed },
      {
        onSuccess: () => {
          onDone();
          // Replaces the entry in the history as well: the link must not stay in it, even used.
          void navigate({ to: '/login', search: ({ redirect }) => (redirect === undefined ? {} : { redirect }), replace: true });
        },
        onError: (failure) => {
          const refused = failure instanceof Refused ? failure : null;
          fields.refuse(form, failure, {
            field: refused && aboutThePassword.has(refused.code) ? 'password' : undefined,
            sentence: refused?.code === 'too_many_attempts' ? refused.sentence : failed,
          });
        },
      },
    );
  }

  if (reset.error instanceof Refused && reset.error.code === 'reset_link_invalid') {
    return (
      <Entrance title={texts.title}>
        <ErrorBanner>{texts.expired}</ErrorBanner>
        <Link to="/login" search={{ oubli: true }} replace className={buttonClass({ kind: 'primary', size: 'lg', wide: true })}>
          {texts.askAgain}
        </Link>
        <WayBack>{backToLogin}</WayBack>
      </Entrance>
    );
  }
  return (
    <Entrance title={texts.title}>
      {/* Never sent by the browser itself; were it ever, POST keeps the password out of the address. */}
      <form noValidate method="post" className={styles.form} onSubmit={submit}>
        {/* Tells a password manager whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <NewPasswordField {...tied('password')} label={texts.password} own={[username]} enterKeyHint="go" />
        <ErrorBanner>{error}</ErrorBanner>
        <Button type="submit" kind="primary" size="lg" wide className={styles.whole} pending={isBusy}>
          {texts.submit}
        </Button>
      </form>
      <WayBack>{backToLogin}</WayBack>
    </Entrance>
  );
}

const aboutThePassword: ReadonlySet<string> = new Set(['password_too_short', 'password_too_long', 'password_too_easy']);
