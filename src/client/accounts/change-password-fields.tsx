import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type SubmitEvent, useRef } from 'react';
import type { BodyOf } from '#shared/api';
import type { UsedPasskey } from '#shared/passkeys';
import type { RefusalCode } from '#shared/refusals';
import { Refused } from '#client/api/api.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { PasswordField } from '#client/ui/password-field.tsx';
import { passwordMessages } from './accounts-messages.fr.ts';
import styles from './edit-profile-screen.module.css';
import entrance from './entrance.module.css';
import { PasskeyProof } from './passkey-proof.tsx';
import { ownPasskeysQuery, useCanProve } from './passkey-queries.ts';
import { newPasswordFault } from './password-strength.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useChangePassword } from './profile-commands.ts';
import { changePasswordMessages as texts } from './profile-messages.fr.ts';
import { useMe } from '#client/session/session-queries.ts';
import { useTypedFields } from './typed-fields.ts';

const fieldNames = ['currentPassword', 'newPassword'] as const;
type FieldName = (typeof fieldNames)[number];
type Faults = Partial<Record<FieldName, string>>;

const nothingTyped: Record<FieldName, string> = { currentPassword: '', newPassword: '' };

export interface ChangePasswordProps {
  /** Called with whether the person has typed anything; values that a password manager fills in do not count. */
  onTyped: (isTyped: boolean) => void;
}

/** The password is asked for once more, or a passkey; changing it signs out every other browser. */
export function ChangePasswordFields({ onTyped }: ChangePasswordProps) {
  const { username, email } = useMe();
  const change = useChangePassword();
  const { typed, error, ...fields } = useTypedFields(nothingTyped);
  const form = useRef<HTMLFormElement>(null);
  const own = useQuery(ownPasskeysQuery).data;
  const hasNone = own?.hasPassword === false;
  const isByMailAlone = useCanProve() === false && hasNone;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.isPending) return;
    const at = event.currentTarget;
    // A passkey takes its place, by a button of its own.
    if (hasNone) fields.accept(at, newFaultOf(typed));
    else if (fields.accept(at, faultsOf(typed))) save(at, typed);
  }

  /** By a passkey instead of the password. */
  function saveBy(passkey: UsedPasskey) {
    if (form.current) save(form.current, { passkey, newPassword: typed.newPassword });
  }

  function save(at: HTMLFormElement, body: BodyOf<'PUT /api/account/password'>) {
    change.mutate(body, {
      onSuccess: () => {
        fields.empty();
        onTyped(false);
      },
      onError: (failure) => {
        if (failure instanceof Refused && failure.code === 'no_user_logged_in') return;
        const refused = failure instanceof Refused ? failure : null;
        fields.refuse(at, failure, {
          field: refused ? fieldOf[refused.code] : undefined,
          sentence: refused && saidAsTheyAre.has(refused.code) ? refused.sentence : texts.failed,
        });
      },
    });
  }

  /** Typing also takes away the news of what was changed before. */
  const tied = (name: FieldName) =>
    fields.tied(name, (now, at) => {
      onTyped(fieldNames.some((each) => now[each] !== '' && !at?.querySelector(`[name="${each}"]:autofill`)));
      if (change.isSuccess) change.reset();
    });

  // Never sent by the browser itself; were it ever, POST keeps the passwords out of the address.
  return (
    <form ref={form} noValidate method="post" className={styles.form} onSubmit={submit}>
      {/* Tells a password manager whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {hasNone ? (
        <p>{!isByMailAlone ? texts.none : email === null ? texts.noneElsewhere : texts.noneHere}</p>
      ) : (
        <PasswordField
          {...tied('currentPassword')}
          // Without an address it may be a code of recovery, which opens the account as a password does.
          label={email === null ? texts.currentOrCode : texts.current}
          autoComplete="current-password"
          showLabel={passwordMessages.show}
          hideLabel={passwordMessages.hide}
          enterKeyHint="next"
        />
      )}
      {isByMailAlone ? null : (
        <NewPasswordField {...tied('newPassword')} label={texts.next} own={[username, email ?? '']} enterKeyHint="done" />
      )}
      <ErrorBanner>{error}</ErrorBanner>
      <div className={styles.end}>
        <p role="status" className={classNames(styles.status, styles.done)}>
          {change.isSuccess ? (
            <>
              <CircleCheck aria-hidden="true" />
              {texts.changed}
              {own?.passkeys.some(({ isOfHere }) => isOfHere) ? ` ${texts.keysStay}` : null}
            </>
          ) : null}
        </p>
        <div className={styles.buttons}>
          <PasskeyProof
            isReady={() => form.current !== null && fields.accept(form.current, newFaultOf(typed))}
            pending={change.isPending}
            onProved={saveBy}
            onFailed={(sentence) => fields.say(sentence)}
          />
          {/* Without an address no mail helps. */}
          {email === null ? null : (
            <Link to="/login" search={{ oubli: true }} className={classNames(entrance.smallLink, styles.aside)}>
              {texts.forgotten}
            </Link>
          )}
          {hasNone ? null : (
            <Button type="submit" pending={change.isPending}>
              {change.isPending ? texts.submitting : texts.submit}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

function faultsOf(typed: Record<FieldName, string>): Faults {
  return { ...(typed.currentPassword === '' && { currentPassword: texts.currentRequired }), ...newFaultOf(typed) };
}

function newFaultOf({ newPassword }: Pick<Record<FieldName, string>, 'newPassword'>): Faults {
  const fault = newPasswordFault(newPassword);
  return fault === null ? {} : { newPassword: fault };
}

const saidAsTheyAre: ReadonlySet<RefusalCode> = new Set(['too_many_attempts', 'passkey_refused']);

const fieldOf: Partial<Record<RefusalCode, FieldName>> = {
  password_required: 'currentPassword',
  wrong_password: 'currentPassword',
  password_too_short: 'newPassword',
  password_too_long: 'newPassword',
  password_too_easy: 'newPassword',
};
