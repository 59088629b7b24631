import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useEffect, useState } from 'react';
import { Refused } from '#client/api.ts';
import { safeRedirect } from '#client/redirect.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { loginMessages as texts } from './accounts-messages.fr.ts';
import { endedSession } from './ended-session.ts';
import { Entrance, OtherWay } from './entrance.tsx';
import styles from './entrance.module.css';
import { useSignIn } from './session-queries.ts';

const route = getRouteApi('/login');

export function LoginScreen() {
  const { redirect } = route.useSearch();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const [identifier, setIdentifier] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [sessionEnded, setSessionEnded] = useState(endedSession.isLeft);
  useEffect(() => endedSession.forget(), []);
  // The screen is left once the next one is there; until then the job is not done.
  const isBusy = signIn.isPending || signIn.isSuccess;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setSessionEnded(false);
    const empty = identifier.trim() === '' ? 'identifier' : password.trim() === '' ? 'password' : null;
    setError(empty === null ? null : texts.errors.fieldsRequired);
    if (empty !== null) {
      focusField(event.currentTarget, empty);
      return;
    }
    signIn.mutate(
      { identifier: identifier.trim(), password },
      {
        onSuccess: () => void navigate({ href: safeRedirect(redirect), replace: true }),
        onError: (failure) => setError(sentenceFor(failure)),
      },
    );
  }

  return (
    <Entrance title={texts.title} lead={texts.lead}>
      {/* Never sent by the browser itself; were it ever, POST keeps the password out of the address. */}
      <form noValidate method="post" className={styles.form} onSubmit={submit}>
        {sessionEnded ? <Banner announced>{texts.sessionEnded}</Banner> : null}
        <TextField
          label={texts.identifier}
          name="identifier"
          value={identifier}
          onChange={({ target }) => setIdentifier(target.value)}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          aria-required="true"
        />
        <PasswordField
          label={texts.password}
          name="password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          autoComplete="current-password"
          showLabel={texts.showPassword}
          hideLabel={texts.hidePassword}
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
      <OtherWay to="/signup" redirect={redirect} text={texts.signUp} />
    </Entrance>
  );
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

const shownAsTheyAre: ReadonlySet<string> = new Set(['wrong_credentials', 'too_many_attempts', 'fields_required']);

function sentenceFor(failure: unknown): string {
  return failure instanceof Refused && shownAsTheyAre.has(failure.code) ? failure.sentence : texts.errors.failed;
}
