import type { MakingOptions, UsingOptions } from '#shared/passkeys';
import type { Tables } from '../../database/tables.ts';
import { challengeLasts } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import { algorithms } from './verifying.ts';

/** A passkey, as far as a device is asked about it. */
type Kept = Pick<Tables['passkey'], 'credential_id' | 'rp_id' | 'transports'>;

interface Making {
  challenge: Buffer;
  /** In base64url. */
  userHandle: string;
  username: string;
  /** A device that has one of these makes no other. */
  kept: readonly Kept[];
}

export function makingOptionsOf(party: RelyingParty, { challenge, userHandle, username, kept }: Making): MakingOptions {
  return {
    challenge: challenge.toString('base64url'),
    rp: { id: party.id, name: 'OU LA LA' },
    user: { id: userHandle, name: username, displayName: username },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLasts,
    attestation: 'none',
    excludeCredentials: descriptorsOf(party, kept),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

export function usingOptionsOf(party: RelyingParty, challenge: Buffer, kept: readonly Kept[]): UsingOptions {
  return {
    challenge: challenge.toString('base64url'),
    rpId: party.id,
    timeout: challengeLasts,
    userVerification: 'required',
    allowCredentials: descriptorsOf(party, kept),
  };
}

/** Those that were made for another address are not offered: no device would find them. */
function descriptorsOf(party: RelyingParty, rows: readonly Kept[]): UsingOptions['allowCredentials'] {
  return rows
    .filter(({ rp_id }) => rp_id === party.id)
    .map(({ credential_id: id, transports }) => ({ id, type: 'public-key', transports: transports === '' ? [] : transports.split(',') }));
}
