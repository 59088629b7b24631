import { Link } from '@tanstack/react-router';
import { ChevronDown, CircleCheck, KeyRound } from 'lucide-react';
import type { SubmitEvent } from 'react';
import type { RefusalCode } from '#shared/refusals';
import { Refused } from '#client/api/api.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { PasswordField } from '#client/ui/password-field.tsx';
import { passwordMessages } from './accounts-messages.fr.ts';
import styles from './edit-profile-screen.module.css';
import entrance from './entrance.module.css';
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

interface ChangePasswordFormProps {
  /** Called with whether the person has typed anything; values that a password manager fills in do not count. */
  onTyped: (isTyped: boolean) => void;
}

/** Folded until it is wanted. The password is asked for once more; changing it signs out every other browser. */
export function ChangePasswordForm({ onTyped }: ChangePasswordFormProps) {
  const { username, email } = useMe();
  const change = useChangePassword();
  const { typed, error, ...fields } = useTypedFields(nothingTyped);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.isPending) return;
    const form = event.currentTarget;
    if (!fields.accept(form, faultsOf(typed))) return;
    change.mutate(typed, {
      onSuccess: () => {
        fields.empty();
        onTyped(false);
      },
      onError: (failure) => {
        if (failure instanceof Refused && failure.code === 'no_user_logged_in') return;
        const refused = failure instanceof Refused ? failure : null;
        fields.refuse(form, failure, {
          field: refused ? fieldOf[refused.code] : undefined,
          sentence: refused?.code === 'too_many_attempts' ? refused.sentence : texts.failed,
        });
      },
    });
  }

  /** Typing also takes away the news of what was changed before. */
  const tied = (name: FieldName) =>
    fields.tied(name, (now, form) => {
      onTyped(fieldNames.some((each) => now[each] !== '' && !form?.querySelector(`[name="${each}"]:autofill`)));
      if (change.isSuccess) change.reset();
    });

  return (
    <details className={classNames(styles.card, styles.folded)}>
      <summary>
        <h2>
          <KeyRound aria-hidden="true" />
          {texts.title}
        </h2>
        <ChevronDown aria-hidden="true" />
      </summary>
      {/* Never sent by the browser itself; were it ever, POST keeps the passwords out of the address. */}
      <form noValidate method="post" className={styles.form} onSubmit={submit}>
        {/* Tells a password manager whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          {...tied('currentPassword')}
          label={texts.current}
          autoComplete="current-password"
          showLabel={passwordMessages.show}
          hideLabel={passwordMessages.hide}
          enterKeyHint="next"
        />
        <NewPasswordField {...tied('newPassword')} label={texts.next} own={[username, email]} enterKeyHint="done" />
        <ErrorBanner>{error}</ErrorBanner>
        <div className={styles.end}>
          <p role="status" className={classNames(styles.status, styles.done)}>
            {change.isSuccess ? (
              <>
                <CircleCheck aria-hidden="true" />
                {texts.changed}
              </>
            ) : null}
          </p>
          <div className={styles.buttons}>
            <Link to="/login" search={{ oubli: true }} className={classNames(entrance.smallLink, styles.aside)}>
              {texts.forgotten}
            </Link>
            <Button type="submit" pending={change.isPending}>
              {change.isPending ? texts.submitting : texts.submit}
            </Button>
          </div>
        </div>
      </form>
    </details>
  );
}

function faultsOf({ currentPassword, newPassword }: Record<FieldName, string>): Faults {
  const fault = newPasswordFault(newPassword);
  return { ...(currentPassword === '' && { currentPassword: texts.currentRequired }), ...(fault !== null && { newPassword: fault }) };
}

const fieldOf: Partial<Record<RefusalCode, FieldName>> = {
  password_required: 'currentPassword',
  wrong_password: 'currentPassword',
  password_too_short: 'newPassword',
  password_too_long: 'newPassword',
  password_too_easy: 'newPassword',
};
