/** All rows that are about one person. What may be many comes row by row, or by the ids of a page. */
import type { ActivityId, BoardId, RequestId, UserId, UserOnBoard } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import { preferenceColumns } from '../accounts/preferences.ts';

export function findWholeUser(db: Db, userId: UserId) {
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
      'passkey_handle',
      ...preferenceColumns,
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** The boards that the person is a member of, the latest joined first. */
export function listMemberships(db: Db, userId: UserId) {
  return db
    .selectFrom('board_member')
    .innerJoin('board', 'board.id', 'board_member.board_id')
    .select([
      'board.id',
      'board.title_sealed',
      'board.icon',
      'board.theme',
      'board.created_by',
      'board.time_zone',
      'board.play_mode',
      'board_member.score',
      'board_member.joined_at',
      'board_member.recap_seen',
      'board_member.film_year_seen',
      'board_member.film_anniversary_seen',
      'board_member.left_out',
    ])
    .where('board_member.user_id', '=', userId)
    .orderBy('board_member.joined_at', 'desc')
    .orderBy('board.id')
    .execute();
}

/** The next board, by id, on which the person has ever logged something. One by one: to list them all would read all they logged. */
export async function findNextBoard(db: Db, { userId, afterId }: { userId: UserId; afterId: BoardId }): Promise<BoardId | undefined> {
  const [next] = await nextBoard(db, { userId, afterId });
  return next?.board_id;
}

const nextBoard = preparedQuery((db, { userId, afterId }: { userId: UserId; afterId: BoardId }) =>
  db.selectFrom('activity').select('board_id').where('user_id', '=', userId).where('board_id', '>', afterId).orderBy('board_id').limit(1),
);

/** Where an activity stands among those of its board; `logged_at` first. */
export interface Cursor {
  id: ActivityId;
  logged_at: number;
}

/** The cursors of what a person logged on a board, in no order; undefined when there are more than `most`. */
export async function listFewCursors(db: Db, { userId, boardId }: UserOnBoard, most: number): Promise<Cursor[] | undefined> {
  const cursors = await fewCursors(db, { userId, boardId, limit: most + 1 });
  return cursors.length > most ? undefined : cursors;
}

const fewCursors = preparedQuery((db, { userId, boardId, limit }: { userId: UserId; boardId: BoardId; limit: number }) =>
  db.selectFrom('activity').select(['id', 'logged_at']).where('user_id', '=', userId).where('board_id', '=', boardId).limit(limit),
);

/** The cursors of a board's activities right before another, the newest first, with their authors. */
export function listCursorsBefore(db: Db, boardId: BoardId, before: Cursor, limit: number): Promise<(Cursor & { user_id: UserId })[]> {
  return cursorsBefore(db, { boardId, loggedAt: before.logged_at, id: before.id, limit });
}

// The author is filtered outside: the index with this order has no author, and SQLite would not use it.
const cursorsBefore = preparedQuery((db, cursor: { boardId: BoardId; loggedAt: number; id: ActivityId; limit: number }) =>
  db
    .selectFrom('activity')
    .select(['id', 'logged_at', 'user_id'])
    .where('board_id', '=', cursor.boardId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('logged_at', 'id'), '<', tuple(cursor.loggedAt, cursor.id)))
    .orderBy('logged_at', 'desc')
    .orderBy('id', 'desc')
    .limit(cursor.limit),
);

export function readActivities(db: Db, ids: readonly ActivityId[]) {
  return db
    .selectFrom('activity')
    .leftJoin('user as noter', 'noter.id', 'activity.noted_by')
    .select(['activity.id', 'activity.board_id', 'activity.action_id', 'activity.title_sealed', 'activity.points', 'activity.emoji'])
    .select([
      'activity.note_sealed',
      'activity.logged_at',
      'activity.played_at',
      'activity.undone_at',
      'activity.undone_by',
      'activity.noted_by',
    ])
    .select('noter.username as noted_by_name')
    .where('activity.id', 'in', ids)
    .execute();
}

/** The activities of others that the person undid. */
export function streamUndone(db: Db, userId: UserId) {
  return (
    db
      .selectFrom('activity')
      // The joins leave out what is left of deleted boards and people.
      .innerJoin('board', 'board.id', 'activity.board_id')
      .innerJoin('user', 'user.id', 'activity.user_id')
      .select(['activity.id', 'activity.board_id', 'activity.undone_at'])
      .where('activity.undone_by', '=', userId)
      .where('activity.user_id', '!=', userId)
      .stream()
  );
}

/** What the person noted for others. */
export function streamNotedForOthers(db: Db, userId: UserId) {
  return (
    db
      .selectFrom('activity')
      // As above.
      .innerJoin('board', 'board.id', 'activity.board_id')
      .innerJoin('user', 'user.id', 'activity.user_id')
      .select(['activity.id', 'activity.board_id', 'activity.logged_at'])
      .where('activity.noted_by', '=', userId)
      .stream()
  );
}

/** In no order. */
export function listFavouritesOf(db: Db, userId: UserId) {
  return db.selectFrom('favourite_action').select(['action_id', 'board_id', 'marked_at']).where('user_id', '=', userId).execute();
}

/** In no order. Of deleted boards and people something may still be there. */
export function streamReactions(db: Db, userId: UserId) {
  return db
    .selectFrom('reaction')
    .innerJoin('board', 'board.id', 'reaction.board_id')
    .innerJoin('activity', 'activity.id', 'reaction.activity_id')
    .innerJoin('user', 'user.id', 'activity.user_id')
    .select(['reaction.activity_id', 'reaction.board_id', 'reaction.emoji', 'reaction.reacted_at'])
    .where('reaction.user_id', '=', userId)
    .stream();
}

/** In no order. */
export function streamRequestCursors(db: Db, userId: UserId) {
  return db
    .selectFrom('board_request')
    .select(['id', 'created_at'])
    .where(({ or, eb }) => or([eb('from_user', '=', userId), eb('to_user', '=', userId), eb('joining_user', '=', userId)]))
    .stream();
}

export function readRequests(db: Db, ids: readonly RequestId[]) {
  return db.selectFrom('board_request').selectAll().where('id', 'in', ids).execute();
}
