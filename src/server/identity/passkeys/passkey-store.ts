import type { Insertable } from 'kysely';
import type { PasskeyId, UserId } from '#shared/ids';
import type { Db } from '../../database/database.ts';
import { deleteOlder } from '../../database/delete-older.ts';
import type { Tables } from '../../database/tables.ts';

/** The passkey that a device knows by this id, whosever it is, with what their devices know its owner by. */
export function findPasskeyBy(db: Db, credentialId: string) {
  return db
    .selectFrom('passkey')
    .innerJoin('user', 'user.id', 'passkey.user_id')
    .selectAll('passkey')
    .select('user.passkey_handle')
    .where('passkey.credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Of one person, the oldest first. */
export function listPasskeys(db: Db, userId: UserId) {
  return db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();
}

/** What the person's devices know them by; null before their first passkey, undefined without such a person. */
export async function findPasskeyHandle(db: Db, userId: UserId): Promise<string | null | undefined> {
  return (await db.selectFrom('user').select('passkey_handle').where('id', '=', userId).executeTakeFirst())?.passkey_handle;
}

export async function savePasskeyHandle(db: Db, userId: UserId, handle: string): Promise<void> {
  await db.updateTable('user').set({ passkey_handle: handle }).where('id', '=', userId).execute();
}

export async function insertPasskey(db: Db, passkey: Insertable<Tables['passkey']>): Promise<void> {
  await db.insertInto('passkey').values(passkey).execute();
}

/** Notes a use. Whether the passkey was still there. */
export async function saveUse(db: Db, id: PasskeyId, use: Pick<Tables['passkey'], 'counter' | 'backed_up'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ ...use, last_used_at: Date.now() })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface Owned {
  id: PasskeyId;
  userId: UserId;
}

export async function renamePasskey(db: Db, { id, userId }: Owned, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deletePasskey(db: Db, { id, userId }: Owned): Promise<void> {
  await db.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', userId).execute();
}

/** Uses a challenge up; whether it was not before. Only one of two simultaneous uses gets true. */
export async function takeChallenge(db: Db, challengeHash: string, expiresAt: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenge')
    .values({ challenge_hash: challengeHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function deleteExpiredChallenges(db: Db): Promise<number> {
  return deleteOlder(db, 'used_challenge', { key: ['challenge_hash'], column: 'expires_at', before: Date.now() + 1 });
}
