import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../database/connect.ts';
import { insertReset } from './password-reset-store.ts';

/** In milliseconds. The mail says so: 'expire dans 1 heure'. */
const linkLasts = 60 * 60 * 1000;

/** Makes the token of a link. Only its hash is kept: whoever reads the database opens no account with it. */
export async function openReset(db: Db, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertReset(db, { token_hash: tokenHash(token), user_id: userId, expires_at: Date.now() + linkLasts });
  return token;
}

/** Under which a token is kept: SHA-256, hexadecimal. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
