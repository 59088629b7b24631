import { type Insertable, sql } from 'kysely';
import type { UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';
import { preferenceColumns } from './preferences.ts';

/** The address of an account; null for one without, which has its id in that column. */
export function emailOf({ email }: Pick<Tables['user'], 'email'>): string | null {
  return email.includes('@') ? email : null;
}

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

/** The same with what is left out of the points that the person is told, whether they are a guest, and until when their demo lasts. */
export const findOwnAccount = preparedQuery((db, { userId }: { userId: UserId }) =>
  db
    .selectFrom('user')
    .leftJoin('guest', 'guest.user_id', 'user.id')
    .select(profile)
    .select(['guest.user_id as guest', 'guest.demo_until'])
    .select(() => madeTogether(db, userId, 'score').as('made_together'))
    .where('id', '=', userId),
);

/** What a person has gained on boards of accomplices: it is left out of how far they are towards an achievement. */
export const findGainedTogether = preparedQuery((db, { userId }: { userId: UserId }) => madeTogether(db, userId, 'points_gained'));

/**
 * The sum of a person's shares on boards of accomplices, on which they are or were; null without any. Nobody is told their own score there, so the
 * sums that they are told leave it out (decision D53).
 */
function madeTogether(db: Db, userId: UserId, share: 'score' | 'points_gained') {
  const of = (table: 'board_member' | 'former_member') =>
    db
      .selectFrom(table)
      .innerJoin('board', 'board.id', `${table}.board_id`)
      .select(`${table}.${share} as points`)
      .where(`${table}.user_id`, '=', userId)
      .where('board.play_mode', '=', sql.lit('together'));
  return db
    .selectFrom(of('board_member').unionAll(of('former_member')).as('shared'))
    .select(({ fn }) => fn.sum<number | null>('shared.points').as('points'));
}

/** Whether anybody has an account here. Guests have none: the host of a new server may have opened a demo before their own account. */
export async function isAnybodyHere(db: Db): Promise<boolean> {
  const others = db.selectFrom('user').leftJoin('guest', 'guest.user_id', 'user.id').select('user.id').where('guest.user_id', 'is', null);
  return (await others.limit(1).executeTakeFirst()) !== undefined;
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

/** What accounts there are have of these names. `keys` are folded usernames, `skeletons` as by `usernameSkeleton`. */
export function listNamesAmong(db: Db, { keys, skeletons }: { keys: readonly string[]; skeletons: readonly string[] }) {
  return db
    .selectFrom('user')
    .select(['username_key', 'username_skeleton'])
    .where(({ or, eb }) => or([eb('username_key', 'in', keys), eb('username_skeleton', 'in', skeletons)]))
    .execute();
}

/** Gives an address to an account without one. */
export async function saveEmail(db: Db, userId: UserId, email: string): Promise<void> {
  await db.updateTable('user').set({ email: email.toLowerCase() }).where('id', '=', userId).execute();
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
