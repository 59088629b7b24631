import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** What a browser gave with its subscription, in base64url. */
export interface PushKeys {
  /** Its public key: an uncompressed point of P-256. */
  p256dh: string;
  auth: string;
}

/** In bytes: a push service takes no longer message (RFC 8030, 7.2), and this is one record. */
const recordSize = 4096;
const [tagSize, headerSize] = [16, 16 + 4 + 1 + 65];
/** In bytes, of the text. */
export const longestPayload = recordSize - headerSize - tagSize - 1;

interface Chosen {
  privateKey: Buffer;
  salt: Buffer;
}

/**
 * A message that only this browser can read (RFC 8291), in the coding `aes128gcm` (RFC 8188). The keys are new for each message; `chosen` are
 * those of the RFC's example.
 */
export function encrypt(payload: string, { p256dh, auth }: PushKeys, chosen?: Chosen): Buffer {
  const text = Buffer.from(payload, 'utf8');
  if (text.length > longestPayload) throw new Error('a push is too long');
  const browserKey = Buffer.from(p256dh, 'base64url');
  const pair = createECDH('prime256v1');
  if (chosen) pair.setPrivateKey(chosen.privateKey);
  else pair.generateKeys();
  const ownKey = pair.getPublicKey();
  const salt = chosen?.salt ?? randomBytes(16);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey]);
  const secret = derive(pair.computeSecret(browserKey), Buffer.from(auth, 'base64url'), info, 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  const size = Buffer.alloc(5);
  size.writeUInt32BE(recordSize);
  size.writeUInt8(ownKey.length, 4);
  // The 2 says that no record follows.
  const record = Buffer.concat([cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]);
  return Buffer.concat([salt, size, ownKey, record]);
}

function derive(key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length));
}

/** Whether it is a point of the curve: with any other nothing could be encrypted. */
export function isPoint(p256dh: string): boolean {
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    ecdh.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false;
  }
}
