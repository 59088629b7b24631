import { useRouter } from '@tanstack/react-router';
import { CircleCheck, PencilLine } from 'lucide-react';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { accountLimits, avatars } from '#shared/account-rules';
import { Refused, sentenceOf, Unreachable } from '#client/api/api.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { useDraft } from '#client/ui/drafts.ts';
import { EmojiChoice } from '#client/ui/emoji-choice.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import styles from './edit-profile-screen.module.css';
import { focusField } from './typed-fields.ts';
import { useChangeProfile } from './profile-commands.ts';
import {
  changeOf,
  failedSentences,
  isEmpty,
  type ProfileDraft,
  savedSentence,
  settled,
  untouched,
  usernameFault,
} from './profile-draft.ts';
import { profileMessages as texts } from './profile-messages.fr.ts';
import { useMe } from '#client/session/session-queries.ts';

const returnAfterMs = 1500;

/** The touched fields outlive a failed save and an ended session. */
export function useProfileDraft() {
  return useDraft<ProfileDraft>('profile', untouched);
}

interface ProfileFormProps {
  /** Something else of the screen is half typed: then it is not left by itself. */
  stays: boolean;
}

/** Username and avatar, saved together. Once they are, the way leads back to where the person came from. */
export function ProfileForm({ stays }: ProfileFormProps) {
  const me = useMe();
  const [draft, setDraft] = useProfileDraft();
  const { save, isSaving, saved, fault, failure, clear } = useSaving(setDraft);
  const goBack = useGoBack();
  const form = useRef<HTMLFormElement>(null);
  const change = changeOf(draft, me);
  const isChanged = !isEmpty(change);
  const isSaved = saved !== null && !isChanged;
  useReturn(isSaved && !stays, goBack);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isChanged && !isSaving) save(change, form.current);
  }

  return (
    <form ref={form} noValidate method="post" className={styles.form} onSubmit={submit}>
      <EmojiChoice
        legend={texts.avatar}
        areFew
        options={avatars}
        value={draft.avatar ?? me.avatar}
        onChoose={(chosen) => {
          clear();
          setDraft((now) => ({ ...now, avatar: avatars.find(({ symbol }) => symbol === chosen)?.symbol ?? now.avatar }));
        }}
      />
      <TextField
        label={texts.username}
        name="username"
        value={draft.username ?? me.username}
        error={fault}
        onChange={({ target }) => {
          clear();
          setDraft((now) => ({ ...now, username: target.value }));
        }}
        maxLength={2 * accountLimits.usernameMax}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        aria-required="true"
      />
      {failure ? (
        <ErrorBanner>
          {failure.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </ErrorBanner>
      ) : null}
      <div className={styles.end}>
        <p role="status" className={classNames(styles.status, isSaved && styles.done)}>
          {isSaved ? (
            <>
              <CircleCheck aria-hidden="true" />
              {saved}
            </>
          ) : isChanged ? (
            <>
              <PencilLine aria-hidden="true" />
              {texts.unsaved}
            </>
          ) : null}
        </p>
        <div className={styles.buttons}>
          <Button kind="ghost" onClick={goBack}>
            {texts.cancel}
          </Button>
          <Button type="submit" kind="primary" className={styles.save} pending={isSaving} aria-disabled={!isChanged}>
            {isSaving ? texts.saving : texts.save}
          </Button>
        </div>
      </div>
    </form>
  );
}

function useSaving(setDraft: (revise: (draft: ProfileDraft) => ProfileDraft) => void) {
  const { mutate, isPending } = useChangeProfile();
  const [saved, setSaved] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [failure, setFailure] = useState<string[] | null>(null);

  function clear() {
    setSaved(null);
    setFault(null);
    setFailure(null);
  }

  function refuse(sentence: string, form: HTMLFormElement | null) {
    setFault(sentence);
    focusField(form, 'username');
  }

  function save(change: ReturnType<typeof changeOf>, form: HTMLFormElement | null) {
    clear();
    const found = usernameFault(change);
    if (found !== null) {
      refuse(found, form);
      return;
    }
    mutate(change, {
      onSuccess: ({ user }) => {
        setDraft((draft) => settled(draft, user));
        setSaved(savedSentence(change));
      },
      onError: (error) => {
        // The way to /login is shown then, and the draft waits behind it.
        if (error instanceof Refused && error.code === 'no_user_logged_in') return;
        if (error instanceof Refused && aboutTheUsername.has(error.code)) refuse(error.sentence, form);
        else setFailure([...failedSentences(change), ...reasonOf(error)]);
      },
    });
  }

  return { save, isSaving: isPending, saved, fault, failure, clear };
}

/** Leaves the screen after a moment, unless the person goes on typing anywhere on it. */
function useReturn(isDue: boolean, goBack: () => void): void {
  const leave = useEffectEvent(goBack);
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => leave(), returnAfterMs);
    const stay = () => clearTimeout(timer);
    addEventListener('input', stay);
    return () => {
      stay();
      removeEventListener('input', stay);
    };
  }, [isDue]);
}

function useGoBack(): () => void {
  const router = useRouter();
  return () => {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: '/dashboard', replace: true });
  };
}

const aboutTheUsername: ReadonlySet<string> = new Set(['username_required', 'username_invalid', 'username_taken']);

/** Why it failed, where knowing it helps. */
function reasonOf(error: unknown): string[] {
  const isKnown = error instanceof Unreachable || (error instanceof Refused && error.code === 'too_many_requests');
  return isKnown ? [sentenceOf(error)] : [];
}
