import { Link, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { Refused } from '#client/api/api.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { passwordResetMessages } from './accounts-messages.fr.ts';
import { Entrance, WayBack } from './entrance.tsx';
import styles from './entrance.module.css';
import { focusField } from './focus-field.ts';
import { newPasswordFault } from './new-password-fault.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useResetPassword } from './password-reset-commands.ts';

const { choose: texts, failed, backToLogin } = passwordResetMessages;

interface ResetPasswordProps {
  /** Out of the link; it stays in this browser's address until it is used. */
  token: string;
  onDone: () => void;
}

/** What the link of the mail opens: another password is chosen. */
export function ResetPassword({ token, onDone }: ResetPasswordProps) {
  const navigate = useNavigate();
  const reset = useResetPassword();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isBusy = reset.isPending || reset.isSuccess;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const found = newPasswordFault(password);
    setError(null);
    setFault(found);
    if (found !== null) {
      focusField(form, 'password');
      return;
    }
    reset.mutate(
      { token, password },
      {
        onSuccess: () => {
          onDone();
          // The place of the link in the history too: it must not lie there, even used.
          void navigate({ to: '/login', search: ({ redirect }) => (redirect === undefined ? {} : { redirect }), replace: true });
        },
        onError: (failure) => {
          if (failure instanceof Refused && aboutThePassword.has(failure.code)) {
            setFault(failure.sentence);
            focusField(form, 'password');
          } else setError(failure instanceof Refused && failure.code === 'too_many_attempts' ? failure.sentence : failed);
        },
      },
    );
  }

  if (reset.error instanceof Refused && reset.error.code === 'reset_link_invalid') {
    return (
      <Entrance title={texts.title}>
        <Banner kind="error" announced>
          {texts.expired}
        </Banner>
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
        <NewPasswordField
          label={texts.password}
          name="password"
          value={password}
          own={[]}
          error={fault}
          onChange={({ target }) => {
            setPassword(target.value);
            setFault(null);
          }}
          enterKeyHint="go"
          aria-required="true"
        />
        {error ? (
          <Banner kind="error" announced>
            {error}
          </Banner>
        ) : null}
        <Button type="submit" kind="primary" size="lg" wide className={styles.submit} pending={isBusy}>
          {texts.submit}
        </Button>
      </form>
      <WayBack>{backToLogin}</WayBack>
    </Entrance>
  );
}

const aboutThePassword: ReadonlySet<string> = new Set(['password_too_short', 'password_too_long', 'password_too_easy']);
