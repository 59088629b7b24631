import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { gestureHere, PasskeyElsewhere, PasskeyGivenUp } from '#client/accounts/passkey-device.ts';
import { passkeyMessages } from '#client/accounts/passkey-messages.fr.ts';
import { ownPasskeysQuery, passkeyAbilitiesQuery } from '#client/accounts/passkey-queries.ts';
import { useMe } from '#client/session/session-queries.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { FilesUnreachable, ReloadNeeded } from '#client/ui/lazy-import.ts';
import { Segmented } from '#client/ui/segmented.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { reportUnexpected } from '#client/ui/unexpected.ts';
import { unloadedSentence } from '#client/ui/unloaded-sentence.ts';
import { CodeField, codeLength } from './code-field.tsx';
import { readyLock } from './lock.ts';
import { lockMessages } from './lock-messages.fr.ts';
import { keepLock, type Lock, type LockPasskey, readLock, removeLock, tryCode } from './lock-record.ts';
import { lockMinutes } from './lock-rule.ts';
import { useTakenFrom } from './taken-from.ts';

const texts = lockMessages.dialog;

interface LockDialogProps {
  open: boolean;
  onClose: () => void;
  onChanged: () => void;
}

/** Sets a lock; changes or removes the one that is there once its code is typed. */
export function LockDialog({ open, onClose, onChanged }: LockDialogProps) {
  const formId = useId();
  const { show } = useToasts();
  /** What was there when its code was typed. */
  const [proved, setProved] = useState<Lock | null>(null);
  const kept = readLock();
  const isOn = kept !== null && kept !== 'unreadable';
  const isProved = proved !== null || !isOn;

  function done(message: string): void {
    onChanged();
    onClose();
    show({ kind: 'success', message });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => setProved(null)}
      title={isOn ? texts.change : texts.set}
      description={isProved ? undefined : texts.prove}
      footer={
        <>
          {isOn && isProved ? (
            <Button
              kind="danger"
              onClick={() => {
                removeLock();
                done(lockMessages.done.removed);
              }}
            >
              {texts.remove}
            </Button>
          ) : null}
          <Button type="submit" form={formId} kind="primary">
            {isProved ? (isOn ? texts.save : texts.submit) : texts.continue}
          </Button>
        </>
      }
    >
      {isProved ? (
        <Settings id={formId} before={proved} onKept={() => done(proved ? lockMessages.done.changed : lockMessages.done.set)} />
      ) : (
        <Proof
          id={formId}
          onProved={() => {
            const lock = readLock();
            if (lock !== null && lock !== 'unreadable') setProved(lock);
          }}
        />
      )}
    </Dialog>
  );
}

/** A guess here costs what one does at the lock. */
function Proof({ id, onProved }: { id: string; onProved: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const takenFrom = useTakenFrom();
  const isUnderWay = useRef(false);

  async function prove(): Promise<void> {
    if (isUnderWay.current || takenFrom.look() > 0) return;
    field.current?.focus();
    if (code.length < codeLength) return setError(lockMessages.incomplete);
    isUnderWay.current = true;
    try {
      if (await tryCode(code)) return onProved();
      setError(takenFrom.look() > 0 ? null : lockMessages.wrong);
    } catch (failure) {
      reportUnexpected('command', failure);
      setError(lockMessages.untried);
    } finally {
      isUnderWay.current = false;
    }
    setCode('');
  }

  return (
    <Form id={id} onSend={() => void prove()}>
      <CodeField
        ref={field}
        label={lockMessages.code}
        value={code}
        error={takenFrom.time > 0 ? lockMessages.wait(takenFrom) : error}
        readOnly={takenFrom.time > 0}
        onCode={(typed) => {
          setCode(typed);
          setError(null);
        }}
      />
    </Form>
  );
}

/** Sent by the button of the dialog, which stands outside of it. */
function Form({ id, onSend, children }: { id: string; onSend: () => void; children: ReactNode }) {
  return (
    <form
      id={id}
      noValidate
      method="post"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        onSend();
      }}
    >
      {children}
    </form>
  );
}

type Minutes = `${Lock['minutes']}`;
const choices = lockMinutes.map((count) => ({ value: `${count}` as const, label: texts.minutes({ count }) }));

