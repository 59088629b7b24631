import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, type SubmitEvent, useRef, useState } from 'react';
import { avatars, defaultAvatar } from '#shared/account-rules';
import type { SignUp } from '#shared/accounts';
import { Refused } from '#client/api/api.ts';
import { newId } from '#client/api/new-id.ts';
import { useOpenGameHere } from './game-here.ts';
import { LegalLinks } from '#client/legal/legal-links.tsx';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmojiChoice } from '#client/ui/emoji-choice.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { TextField } from '#client/ui/text-field.tsx';
import { signUpsHere } from '#client/session/sign-ups.ts';
import { invitationIn, safeRedirect } from './login-address.ts';
import { signupMessages as texts } from './accounts-messages.fr.ts';
import { avatarColours } from './avatar-colours.ts';
import { Entrance, OtherWay } from './entrance.tsx';
import styles from './entrance.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { CookiesRefused, useSignUp } from './entrance-commands.ts';
import { faultsOf, type FieldName, fieldNames } from './signup-faults.ts';
import { useTypedFields } from './typed-fields.ts';

const route = getRouteApi('/signup');

/** The form, or why there is none: the server would refuse what is filled in there (decision D44). */
export function SignupScreen() {
  const { redirect } = route.useSearch();
  const policy = signUpsHere();
  const invitation = invitationIn(redirect);
  if (policy === 'open') return <SignupForm redirect={redirect} />;
  if (policy === 'invited' && invitation !== undefined) return <SignupForm redirect={redirect} invitation={invitation} />;
  return (
    <Entrance title={texts.title} lead={policy === 'closed' ? texts.closed : texts.invited}>
      <OtherWay to="/login" redirect={redirect} text={texts.signIn} />
      <LegalLinks />
    </Entrance>
  );
}

interface SignupFormProps {
  redirect: string | undefined;
  /** Sent along where only who is invited may sign up. */
  invitation?: string;
}

function SignupForm({ redirect, invitation }: SignupFormProps) {
  const navigate = useNavigate();
  const signUp = useSignUp();
  const openGameHere = useOpenGameHere();
  // A second press after a lost reply opens what the first one made.
  const [idempotencyKey] = useState(newId);
  const [avatar, setAvatar] = useState<SignUp['avatar']>(defaultAvatar);
  const [hasChosen, setHasChosen] = useState(false);
  const { typed, error, tied, ...fields } = useTypedFields<FieldName>({ username: '', email: '', password: '' });
  // Pending until the next screen is drawn.
  const isBusy = signUp.isPending || signUp.isSuccess;

  const form = useRef<HTMLFormElement>(null);
  const goOn = () => void navigate({ href: safeRedirect(redirect), replace: true });
  const fieldsTyped = () => ({
    username: typed.username,
    email: typed.email.trim(),
    avatar,
    ...(invitation !== undefined && { invitation }),
  });

  function refuse(at: HTMLFormElement, failure: unknown, sentence: string) {
    openGameHere(failure);
    const field = failure instanceof Refused ? fieldNames.find((name) => name === failure.field) : undefined;
    fields.refuse(at, failure, { field, sentence });
  }

  /** What is typed but the password; null where it would be refused, which is shown. */
  function readWithoutPassword() {
    const { password: _, ...faults } = faultsOf(typed);
    return !isBusy && form.current && fields.accept(form.current, faults) ? fieldsTyped() : null;
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const at = event.currentTarget;
    if (!fields.accept(at, faultsOf(typed))) return;
    signUp.mutate(
      { ...fieldsTyped(), password: typed.password, idempotencyKey },
      {
        onSuccess: goOn,
        onError: (failure) => refuse(at, failure, sentenceFor(failure)),
      },
    );
  }

  return (
    <Entrance
      title={texts.title}
      lead={hasChosen ? texts.sentenceOfAvatar[avatar] : texts.lead}
      theme={avatarColours[avatar]}
      jewel={<Jewel avatar={avatar} sparkles={hasChosen} />}
    >
      {/* Never sent by the browser itself; were it ever, POST keeps the password out of the address. */}
      <form ref={form} noValidate method="post" className={styles.form} onSubmit={submit}>
        <div className={styles.whole}>
          <EmojiChoice
            legend={texts.avatar}
            areFew
            options={avatars}
            value={avatar}
            onChoose={(symbol) => {
              setAvatar(avatars.find((offered) => offered.symbol === symbol)?.symbol ?? defaultAvatar);
              setHasChosen(true);
            }}
          />
        </div>
        <TextField
          {...tied('username')}
          label={texts.username}
          hint={texts.usernameHint}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
        />
        <TextField {...tied('email')} type="email" inputMode="email" label={texts.email} autoComplete="email" enterKeyHint="next" />
        <NewPasswordField {...tied('password')} label={texts.password} own={[typed.username, typed.email]} enterKeyHint="go" />
        <div className={styles.beside}>
          <ErrorBanner>{error}</ErrorBanner>
          <Button type="submit" kind="primary" wide pending={isBusy}>
            {texts.submit}
          </Button>
        </div>
      </form>
      {isSecureContext ? (
        <div className={styles.later}>
          <Suspense fallback={null}>
            <PasskeySignUp
              read={readWithoutPassword}
              onSignedUp={goOn}
              onFailed={(failure, sentence) => {
                if (form.current) refuse(form.current, failure, sentence ?? sentenceFor(failure));
              }}
            />
          </Suspense>
        </div>
      ) : null}
      <OtherWay to="/login" redirect={redirect} text={texts.signIn} />
      <LegalLinks />
    </Entrance>
  );
}

const PasskeySignUp = lazyPart(async () => (await import('./passkey-entrance.tsx')).PasskeySignUp);

function sentenceFor(failure: unknown): string {
  if (failure instanceof CookiesRefused) return texts.errors.cookiesRefused;
  return failure instanceof Refused ? failure.sentence : texts.errors.failed;
}

const sparks = ['a', 'b', 'c', 'd'];

function Jewel({ avatar, sparkles }: { avatar: string; sparkles: boolean }) {
  return (
    <span aria-hidden="true" className={styles.jewel}>
      {/* The key makes each choice a new element, so that each is set anew. */}
      <span key={avatar} className={styles.stone}>
        {avatar}
      </span>
      {sparkles
        ? sparks.map((spark) => (
            <span key={`${avatar} ${spark}`} className={styles.spark}>
              {avatar}
            </span>
          ))
        : null}
    </span>
  );
}
