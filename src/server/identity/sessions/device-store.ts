import type { UserId } from '#shared/ids';
import type { Db } from '../../database/database.ts';
import { deleteOlder } from '../../database/delete-older.ts';
import { newId } from '../../ids/ids.ts';

/** Token hashes are SHA-256, hexadecimal. */
export function findDevice(db: Db, tokenHash: string, userId: UserId) {
  return db
    .selectFrom('known_device')
    .select(['id', 'last_used_at'])
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Whether anybody signed in on it. */
export async function isDeviceOfAnybody(db: Db, tokenHash: string): Promise<boolean> {
  const row = await db.selectFrom('known_device').select('user_id').where('token_hash', '=', tokenHash).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The latest used first. */
export function listDevices(db: Db, userId: UserId) {
  return db
    .selectFrom('known_device')
    .select('last_used_at')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .execute();
}

/** Adds a device or renews its last use; a known one keeps its id. */
export async function saveDevice(db: Db, tokenHash: string, userId: UserId): Promise<void> {
  const last_used_at = Date.now();
  await db
    .insertInto('known_device')
    .values({ id: newId(), token_hash: tokenHash, user_id: userId, last_used_at })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ last_used_at }))
    .execute();
}

/** Gives a device another token, for everybody who signed in on it. */
export async function changeDeviceToken(db: Db, before: string, after: string): Promise<void> {
  await db.updateTable('known_device').set({ token_hash: after }).where('token_hash', '=', before).execute();
}

/** Forgets all devices of a person but the latest used ones and the one with this token. */
export async function deleteOldDevices(db: Db, { userId, tokenHash }: { userId: UserId; tokenHash: string }, keep: number): Promise<void> {
  await db
    .deleteFrom('known_device')
    .where('user_id', '=', userId)
    // Other devices may have times of use that lie in the future, since the clock was ahead.
    .where('token_hash', '<>', tokenHash)
    .where('token_hash', 'not in', (query) =>
      query
        .selectFrom('known_device')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('token_hash')
        .limit(keep),
    )
    .execute();
}

export async function deleteDevices(db: Db, userId: UserId, exceptTokenHash = ''): Promise<void> {
  await db.deleteFrom('known_device').where('user_id', '=', userId).where('token_hash', '<>', exceptTokenHash).execute();
}

/** `before` in milliseconds since 1970. */
export function deleteDevicesUnusedSince(db: Db, before: number): Promise<number> {
  return deleteOlder(db, 'known_device', { key: ['token_hash', 'user_id'], column: 'last_used_at', before });
}
