import type { EndpointKey } from '#shared/api';
import type { Call, Tools } from './waits-tools.ts';

/** The server of the bench has no https address, and so no passkeys: what is measured is how soon it says so. */
export function passkeyCalls({ call, visit }: Tools): Call[] {
  const bytes = 'AAAA';
  const used = { id: bytes, clientDataJSON: bytes, authenticatorData: bytes, signature: bytes };
  const made = { id: bytes, clientDataJSON: bytes, attestationObject: bytes };
  const names = { username: 'Sésame', email: 'sesame@bench.invalid' };
  const passkey = { params: { passkeyId: 'none' } };
  return [
    visit('POST /api/session/passkey-challenge'),
    visit('POST /api/session/passkey', { body: used }),
    visit('POST /api/accounts/passkey-challenge', { body: names }),
    visit('POST /api/accounts/passkey', { body: { ...names, passkey: made } }),
    call(ownPasskeys),
    call('POST /api/passkeys/challenge', { body: { passkey: used } }),
    call('POST /api/passkeys', { body: made }),
    call('PATCH /api/passkeys/:passkeyId', { ...passkey, body: { name: 'Téléphone' } }),
    call('DELETE /api/passkeys/:passkeyId', passkey),
    call('POST /api/account/passkey-challenge'),
  ].map((one) => ({ ...one, refused: true }));
}

export const ownPasskeys: EndpointKey = 'GET /api/passkeys';
