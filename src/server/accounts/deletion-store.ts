/** What the deletion of an account reads and takes away. Each query costs what the person did, not what others did. */
import type { Db } from '../database/connect.ts';

/** The boards that a person administers, the newest first. */
export function listAdministered(db: Db, userId: string) {
  return db.selectFrom('board').selectAll().where('created_by', '=', userId).orderBy('created_at', 'desc').orderBy('id').execute();
}

/** The other members of these boards. */
export function listOtherMembers(db: Db, userId: string) {
  return db
    .selectFrom('board')
    .innerJoin('board_member', 'board_member.board_id', 'board.id')
    .innerJoin('user', 'user.id', 'board_member.user_id')
    .select(['board_member.board_id', 'board_member.user_id', 'user.username', 'user.avatar'])
    .where('board.created_by', '=', userId)
    .where('board_member.user_id', '!=', userId)
    .orderBy('board_member.joined_at')
    .orderBy('board_member.user_id')
    .execute();
}

/** By board, how many activities the person logged there, and what those that count are worth. */
export function listShares(db: Db, userId: string) {
  return db
    .selectFrom('activity')
    .select(({ fn, eb, lit }) => [
      'board_id',
      fn.coalesce(fn.sum<number>(eb.case().when('undone_at', 'is', null).then(eb.ref('points')).else(0).end()), lit(0)).as('points'),
    ])
    .where('user_id', '=', userId)
    .groupBy('board_id')
    .execute();
}

export async function deleteActivitiesOn(db: Db, boardId: string, userId: string): Promise<void> {
  await db.deleteFrom('activity').where('user_id', '=', userId).where('board_id', '=', boardId).execute();
}

/** Leaves undone what the person took back, without saying who did. The boards where that was. */
export async function forgetUndoer(db: Db, userId: string): Promise<string[]> {
  const undone = await db.updateTable('activity').set({ undone_by: null }).where('undone_by', '=', userId).returning('board_id').execute();
  return [...new Set(undone.map(({ board_id }) => board_id))];
}

/** The boards that they were a member of. */
export async function deleteMemberships(db: Db, userId: string): Promise<string[]> {
  const left = await db.deleteFrom('board_member').where('user_id', '=', userId).returning('board_id').execute();
  return left.map(({ board_id }) => board_id);
}

/** With passwords, sessions, resets and mails to be sent. */
export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('user').where('id', '=', userId).execute();
}
