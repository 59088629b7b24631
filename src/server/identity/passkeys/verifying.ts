/** What a device has signed, looked at by the library. Whatever is wrong with it is one answer: undefined. */
import type { MadePasskey, UsedPasskey } from '#shared/passkeys';
import type { RelyingParty } from './relying-party.ts';

/** EdDSA, ES256, RS256: what every Node that runs the app can verify. The library's own choice depends on the Node it runs on. */
export const algorithms = [-8, -7, -257];

const loadLibrary = () => import('@simplewebauthn/server');

/** What is kept of a passkey that a device has made. */
export interface NewPasskey {
  credential_id: string;
  /** COSE, in base64url. */
  public_key: string;
  counter: number;
  rp_id: string;
  transports: string;
  backup_eligible: 0 | 1;
  backed_up: 0 | 1;
  aaguid: string;
}

export async function verifyMade(party: RelyingParty, made: MadePasskey): Promise<NewPasskey | undefined> {
  try {
    if (isFramed(made.clientDataJSON) || (await hasCertificate(made))) return undefined;
    const { verifyRegistrationResponse } = await loadLibrary();
    const { id, clientDataJSON, attestationObject, transports } = made;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      // Read before, by `challengeIn`: it is of this browser and for this.
      expectedChallenge: () => true,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified || registrationInfo.credential.id !== id) return undefined;
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credential_id: id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      rp_id: party.id,
      transports: transports.filter((transport) => /^[a-z-]+$/.test(transport)).join(','),
      backup_eligible: credentialDeviceType === 'multiDevice' ? 1 : 0,
      backed_up: credentialBackedUp ? 1 : 0,
      aaguid,
    };
  } catch {
    // The library throws whatever it does not like, and so does what cannot be read.
    return undefined;
  }
}

/** None was asked for, and the library would fetch from addresses that a certificate names. */
async function hasCertificate({ attestationObject }: MadePasskey): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  return format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined);
}

/** The passkey that is kept, as far as a signature is compared with it. */
interface Kept {
  credential_id: string;
  public_key: string;
  rp_id: string;
}

export interface Use {
  counter: number;
  backed_up: 0 | 1;
}

export async function verifyUsed(party: RelyingParty, used: UsedPasskey, kept: Kept): Promise<Use | undefined> {
  if (kept.rp_id !== party.id) return undefined;
  try {
    if (isFramed(used.clientDataJSON)) return undefined;
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { id, clientDataJSON, authenticatorData, signature } = used;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: () => true,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id,
        publicKey: new Uint8Array(Buffer.from(kept.public_key, 'base64url')),
        // The counter is compared by `hasFallen`, with the one that is kept at that moment.
        counter: 0,
      },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, backed_up: authenticationInfo.credentialBackedUp ? 1 : 0 };
  } catch {
    // The same.
    return undefined;
  }
}

/** The counter of a device that counts shows a copy of it. What is copied on purpose, between devices of one owner, counts 0. */
export function hasFallen(kept: number, now: number): boolean {
  return kept > 0 && now > 0 && now < kept;
}

interface ClientData {
  challenge?: unknown;
  crossOrigin?: unknown;
}

function readClientData(clientDataJSON: string): ClientData {
  const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
  return typeof data === 'object' && data !== null ? data : {};
}

/** Our pages are in no frame. */
function isFramed(clientDataJSON: string): boolean {
  return readClientData(clientDataJSON).crossOrigin === true;
}

/** The challenge that was signed; empty where none can be read. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = readClientData(clientDataJSON);
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    // No JSON.
    return '';
  }
}
