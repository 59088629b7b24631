import type { ExpressionBuilder } from 'kysely';
import { latestTime } from '#shared/clock-rules';
import type { UserId } from '#shared/ids';
import type { Db } from '../../database/database.ts';
import { deleteOlder } from '../../database/delete-older.ts';
import type { Tables } from '../../database/tables.ts';

/** In milliseconds. The mail says so: 'expire dans 1 heure'. */
export const linkLasts = 60 * 60 * 1000;

/** Token hashes are SHA-256, hexadecimal. */
export async function insertReset(db: Db, reset: { token_hash: string; user_id: UserId; expires_at: number }): Promise<void> {
  await db.insertInto('password_reset').values(reset).execute();
}

/** The person whose password this link may change, if the link is valid. */
export function findReset(db: Db, tokenHash: string) {
  return db
    .selectFrom('password_reset')
    .innerJoin('user', 'user.id', 'password_reset.user_id')
    .select(['user.id', 'user.username', 'user.email', 'user.essential_cookies'])
    .where('token_hash', '=', tokenHash)
    .where(isValid)
    .executeTakeFirst();
}

/** Uses a link up; returns whether it was valid. Only one of two simultaneous uses gets true. */
export async function takeReset(db: Db, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('password_reset').where('token_hash', '=', tokenHash).where(isValid).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteResetsFor(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('password_reset').where('user_id', '=', userId).execute();
}

export function deleteExpiredResets(db: Db): Promise<number> {
  return deleteOlder(db, 'password_reset', { key: ['token_hash'], column: 'expires_at', before: Date.now() + 1 });
}

/** A link that was made while the clock was ahead is over: otherwise it would open the account until that time. */
function isValid({ and, eb }: ExpressionBuilder<Tables, 'password_reset'>) {
  const now = Date.now();
  return and([eb('expires_at', '>', now), eb('expires_at', '<=', latestTime(now, linkLasts))]);
}
