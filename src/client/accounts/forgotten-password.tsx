import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Refused } from '#client/api/api.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { passwordResetMessages as texts } from './accounts-messages.fr.ts';
import { Entrance, WayBack, WayToProfile } from './entrance.tsx';
import styles from './entrance.module.css';
import { focusField } from './focus-field.ts';
import { useAskForReset } from './password-reset-commands.ts';
import { sessionOf } from './session-queries.ts';

interface ForgottenPasswordProps {
  /** What was typed to sign in. */
  identifier: string;
}

/** Asks for the mail whose link lets one choose another password. */
export function ForgottenPassword({ identifier }: ForgottenPasswordProps) {
  const client = useQueryClient();
  const ask = useAskForReset();
  const [email, setEmail] = useState(identifier.includes('@') ? identifier.trim() : (sessionOf(client)?.email ?? ''));
  const [fault, setFault] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (ask.isPending) return;
    const form = event.currentTarget;
    const found = faultOf(email);
    setError(null);
    setFault(found);
    if (found !== null) {
      focusField(form, 'email');
      return;
    }
    ask.mutate(
      { email: email.trim() },
      {
        onError: (failure) => {
          if (failure instanceof Refused && aboutTheEmail.has(failure.code)) {
            setFault(failure.sentence);
            focusField(form, 'email');
          } else setError(failure instanceof Refused && failure.code === 'too_many_attempts' ? failure.sentence : texts.failed);
        },
      },
    );
  }

  return (
    <Entrance title={texts.title} lead={ask.isSuccess ? undefined : texts.lead}>
      {ask.isSuccess ? (
        <Banner kind="success" announced>
          {texts.sent}
        </Banner>
      ) : (
        <form noValidate method="post" className={styles.form} onSubmit={submit}>
          <TextField
            label={texts.email}
            name="email"
            type="email"
            inputMode="email"
            value={email}
            error={fault}
            onChange={({ target }) => {
              setEmail(target.value);
              setFault(null);
            }}
            autoComplete="email"
            enterKeyHint="send"
            aria-required="true"
          />
          {error ? (
            <Banner kind="error" announced>
              {error}
            </Banner>
          ) : null}
          <Button type="submit" kind="primary" size="lg" wide className={styles.submit} pending={ask.isPending}>
            {ask.isPending ? texts.submitting : texts.submit}
          </Button>
        </form>
      )}
      {sessionOf(client) ? <WayToProfile>{texts.backToProfile}</WayToProfile> : <WayBack>{texts.backToLogin}</WayBack>}
    </Entrance>
  );
}

const aboutTheEmail: ReadonlySet<string> = new Set(['email_required', 'email_invalid', 'email_unknown']);

function faultOf(typed: string): string | null {
  if (typed.trim() === '') return texts.errors.emailRequired;
  return typed.includes('@') ? null : texts.errors.emailInvalid;
}
