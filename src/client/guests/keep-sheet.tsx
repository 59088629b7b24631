import { useQuery } from '@tanstack/react-query';
import { KeyRound, Mail, NotebookPen } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { NewPasswordField } from '#client/accounts/new-password-field.tsx';
import { PasskeyGivenUp, PasskeyOnDevice } from '#client/accounts/passkey-device.ts';
import { passkeyMessages } from '#client/accounts/passkey-messages.fr.ts';
import { passkeyAbilitiesQuery } from '#client/accounts/passkey-queries.ts';
import { faultsOf } from '#client/accounts/signup-faults.ts';
import { useTypedFields } from '#client/accounts/typed-fields.ts';
import { Refused } from '#client/api/api.ts';
import { useMe } from '#client/session/session-queries.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { ShareAddress } from '#client/ui/share-address.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { guestMessages } from './guest-messages.fr.ts';
import { useKeepByCode, useKeepByEmail, useKeepByPasskey, useMakeCode } from './keep-commands.ts';

const texts = guestMessages.keep;

type Step = 'ways' | 'email' | 'code' | 'typing';

interface KeepSheetProps {
  open: boolean;
  onClose: () => void;
}

/** 'Gardez votre partie': what opens the account from now on, by one of three ways (decision D56). */
export function KeepSheet({ open, onClose }: KeepSheetProps) {
  const { username } = useMe();
  const { show } = useToasts();
  const [step, setStep] = useState<Step>('ways');
  const form = useId();
  const byEmail = useKeepByEmail();
  const makeCode = useMakeCode();
  const byCode = useKeepByCode();
  const byPasskey = useKeepByPasskey();
  const isBusy = byEmail.isPending || makeCode.isPending || byCode.isPending || byPasskey.isPending;

  function done(message: string) {
    show({ kind: 'success', message });
    onClose();
  }

  function chooseCode() {
    // The same until the sheet is shut: another would make what was noted worthless.
    if (makeCode.data) setStep('code');
    else makeCode.mutate(undefined, { onSuccess: () => setStep('code') });
  }

  function forget() {
    setStep('ways');
    for (const command of [byEmail, makeCode, byCode]) command.reset();
  }

  const back = (to: Step) => (
    <Button kind="ghost" disabled={isBusy} onClick={() => setStep(to)}>
      {to === 'code' ? texts.code.again : texts.back}
    </Button>
  );
  const keep = (
    <Button kind="primary" type="submit" form={form} pending={isBusy}>
      {texts.action}
    </Button>
  );
  const { code } = makeCode.data ?? {};
  const steps: Record<Step, { title: string; body: ReactNode; foot?: ReactNode }> = {
    ways: {
      title: texts.title,
      body: (
        <Ways
          pending={{ code: makeCode.isPending, passkey: byPasskey.isPending }}
          failure={makeCode.error}
          onEmail={() => setStep('email')}
          onCode={chooseCode}
          onPasskey={(onFailed) => byPasskey.keep({ onFailed, onKept: () => done(texts.passkey.done) })}
        />
      ),
    },
    email: {
      title: texts.email.label,
      body: <EmailForm id={form} username={username} command={byEmail} onKept={() => done(texts.email.done)} />,
      foot: (
        <>
          {back('ways')}
          {keep}
        </>
      ),
    },
    code: {
      title: texts.code.noteIt,
      body: code === undefined ? null : <ShownCode code={code} username={username} />,
      foot: (
        <>
          {back('ways')}
          <Button kind="primary" onClick={() => setStep('typing')}>
            {texts.code.noted}
          </Button>
        </>
      ),
    },
    typing: {
      title: texts.code.typeIt,
      body: <CodeForm id={form} username={username} command={byCode} onKept={() => done(texts.code.done)} />,
      foot: (
        <>
          {back('code')}
          {keep}
        </>
      ),
    },
  };
  const { title, body, foot } = steps[step];
  return (
    <Dialog open={open} onClose={onClose} onClosed={forget} locked={isBusy} title={title} footer={foot}>
      {body}
    </Dialog>
  );
}

/** What a step says first. It takes the focus from what was pressed, which is gone, and is read with the keyboard going on from there. */
function Lead({ children }: { children: string }) {
  const lead = useRef<HTMLParagraphElement>(null);
  useEffect(() => lead.current?.focus(), []);
  return (
    <p ref={lead} tabIndex={-1}>
      {children}
    </p>
  );
}

interface WaysProps {
  pending: { code: boolean; passkey: boolean };
  failure: Error | null;
  onEmail: () => void;
  onCode: () => void;
  onPasskey: (onFailed: (failure: Error) => void) => void;
}

