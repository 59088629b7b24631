import { KeyRound } from 'lucide-react';
import type { UsedPasskey } from '#shared/passkeys';
import { Refused } from '#client/api/api.ts';
import { Button } from '#client/ui/button.tsx';
import { useProof } from './passkey-commands.ts';
import { PasskeyGivenUp } from './passkey-device.ts';
import { passkeyMessages as texts } from './passkey-messages.fr.ts';
import { useCanProve } from './passkey-queries.ts';

export interface PasskeyProofProps {
  /** Whether what else is typed will do; asked before the passkey is. */
  isReady?: () => boolean;
  /** A command that the proof is for is under way. */
  pending: boolean;
  onProved: (passkey: UsedPasskey) => void;
  onFailed: (sentence: string) => void;
}

/** The button by which one of the person's passkeys takes the place of the password; nothing for whoever has none here. */
export function PasskeyProofButton({ isReady, pending, onProved, onFailed }: PasskeyProofProps) {
  const canProve = useCanProve();
  const proof = useProof();
  if (!canProve) return null;
  return (
    <Button
      icon={<KeyRound aria-hidden="true" />}
      pending={pending || proof.isPending}
      onClick={() => {
        if (isReady && !isReady()) return;
        proof.mutate(undefined, {
          onSuccess: onProved,
          onError: (failure) => {
            if (!(failure instanceof PasskeyGivenUp)) onFailed(failure instanceof Refused ? failure.sentence : texts.failed);
          },
        });
      }}
    >
      {texts.prove}
    </Button>
  );
}
