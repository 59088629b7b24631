/** Devices that make and use passkeys, in software: what they send is judged by the library that the server verifies with. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { MadePasskey, MakingOptions, UsedPasskey, UsingOptions } from '#shared/passkeys';
import type { Someone } from './test-app.ts';

/** Where the app of a test must be for passkeys: at any other address without TLS there are none. */
export const passkeyOrigin = 'http://localhost:3000';

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

function cborHead(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  if (length < 256) return Buffer.from([(type << 5) | 24, length]);
  return Buffer.from([(type << 5) | 25, length >> 8, length & 255]);
}

/** As much of RFC 8949 as passkeys need. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  return Buffer.concat([cborHead(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const coordinate = (key: KeyObject, name: 'x' | 'y' | 'n' | 'e') => Buffer.from(key.export({ format: 'jwk' })[name] ?? '', 'base64url');

type Algorithm = -7 | -8 | -257;

function keyPair(algorithm: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === -7) return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return algorithm === -8 ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function cose(key: KeyObject, algorithm: Algorithm): Buffer {
  const fields: Record<Algorithm, () => [number, Cbor][]> = {
    [-7]: () => [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(key, 'x')],
      [-3, coordinate(key, 'y')],
    ],
    [-8]: () => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, coordinate(key, 'x')],
    ],
    [-257]: () => [
      [1, 3],
      [3, -257],
      [-1, coordinate(key, 'n')],
      [-2, coordinate(key, 'e')],
    ],
  };
  return cbor(new Map<Cbor, Cbor>(fields[algorithm]()));
}

interface Doing {
  /** The page that asks. */
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  /** Whether the device asked for a finger, a face or a code. */
  isVerified?: boolean;
  isBackedUp?: boolean;
  crossOrigin?: boolean;
  attestation?: { fmt: string; attStmt: Map<Cbor, Cbor> };
}

/** One passkey with the device that keeps it. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #algorithm: Algorithm;
  readonly #keys: ReturnType<typeof keyPair>;
  readonly #isSynced: boolean;
  readonly #aaguid: string;
  userHandle = '';
  /** A device that counts raises it by each use. */
  counter: number;

  constructor({ algorithm = -7, isSynced = false, counter = 0, aaguid = '00000000-0000-0000-0000-000000000000' }: Kind = {}) {
    this.#algorithm = algorithm;
    this.#keys = keyPair(algorithm);
    this.#isSynced = isSynced;
    this.#aaguid = aaguid;
    this.counter = counter;
  }

  get credentialId(): string {
    return this.id.toString('base64url');
  }

  makes(options: MakingOptions, doing: Doing = {}): MadePasskey {
    this.userHandle = options.user.id;
    const { fmt, attStmt } = doing.attestation ?? { fmt: 'none', attStmt: new Map() };
    const key = cose(this.#keys.publicKey, this.#algorithm);
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255]);
    const credential = Buffer.concat([Buffer.from(this.#aaguid.replaceAll('-', ''), 'hex'), length, this.id, key]);
    const authData = this.#authenticatorData({ rpId: options.rp.id, ...doing }, credential);
    return {
      id: this.credentialId,
      clientDataJSON: clientData('webauthn.create', { challenge: options.challenge, ...doing }).toString('base64url'),
      attestationObject: cbor(
        new Map<Cbor, Cbor>([
          ['fmt', fmt],
          ['attStmt', attStmt],
          ['authData', authData],
        ]),
      ).toString('base64url'),
      transports: ['internal'],
    };
  }

  uses(options: UsingOptions, doing: Doing = {}): UsedPasskey {
    if (this.counter > 0) this.counter += 1;
    const data = clientData('webauthn.get', { challenge: options.challenge, ...doing });
    const authenticatorData = this.#authenticatorData({ rpId: options.rpId, ...doing });
    const signed = Buffer.concat([authenticatorData, sha256(data)]);
    return {
      id: this.credentialId,
      clientDataJSON: data.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign(this.#algorithm === -8 ? null : 'sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: this.userHandle,
    };
  }

  #authenticatorData(
    { rpId = '', counter = this.counter, isVerified = true, isBackedUp = this.#isSynced }: Doing,
    credential?: Buffer,
  ): Buffer {
    const flags = 1 | (isVerified ? 4 : 0) | (this.#isSynced ? 8 : 0) | (isBackedUp ? 16 : 0) | (credential ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...(credential ? [credential] : [])]);
  }
}

interface Kind {
  algorithm?: Algorithm;
  isSynced?: boolean;
  counter?: number;
  aaguid?: string;
}

function clientData(type: string, { challenge = '', origin = passkeyOrigin, crossOrigin = false }: Doing): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
}

/** Adds a passkey to the account of somebody who has a password. */
export async function addPasskey(someone: Someone, password: string, device = new Authenticator()): Promise<Authenticator> {
  const options = await someone.does('POST /api/passkeys/challenge', { body: { password } });
  await someone.does('POST /api/passkeys', { body: device.makes(options) });
  return device;
}

/** What somebody proves with a passkey who they are by. */
export async function proofBy(someone: Someone, device: Authenticator): Promise<UsedPasskey> {
  return device.uses(await someone.does('POST /api/account/passkey-challenge'));
}
