import { useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { Refused } from '#client/api/api.ts';
import { Banner, ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { passwordResetMessages as texts } from './accounts-messages.fr.ts';
import { Entrance, WayBack, WayToProfile } from './entrance.tsx';
import styles from './entrance.module.css';
import { useAskForReset } from './password-reset-commands.ts';
import { sessionOf } from '#client/session/session-queries.ts';
import { useTypedFields } from './typed-fields.ts';

interface ForgottenPasswordProps {
  /** The e-mail or username that was typed to sign in. */
  identifier: string;
}

/** Asks for the mail whose link lets one choose another password. */
export function ForgottenPassword({ identifier }: ForgottenPasswordProps) {
  const client = useQueryClient();
  const ask = useAskForReset();
  const likely = identifier.includes('@') ? identifier.trim() : (sessionOf(client)?.email ?? '');
  const { typed, error, tied, ...fields } = useTypedFields({ email: likely });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (ask.isPending) return;
    const form = event.currentTarget;
    if (!fields.accept(form, faultsOf(typed))) return;
    ask.mutate(
      { email: typed.email.trim() },
      {
        onError: (failure) => {
          const refused = failure instanceof Refused ? failure : null;
          fields.refuse(form, failure, {
            field: refused && aboutTheEmail.has(refused.code) ? 'email' : undefined,
            sentence: refused?.code === 'too_many_attempts' ? refused.sentence : texts.failed,
          });
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
          <TextField {...tied('email')} label={texts.email} type="email" inputMode="email" autoComplete="email" enterKeyHint="send" />
          <p className="hint">{texts.code}</p>
          <ErrorBanner>{error}</ErrorBanner>
          <Button type="submit" kind="primary" size="lg" wide className={styles.whole} pending={ask.isPending}>
            {ask.isPending ? texts.submitting : texts.submit}
          </Button>
        </form>
      )}
      {sessionOf(client) ? <WayToProfile>{texts.backToProfile}</WayToProfile> : <WayBack>{texts.backToLogin}</WayBack>}
    </Entrance>
  );
}

const aboutTheEmail: ReadonlySet<string> = new Set(['email_required', 'email_invalid', 'email_unknown']);

function faultsOf({ email }: { email: string }): { email?: string } {
  if (email.trim() === '') return { email: texts.errors.emailRequired };
  return email.includes('@') ? {} : { email: texts.errors.emailInvalid };
}
