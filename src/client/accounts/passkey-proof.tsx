import { Suspense } from 'react';
import { lazyPart } from '#client/ui/lazy-part.ts';
import type { PasskeyProofProps } from './passkey-proof-button.tsx';

/** A passkey in place of the password. What asks the device is loaded where it is shown. */
export function PasskeyProof(props: PasskeyProofProps) {
  return (
    <Suspense fallback={null}>
      <PasskeyProofButton {...props} />
    </Suspense>
  );
}

const PasskeyProofButton = lazyPart(async () => (await import('./passkey-proof-button.tsx')).PasskeyProofButton);