function Ways({ pending, failure, onEmail, onCode, onPasskey }: WaysProps) {
  const { data: can } = useQuery(passkeyAbilitiesQuery);
  // What is not known when the sheet opens stays away: it would push what stands below it from under the finger.
  const [hasPasskeys] = useState(can?.has === true);
  const [passkeyFault, setPasskeyFault] = useState<string | null>(null);
  return (
    <Stack>
      <p>{texts.lead}</p>
      <ErrorBanner>{passkeyFault ?? (failure && sentenceOf(failure))}</ErrorBanner>
      <Way icon={<Mail aria-hidden="true" />} {...texts.email} onPress={onEmail} />
      {hasPasskeys ? (
        <Way
          icon={<KeyRound aria-hidden="true" />}
          {...texts.passkey}
          pending={pending.passkey}
          onPress={() => {
            setPasskeyFault(null);
            onPasskey((fault) => setPasskeyFault(fault instanceof PasskeyGivenUp ? null : passkeySentence(fault)));
          }}
        />
      ) : null}
      <Way icon={<NotebookPen aria-hidden="true" />} {...texts.code} pending={pending.code} onPress={onCode} />
    </Stack>
  );
}

interface WayProps {
  icon: ReactNode;
  label: string;
  text: string;
  pending?: boolean;
  onPress: () => void;
}

function Way({ icon, label, text, pending = false, onPress }: WayProps) {
  const id = useId();
  return (
    <Stack gap={1}>
      <Button wide icon={icon} aria-describedby={id} pending={pending} onClick={onPress}>
        {label}
      </Button>
      <p id={id} className="hint">
        {text}
      </p>
    </Stack>
  );
}

interface FormProps<Sent> {
  id: string;
  username: string;
  command: Sent;
  onKept: () => void;
}

function EmailForm({ id, username, command, onKept }: FormProps<ReturnType<typeof useKeepByEmail>>) {
  const { typed, error, tied, ...fields } = useTypedFields<'email' | 'password'>({ email: '', password: '' });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (!fields.accept(form, faultsOf(typed))) return;
    command.mutate(
      { email: typed.email.trim(), password: typed.password },
      {
        onSuccess: onKept,
        onError: (failure) => {
          const field = failure instanceof Refused ? (['email', 'password'] as const).find((name) => name === failure.field) : undefined;
          fields.refuse(form, failure, { field, sentence: sentenceOf(failure) });
        },
      },
    );
  }

  return (
    <form id={id} noValidate method="post" onSubmit={submit}>
      <Stack gap={3}>
        <Lead>{texts.email.text}</Lead>
        <TextField
          {...tied('email')}
          label={texts.email.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          enterKeyHint="next"
        />
        <NewPasswordField {...tied('password')} label={texts.email.password} own={[username, typed.email]} enterKeyHint="go" />
        <ErrorBanner>{error}</ErrorBanner>
      </Stack>
    </form>
  );
}

function ShownCode({ code, username }: { code: string; username: string }) {
  return (
    <Stack gap={3}>
      <Lead>{texts.code.why({ name: username })}</Lead>
      <ShareAddress
        url={code}
        label={texts.code.code}
        hint={texts.code.once}
        start={<NotebookPen aria-hidden="true" />}
        shared={{ title: texts.title, text: texts.code.nativeText({ name: username, code }) }}
        texts={texts.code}
        isSecond
      />
    </Stack>
  );
}

function CodeForm({ id, username, command, onKept }: FormProps<ReturnType<typeof useKeepByCode>>) {
  const { typed, error, tied, ...fields } = useTypedFields({ code: '' });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (!fields.accept(form, typed.code.trim() === '' ? { code: texts.code.required } : {})) return;
    command.mutate(typed, {
      onSuccess: onKept,
      onError: (failure) => {
        const isOfCode = failure instanceof Refused && failure.code === 'recovery_code_wrong';
        fields.refuse(form, failure, { field: isOfCode ? 'code' : undefined, sentence: sentenceOf(failure) });
      },
    });
  }

  return (
    <form id={id} noValidate method="post" onSubmit={submit}>
      <Stack gap={3}>
        <Lead>{texts.code.typeItWhy}</Lead>
        {/* A password manager that offers to keep the code knows whose it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <TextField
          {...tied('code')}
          label={texts.code.typed}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <ErrorBanner>{error}</ErrorBanner>
      </Stack>
    </form>
  );
}

function sentenceOf(failure: Error): string {
  return failure instanceof Refused ? failure.sentence : texts.failed;
}

function passkeySentence(failure: Error): string {
  if (failure instanceof PasskeyOnDevice) return passkeyMessages.onDevice;
  return failure instanceof Refused ? failure.sentence : passkeyMessages.notMade;
}
