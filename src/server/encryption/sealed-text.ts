import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';

/** Where a sealed text lives. It cannot be decrypted anywhere else: a text moved to another row or column is refused. */
export interface SealedField {
  table: string;
  column: string;
  row: string;
  board: string;
  /** Identifies the key, so that a text is never tried with a successor of it. */
  keyId: string;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a random 96-bit nonce; base64url of nonce, tag and ciphertext. */
export function seal(key: Buffer, plain: string | Buffer, field: SealedField): string {
  const nonce = newNonce();
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(associatedData(field));
  const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  const rest = cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), text, rest]).toString('base64url');
}

/** The bytes that were sealed. Throws when key, field or bytes are not those of the sealing. */
export function decrypt(key: Buffer, sealed: string, field: SealedField): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(associatedData(field));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
}

// Asking the system for many at once is several times cheaper for each.
const nonces = Buffer.alloc(nonceBytes * 256);
let used = nonces.length;

function newNonce(): Buffer {
  if (used === nonces.length) {
    randomFillSync(nonces);
    used = 0;
  }
  used += nonceBytes;
  // A copy: the next refill must not change a nonce in use.
  return Buffer.from(nonces.subarray(used - nonceBytes, used));
}

// JSON keeps the parts distinct, whatever characters they contain.
function associatedData({ table, column, row, board, keyId }: SealedField): Buffer {
  return Buffer.from(JSON.stringify([table, column, row, board, keyId]));
}
