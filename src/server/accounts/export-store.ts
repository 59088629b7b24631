/** All rows that are about one person. What may be many comes row by row, or by the ids of a page. */
import type { Db } from '../database/connect.ts';
import { preferenceColumns } from './preferences.ts';

export function findWholeUser(db: Db, userId: string) {
  return db
    .selectFrom('user')
    .select([
      'id',
      'username',
      'email',
      'avatar',
      'points',
      'boards_count',
      'actions_count',
      'created_at',
      'updated_at',
      ...preferenceColumns,
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** The boards that the person is a member of, the latest joined first. */
export function listMemberships(db: Db, userId: string) {
  return db
    .selectFrom('board_member')
    .innerJoin('board', 'board.id', 'board_member.board_id')
    .select([
      'board.id',
      'board.title_sealed',
      'board.icon',
      'board.theme',
      'board.created_by',
      'board_member.score',
      'board_member.joined_at',
    ])
    .where('board_member.user_id', '=', userId)
    .orderBy('board_member.joined_at', 'desc')
    .orderBy('board.id')
    .execute();
}

/** In no order: sorting them all here would keep everybody waiting. */
export function streamActivityIds(db: Db, userId: string) {
  return db.selectFrom('activity').select(['id', 'logged_at']).where('user_id', '=', userId).stream();
}

export function readActivities(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('activity')
    .select(['id', 'board_id', 'action_id', 'title_sealed', 'points', 'emoji', 'logged_at', 'undone_at', 'undone_by'])
    .where('id', 'in', ids)
    .execute();
}

/** What the person took back of others. */
export function streamUndone(db: Db, userId: string) {
  return db
    .selectFrom('activity')
    .select(['id', 'board_id', 'undone_at'])
    .where('undone_by', '=', userId)
    .where('user_id', '!=', userId)
    .stream();
}

export function streamRequests(db: Db, userId: string) {
  return db
    .selectFrom('board_request')
    .selectAll()
    .where(({ or, eb }) => or([eb('from_user', '=', userId), eb('to_user', '=', userId), eb('joining_user', '=', userId)]))
    .stream();
}
