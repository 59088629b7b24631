import type { UserId } from '#shared/ids';
import type { Db } from '../../database/database.ts';
import { newToken, tokenHash } from '../../ids/tokens.ts';
import { insertReset, linkLasts } from './password-reset-store.ts';

/** The token of a link that changes this person's password. */
export async function issueReset(db: Db, userId: UserId): Promise<string> {
  const token = newToken(32);
  await insertReset(db, { token_hash: tokenHash(token), user_id: userId, expires_at: Date.now() + linkLasts });
  return token;
}

/** The address under which the person chooses another password. Behind #, where no server's log and no referrer sees the token. */
export function resetLink({ origin, token, username }: { origin: string; token: string; username: string }): string {
  return `${origin}/login#reset=${token}&pseudo=${encodeURIComponent(username)}`;
}
