import { type SubmitEvent, useState } from 'react';
import type { OwnPasskeys, UsedPasskey } from '#shared/passkeys';
import { Refused, Unreachable } from '#client/api/api.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { useAddPasskey, useAskToAdd } from './passkey-commands.ts';
import { PasskeyGivenUp, PasskeyOnDevice } from './passkey-device.ts';
import { passkeyMessages, securityMessages } from './passkey-messages.fr.ts';
import { PasskeyProofButton } from './passkey-proof-button.tsx';
import { ProofFields } from './proof-fields.tsx';

const texts = securityMessages.adding;

interface AddPasskeyDialogProps {
  own: OwnPasskeys;
  open: boolean;
  onClose: () => void;
}

/** Asks for the password or a passkey, and then has the device make another. */
export function AddPasskeyDialog({ own, open, onClose }: AddPasskeyDialogProps) {
  const { show } = useToasts();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const ask = useAskToAdd();
  const add = useAddPasskey();
  const options = ask.data;
  const isBusy = ask.isPending || add.isPending;

  function forget() {
    ask.reset();
    add.reset();
    setPassword('');
    setError(null);
  }

  function create(given: typeof options) {
    if (!given) return;
    setError(null);
    add.mutate(given, {
      onSuccess: ({ name }) => {
        show({ kind: 'success', message: securityMessages.added({ name }) });
        onClose();
      },
      onError: (failure) => {
        if (failure instanceof PasskeyGivenUp) return;
        setError(sentenceOf(failure));
        // What was asked for once is used up, or may be.
        if (failure instanceof Refused || failure instanceof Unreachable) ask.reset();
      },
    });
  }

  function prove(proof: { password: string } | { passkey: UsedPasskey }) {
    setError(null);
    ask.mutate(proof, {
      // A browser may want a press of its own for a second prompt: after one by a passkey the button waits for it.
      onSuccess: (given) => ('password' in proof ? create(given) : undefined),
      onError: (failure) => setError(sentenceOf(failure)),
    });
  }

  function confirm() {
    if (isBusy) return;
    if (options) create(options);
    else if (password === '') setError(texts.passwordRequired);
    else prove({ password });
  }

  return (
    <ConfirmDialog
      open={open}
      onCancel={onClose}
      onClosed={forget}
      onConfirm={confirm}
      title={texts.title}
      text={options ? texts.proved : texts.first}
      confirmLabel={options ? texts.create : texts.submit}
      confirmDisabled={!options && !own.hasPassword}
      pending={isBusy}
      error={options || !own.hasPassword ? error : null}
    >
      {options ? null : (
        <form
          noValidate
          method="post"
          onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
            event.preventDefault();
            confirm();
          }}
        >
          <ProofFields
            hasPassword={own.hasPassword}
            label={texts.password}
            password={password}
            error={error}
            onType={(typed) => {
              setPassword(typed);
              setError(null);
            }}
          >
            {/* Not loaded apart: whoever has passkeys alone has nothing else here. */}
            <PasskeyProofButton pending={isBusy} onProved={(passkey) => prove({ passkey })} onFailed={setError} />
          </ProofFields>
        </form>
      )}
    </ConfirmDialog>
  );
}

function sentenceOf(failure: Error): string {
  if (failure instanceof PasskeyOnDevice) return passkeyMessages.onDevice;
  return failure instanceof Refused ? failure.sentence : passkeyMessages.notMade;
}
