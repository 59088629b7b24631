import type { Insertable } from 'kysely';
import type { ActivityId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** The losses that wait for the avowal of a person, the oldest first, with who noted each. `now` in milliseconds since 1970. */
export function listOwedLosses(db: Db, userId: UserId, now: number) {
  return withSender(db)
    .where('owed_loss.to_user', '=', userId)
    .where('owed_loss.lapses_at', '>', now)
    .orderBy('owed_loss.made_at')
    .orderBy('owed_loss.id')
    .execute();
}

/** Also one that is void. */
export function findOwedLoss(db: Db, id: ActivityId) {
  return withSender(db).where('owed_loss.id', '=', id).executeTakeFirst();
}

function withSender(db: Db) {
  return db
    .selectFrom('owed_loss')
    .innerJoin('user', 'user.id', 'owed_loss.from_user')
    .selectAll('owed_loss')
    .select(['user.username', 'user.avatar']);
}

/** Those that a person noted, and those that were noted for them. */
export function listOwedLossesOf(db: Db, userId: UserId) {
  return db
    .selectFrom('owed_loss')
    .selectAll()
    .where(({ eb, or }) => or([eb('from_user', '=', userId), eb('to_user', '=', userId)]))
    .orderBy('made_at')
    .orderBy('id')
    .execute();
}

/** How many wait that one person noted for another, on whichever boards. */
export async function countOwedLosses(db: Db, { from, to, now }: { from: UserId; to: UserId; now: number }): Promise<number> {
  const { count } = await db
    .selectFrom('owed_loss')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('from_user', '=', from)
    .where('to_user', '=', to)
    .where('lapses_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertOwedLoss(db: Db, row: Insertable<Tables['owed_loss']>): Promise<void> {
  await db.insertInto('owed_loss').values(row).execute();
}

export async function voidOwedLoss(db: Db, id: ActivityId, now: number): Promise<void> {
  await db.updateTable('owed_loss').set({ lapses_at: now }).where('id', '=', id).execute();
}

export async function deleteOwedLoss(db: Db, id: ActivityId): Promise<void> {
  await db.deleteFrom('owed_loss').where('id', '=', id).execute();
}

/** Made at this moment, in milliseconds since 1970, or before it. */
export async function deleteOwedLossesBefore(db: Db, madeAt: number): Promise<void> {
  await db.deleteFrom('owed_loss').where('made_at', '<=', madeAt).execute();
}
