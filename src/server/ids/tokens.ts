import { createHash, randomBytes } from 'node:crypto';

/** Random bytes in base64url, 192 bits unless said otherwise: whoever shows them is let in somewhere. */
export function newToken(bytes = 24): string {
  return randomBytes(bytes).toString('base64url');
}

/** All that is kept of a token, so that whoever reads the database opens nothing with it: SHA-256, hexadecimal. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
