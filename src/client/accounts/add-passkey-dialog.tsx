import { type SubmitEvent, useState } from 'react';
import type { OwnPasskeys, UsedPasskey } from '#shared/passkeys';
import { Refused, Unreachable } from '#client/api/api.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { useMe } from '#client/session/session-queries.ts';
import { passwordMessages } from './accounts-messages.fr.ts';
import { useAddPasskey, useAskToAdd } from './passkey-commands.ts';
import { PasskeyGivenUp, PasskeyOnDevice } from './passkey-device.ts';
import { passkeyMessages, securityMessages } from './passkey-messages.fr.ts';
import { PasskeyProof } from './passkey-proof.tsx';

const texts = securityMessages.adding;

interface AddPasskeyDialogProps {
  own: OwnPasskeys;
  open: boolean;
  onClose: () => void;
}

/** Asks for the password or a passkey, and then has the device make another. */
export function AddPasskeyDialog({ own, open, onClose }: AddPasskeyDialogProps) {
  const { show } = useToasts();
  const { username } = useMe();
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
          <Stack gap={3}>
            {own.hasPassword ? (
              <>
                {/* For password managers, which want to know whose password it is. */}
                <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
                <PasswordField
                  name="password"
                  label={texts.password}
                  value={password}
                  onChange={({ target }) => {
                    setPassword(target.value);
                    setError(null);
                  }}
                  error={error}
                  autoComplete="current-password"
                  showLabel={passwordMessages.show}
                  hideLabel={passwordMessages.hide}
                  enterKeyHint="done"
                  aria-required="true"
                />
              </>
            ) : null}
            <PasskeyProof pending={isBusy} onProved={(passkey) => prove({ passkey })} onFailed={setError} />
          </Stack>
        </form>
      )}
    </ConfirmDialog>
  );
}

function sentenceOf(failure: Error): string {
  if (failure instanceof PasskeyOnDevice) return passkeyMessages.onDevice;
  return failure instanceof Refused ? failure.sentence : passkeyMessages.notMade;
}
