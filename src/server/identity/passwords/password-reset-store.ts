import type { UserId } from '#shared/ids';
import type { Db } from '../../database/database.ts';

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
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
}

/** Uses a link up; returns whether it was valid. Of two simultaneous uses only one gets true. */
export async function takeReset(db: Db, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_reset')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteResetsFor(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('password_reset').where('user_id', '=', userId).execute();
}

export async function deleteExpiredResets(db: Db): Promise<void> {
  await db.deleteFrom('password_reset').where('expires_at', '<=', Date.now()).execute();
}
