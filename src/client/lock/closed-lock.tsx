import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { api } from '#client/api/api.ts';
import { endSession } from '#client/api/session.ts';
import { sessionQuery } from '#client/session/session-queries.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { lastWords } from '#client/sync/storage/last-words.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { useAskedBeforeBack, useClosedByBack } from '#client/ui/back-button.ts';
import { Button } from '#client/ui/button.tsx';
import { dropDrafts } from '#client/ui/drafts.ts';
import { useCountedAsOpen } from '#client/ui/open-dialogs.ts';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Ring } from '#client/ui/ring.tsx';
import { reporting } from '#client/ui/unexpected.ts';
import { CodeField, codeLength } from './code-field.tsx';
import { lockMessages as texts } from './lock-messages.fr.ts';
import { forgetTries, type LockPasskey, readLock, tryCode } from './lock-record.ts';
import styles from './closed-lock.module.css';
import { useTakenFrom } from './taken-from.ts';

/** Shows it over everything at once; `onOpen` is called when somebody may see the app again. Returns what takes it away. */
export function showClosedLock(onOpen: () => void): () => void {
  const host = document.createElement('div');
  // Beside the body: a dialog of the app that opens behind hides all that stands in the body from screen readers.
  document.documentElement.append(host);
  const root = createRoot(host);
  flushSync(() => root.render(<ClosedLock onOpen={onOpen} />));
  return () => {
    root.unmount();
    host.remove();
  };
}

function ClosedLock({ onOpen }: { onOpen: () => void }) {
  const titleId = useId();
  const textId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [lock] = useState(readLock);
  useCountedAsOpen(true);
  // Back stays here, also where the browser skips an entry: what it would close or leave behind is half typed perhaps.
  useClosedByBack(true, () => false);
  useAskedBeforeBack(true, () => undefined);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const isReadable = lock !== null && lock !== 'unreadable';
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={isReadable ? undefined : textId}
      closedby="none"
      className={styles.screen}
      onCancel={(event) => event.preventDefault()}
      // Browsers that do not know `closedby` let a second Escape or Back close it all the same.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      <Ring className={styles.ring} />
      <h1 id={titleId} className={styles.title}>
        {texts.title}
      </h1>
      {isReadable && lock.passkey ? <PasskeyWay passkey={lock.passkey} onOpen={onOpen} /> : null}
      {isReadable ? <CodeWay onOpen={onOpen} isFirst={!lock.passkey} /> : <p id={textId}>{texts.unreadable}</p>}
      <Leaving isOnlyWay={!isReadable} />
    </dialog>
  );
}

function PasskeyWay({ passkey: { id, rpId }, onOpen }: { passkey: LockPasskey; onOpen: () => void }) {
  const [isPending, setPending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  // A browser that is asked long after the press may refuse.
  useEffect(() => void loadDevice().catch(reporting('code')), []);

  async function ask(): Promise<void> {
    setPending(true);
    setFailed(false);
    try {
      const { gestureHere, PasskeyGivenUp } = await loadDevice();
      const answered = await gestureHere(rpId, [id]).catch((error: unknown) => {
        if (error instanceof PasskeyGivenUp) return null;
        throw error;
      });
      if (answered === id) {
        forgetTries();
        return onOpen();
      }
      setFailed(answered !== null);
    } catch (error) {
      reporting('command')(error);
      setFailed(true);
    }
    setPending(false);
  }

  return (
    <>
      {hasFailed ? <ErrorBanner>{texts.passkeyFailed}</ErrorBanner> : null}
      <Button kind="primary" icon={<KeyRound aria-hidden="true" />} pending={isPending} onClick={() => void ask()}>
        {texts.openByPasskey}
      </Button>
    </>
  );
}

function CodeWay({ onOpen, isFirst }: { onOpen: () => void; isFirst: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const takenFrom = useTakenFrom();

  async function send(tried: string): Promise<void> {
    if (isPending || takenFrom.look() > 0) return;
    field.current?.focus();
    if (tried.length < codeLength) return setError(texts.incomplete);
    setPending(true);
    try {
      if (await tryCode(tried)) return onOpen();
      setError(takenFrom.look() > 0 ? null : texts.wrong);
    } catch (failure) {
      reporting('command')(failure);
      setError(texts.untried);
    }
    setPending(false);
    setCode('');
  }

  return (
    <form
      noValidate
      method="post"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void send(code);
      }}
    >
      <Stack gap={3}>
        <CodeField
          ref={field}
          label={texts.code}
          value={code}
          error={takenFrom.time > 0 ? texts.wait(takenFrom) : error}
          readOnly={isPending || takenFrom.time > 0}
          onCode={(typed) => {
            setCode(typed);
            setError(null);
            if (typed.length === codeLength) void send(typed);
          }}
        />
        <Button type="submit" kind={isFirst ? 'primary' : 'secondary'} wide pending={isPending} aria-disabled={takenFrom.time > 0}>
          {texts.open}
        </Button>
        <p role="status" className="visually-hidden">
          {takenFrom.hasEnded ? texts.takenAgain : null}
        </p>
      </Stack>
    </form>
  );
}

function Leaving({ isOnlyWay }: { isOnlyWay: boolean }) {
  const textId = useId();
  const [isAsked, setAsked] = useState(isOnlyWay);
  const [isPending, setPending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  // Nothing else opens the game of a guest: they are told before.
  const { data: me, isLoading } = useQuery({ ...sessionQuery, enabled: isAsked }, queryClient);

  async function signOut(): Promise<void> {
    setPending(true);
    setFailed(false);
    const lock = readLock();
    try {
      await endSession(
        () => api('DELETE /api/session'),
        () => {
          // As the app does, which may not be there: the next page forgets what this one does not.
          dropDrafts();
          if (lock !== null && lock !== 'unreadable') lastWords.add('wipe', lock.userId);
        },
      );
    } catch (error) {
      reporting('command')(error);
      setPending(false);
      setFailed(true);
    }
  }

  if (!isAsked) {
    return (
      <Button kind="ghost" onClick={() => setAsked(true)}>
        {texts.forgotten.open}
      </Button>
    );
  }
  return (
    <>
      {hasFailed ? <ErrorBanner>{texts.forgotten.failed}</ErrorBanner> : null}
      <p id={textId} className="hint">
        {me?.isGuest ? texts.forgotten.guestText : texts.forgotten.text}
      </p>
      <Button ref={takeFocus} aria-describedby={textId} kind="danger" pending={isPending || isLoading} onClick={() => void signOut()}>
        {texts.forgotten.signOut}
      </Button>
    </>
  );
}

function loadDevice() {
  return import('#client/accounts/passkey-device.ts');
}

/** It takes the place of what was pressed. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus();
}
