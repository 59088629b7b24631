import { createHash, randomBytes } from 'node:crypto';

/** Random bytes in base64url, 192 bits by default. Showing them grants access. */
export function newToken(bytes = 24): string {
  return randomBytes(bytes).toString('base64url');
}

/** The SHA-256 of a token, in hexadecimal. Only this is stored, so that a stolen database opens nothing. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