function Settings({ id, before, onKept }: { id: string; before: Lock | null; onKept: () => void }) {
  const { id: userId } = useMe();
  const passkeys = usePasskeysFor(before?.passkey ?? null);
  const [chosen, setChosen] = useState<Minutes>(`${before?.minutes ?? 5}`);
  const [code, setCode] = useState('');
  const [again, setAgain] = useState('');
  const [hasPasskey, setHasPasskey] = useState(Boolean(before?.passkey));
  const [wrong, setWrong] = useState<{ code?: string; again?: string; all?: string }>({});
  const codeField = useRef<HTMLInputElement>(null);
  const againField = useRef<HTMLInputElement>(null);
  const isUnderWay = useRef(false);
  const label = before ? texts.newCode : lockMessages.code;

  function faultOf(): 'code' | 'again' | null {
    if (before && code === '' && again === '') return null;
    if (code.length < codeLength) return 'code';
    return code === again ? null : 'again';
  }

  async function keep(): Promise<void> {
    if (isUnderWay.current) return;
    const fault = faultOf();
    setWrong({ code: { code: lockMessages.incomplete }, again: { again: texts.different }, none: {} }[fault ?? 'none']);
    if (fault) return (fault === 'code' ? codeField : againField).current?.focus();
    isUnderWay.current = true;
    try {
      const passkey = hasPasskey && passkeys ? await passkeyOf(passkeys) : null;
      const minutes = lockMinutes.find((count) => `${count}` === chosen) ?? 5;
      // Loaded first: a lock whose screen is not there would only cover.
      await readyLock();
      if (await keepLock({ userId, minutes, passkey }, code === '' ? null : code)) onKept();
      else setWrong({ all: texts.failed });
    } catch (error) {
      if (!(error instanceof PasskeyGivenUp)) setWrong({ all: sentenceOf(error) });
    } finally {
      isUnderWay.current = false;
    }
  }

  return (
    <Form id={id} onSend={() => void keep()}>
      <Stack gap={4}>
        <ErrorBanner>{wrong.all}</ErrorBanner>
        <div>
          <p aria-hidden="true" className="label">
            {texts.after}
          </p>
          <Segmented legend={texts.after} options={choices} value={chosen} onChoose={setChosen} />
        </div>
        <CodeField
          ref={codeField}
          label={label}
          hint={before ? texts.keepCode : undefined}
          value={code}
          error={wrong.code}
          isOptional={before !== null}
          onCode={setCode}
        />
        <CodeField ref={againField} label={texts.again} value={again} error={wrong.again} isOptional={before !== null} onCode={setAgain} />
        {passkeys ? (
          <Switch
            label={texts.passkey.label}
            description={texts.passkey.text}
            icon={<KeyRound aria-hidden="true" />}
            checked={hasPasskey}
            onSwitch={setHasPasskey}
          />
        ) : null}
      </Stack>
    </Form>
  );
}

interface Passkeys {
  rpId: string;
  /** What this browser may be asked for. */
  ids: string[];
  /** What opens the lock already, and is still the person's. */
  kept: LockPasskey | null;
}

/** Null where none of the person's passkeys can be used in this browser. */
function usePasskeysFor(kept: LockPasskey | null): Passkeys | null {
  const { data: own } = useQuery(ownPasskeysQuery);
  const { data: can } = useQuery(passkeyAbilitiesQuery);
  // Without an answer nobody knows better.
  if (own === undefined || can === undefined) return kept && { rpId: kept.rpId, ids: [], kept };
  const ids = own?.passkeys.filter(({ isOfHere }) => isOfHere).map(({ credentialId }) => credentialId) ?? [];
  if (!own || !can.has || ids.length === 0) return null;
  return { rpId: own.rpId, ids, kept: kept?.rpId === own.rpId && ids.includes(kept.id) ? kept : null };
}

/** The one that answers now is of this device. */
async function passkeyOf({ rpId, ids, kept }: Passkeys): Promise<LockPasskey> {
  return kept ?? { id: await gestureHere(rpId, ids), rpId };
}

function sentenceOf(error: unknown): string {
  if (error instanceof PasskeyElsewhere) return texts.passkeyElsewhere;
  if (error instanceof ReloadNeeded || error instanceof FilesUnreachable) return unloadedSentence(error);
  reportUnexpected('command', error);
  return error instanceof DOMException ? passkeyMessages.failed : texts.failed;
}
