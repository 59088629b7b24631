import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, type SubmitEvent, useEffect, useState } from 'react';
import { Refused } from '#client/api/api.ts';
import { deletedAccount, endedSession } from '#client/api/session.ts';
import { useOpenGameHere } from './game-here.ts';
import { Banner, ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { PasswordField } from '#client/ui/password-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { loginMessages as texts, passwordMessages } from './accounts-messages.fr.ts';
import { Entrance, OtherWay } from './entrance.tsx';
import styles from './entrance.module.css';
import { ForgottenPassword } from './forgotten-password.tsx';
import { safeRedirect } from './login-address.ts';
import { StopRecapMail } from './stop-recap-mail.tsx';
import { recapTokenOf, resetNameOf, resetTokenOf } from './reset-name.ts';
import { ResetPassword } from './reset-password.tsx';
import { CookiesRefused, useSignIn } from './entrance-commands.ts';
import { focusField } from './typed-fields.ts';

const route = getRouteApi('/login');

/** The message shown before anything is typed. */
interface News {
  kind: 'info' | 'success';
  text: string;
}

/** Signing in, and on the same page the two halves of a password reset: asking for the mail, and what its link opens. */
export function LoginScreen() {
  const { oubli } = route.useSearch();
  const token = useLocation({ select: ({ hash }) => resetTokenOf(hash) });
  const recapToken = useLocation({ select: ({ hash }) => recapTokenOf(hash) });
  const named = useLocation({ select: ({ hash }) => resetNameOf(hash) });
  // Here, and not in a form: what was typed as the identifier is where the mail most likely goes.
  const [identifier, setIdentifier] = useState('');
  const [news, setNews] = useState<News | null>(newsLeft);
  useEffect(() => {
    endedSession.forget();
    deletedAccount.forget();
  }, []);

  if (token !== null)
    return <ResetPassword token={token} username={named} onDone={() => setNews({ kind: 'success', text: texts.passwordChanged })} />;
  if (recapToken !== null) return <StopRecapMail token={recapToken} />;
  if (oubli) return <ForgottenPassword identifier={identifier} />;
  return <SignIn identifier={identifier} onIdentifier={setIdentifier} news={news} onTry={() => setNews(null)} />;
}

interface SignInProps {
  identifier: string;
  onIdentifier: (typed: string) => void;
  news: News | null;
  onTry: () => void;
}

function SignIn({ identifier, onIdentifier, news, onTry }: SignInProps) {
  const { redirect } = route.useSearch();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const openGameHere = useOpenGameHere();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  // Pending until the next screen is drawn.
  const isBusy = signIn.isPending || signIn.isSuccess;

  const goOn = () => void navigate({ href: safeRedirect(redirect), replace: true });

  function refuse(failure: unknown, sentence = sentenceFor(failure)) {
    openGameHere(failure);
    setError(sentence);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    onTry();
    const empty = identifier.trim() === '' ? 'identifier' : password.trim() === '' ? 'password' : null;
    setError(empty === null ? null : texts.errors.fieldsRequired);
    if (empty !== null) {
      focusField(event.currentTarget, empty);
      return;
    }
    signIn.mutate(
      { identifier: identifier.trim(), password },
      {
        onSuccess: goOn,
        onError: (failure) => refuse(failure),
      },
    );
  }

  return (
    <Entrance title={texts.title} lead={texts.lead}>
      {/* Never sent by the browser itself; were it ever, POST keeps the password out of the address. */}
      <form noValidate method="post" className={styles.form} onSubmit={submit}>
        {news ? (
          <Banner kind={news.kind} announced>
            {news.text}
          </Banner>
        ) : null}
        <TextField
          label={texts.identifier}
          name="identifier"
          value={identifier}
          onChange={({ target }) => onIdentifier(target.value)}
          autoComplete="username webauthn"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          aria-required="true"
        />
        <div className={styles.withLink}>
          <PasswordField
            label={texts.password}
            name="password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            autoComplete="current-password"
            showLabel={passwordMessages.show}
            hideLabel={passwordMessages.hide}
            enterKeyHint="go"
            aria-required="true"
          />
          <Link to="/login" search={(now) => ({ ...now, oubli: true })} className={styles.smallLink}>
            {texts.forgotten}
          </Link>
        </div>
        <ErrorBanner>{error}</ErrorBanner>
        <Button type="submit" kind="primary" size="lg" wide className={styles.whole} pending={isBusy}>
          {texts.submit}
        </Button>
      </form>
      {isSecureContext ? (
        <div className={styles.later}>
          <Suspense fallback={null}>
            <PasskeySignIn
              onTry={() => {
                onTry();
                setError(null);
              }}
              onSignedIn={goOn}
              onFailed={(failure, sentence) => refuse(failure, sentence ?? undefined)}
            />
          </Suspense>
        </div>
      ) : null}
      <OtherWay to="/signup" redirect={redirect} text={texts.signUp} />
    </Entrance>
  );
}

const PasskeySignIn = lazyPart(async () => (await import('./passkey-entrance.tsx')).PasskeySignIn);

function newsLeft(): News | null {
  if (deletedAccount.isLeft()) return { kind: 'info', text: texts.accountDeleted };
  return endedSession.isLeft() ? { kind: 'info', text: texts.sessionEnded } : null;
}

const shownAsTheyAre: ReadonlySet<string> = new Set(['wrong_credentials', 'guest_must_keep', 'too_many_attempts', 'fields_required']);

function sentenceFor(failure: unknown): string {
  if (failure instanceof CookiesRefused) return texts.errors.cookiesRefused;
  return failure instanceof Refused && shownAsTheyAre.has(failure.code) ? failure.sentence : texts.errors.failed;
}
