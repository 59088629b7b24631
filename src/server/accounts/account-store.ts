import type { Insertable } from 'kysely';
import type { UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { preferenceColumns } from './preferences.ts';

const profile = [
  'id',
  'username',
  'email',
  'avatar',
  'points',
  'boards_count',
  'actions_count',
  'created_at',
  ...preferenceColumns,
] as const;

export function findUser(db: Db, userId: UserId) {
  return db.selectFrom('user').select(profile).where('id', '=', userId).executeTakeFirst();
}

/** Whether anybody has an account here. */
export async function isAnybodyHere(db: Db): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** `key` is a folded username: see `usernameKey`. */
export function findUserByName(db: Db, key: string) {
  return db.selectFrom('user').select(['id', 'username', 'email', 'avatar']).where('username_key', '=', key).executeTakeFirst();
}

/** `skeleton` as by `usernameSkeleton`. */
export function findUserByLook(db: Db, skeleton: string) {
  return db.selectFrom('user').select(['id', 'username']).where('username_skeleton', '=', skeleton).executeTakeFirst();
}

export function findUserByEmail(db: Db, email: string) {
  return db.selectFrom('user').select(['id', 'username']).where('email', '=', email.toLowerCase()).executeTakeFirst();
}

export async function insertUser(db: Db, user: Insertable<Tables['user']>): Promise<void> {
  await db.insertInto('user').values(user).execute();
}

/** Counts one board more for a person who has fewer than `most`; whether it was counted. */
export async function addToBoardsCount(db: Db, userId: UserId, most: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set(({ eb }) => ({ boards_count: eb('boards_count', '+', 1) }))
    .where('id', '=', userId)
    .where('boards_count', '<', most)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts one board less; never fewer than none. */
export async function takeFromBoardsCount(db: Db, userId: UserId): Promise<void> {
  await db
    .updateTable('user')
    .set(({ eb }) => ({ boards_count: eb('boards_count', '-', 1) }))
    .where('id', '=', userId)
    .where('boards_count', '>', 0)
    .execute();
}

/** The sums that achievements are measured by. */
export function findSums(db: Db, userId: UserId) {
  return db
    .selectFrom('user')
    .select(['actions_count as actions', 'points_gained as gained', 'losses_count as losses', 'boards_count as boards'])
    .where('id', '=', userId)
    .executeTakeFirst();
}
