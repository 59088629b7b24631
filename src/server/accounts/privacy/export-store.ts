/** All rows that are about one person. What may be many comes row by row, or by the ids of a page. */
import type { Db } from '../../database/database.ts';
import { preparedQuery } from '../../database/prepared-query.ts';
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

/** The next board, by id, on which the person has ever logged something. One by one: to list them all would read all they logged. */
export async function findNextBoard(db: Db, userId: string, afterId: string): Promise<string | undefined> {
  const [next] = await nextBoard(db, { userId, afterId });
  return next?.board_id;
}

const nextBoard = preparedQuery((db, { userId, afterId }: { userId: string; afterId: string }) =>
  db.selectFrom('activity').select('board_id').where('user_id', '=', userId).where('board_id', '>', afterId).orderBy('board_id').limit(1),
);

/** Where an activity stands among those of its board. */
export interface Place {
  id: string;
  logged_at: number;
}

/** The person's places on a board, in no order; none when they are more than `most`. */
export async function listFewPlaces(db: Db, userId: string, boardId: string, most: number): Promise<Place[] | undefined> {
  const places = await fewPlaces(db, { userId, boardId, limit: most + 1 });
  return places.length > most ? undefined : places;
}

const fewPlaces = preparedQuery((db, { userId, boardId, limit }: { userId: string; boardId: string; limit: number }) =>
  db.selectFrom('activity').select(['id', 'logged_at']).where('user_id', '=', userId).where('board_id', '=', boardId).limit(limit),
);

/** The places on a board right before another, the newest first, with whose they are. */
export function listPlaces(db: Db, boardId: string, before: Place, limit: number): Promise<(Place & { user_id: string })[]> {
  return placesBefore(db, { boardId, loggedAt: before.logged_at, id: before.id, limit });
}

// Whose they are is not asked for here: the index that has them in this order does not know, and would be passed over.
const placesBefore = preparedQuery((db, place: { boardId: string; loggedAt: number; id: string; limit: number }) =>
  db
    .selectFrom('activity')
    .select(['id', 'logged_at', 'user_id'])
    .where('board_id', '=', place.boardId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('logged_at', 'id'), '<', tuple(place.loggedAt, place.id)))
    .orderBy('logged_at', 'desc')
    .orderBy('id', 'desc')
    .limit(place.limit),
);

export function readActivities(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('activity')
    .select(['id', 'board_id', 'action_id', 'title_sealed', 'points', 'emoji', 'logged_at', 'undone_at', 'undone_by'])
    .where('id', 'in', ids)
    .execute();
}

/** What the person took back of others. */
export function streamUndone(db: Db, userId: string) {
  return (
    db
      .selectFrom('activity')
      // Of deleted boards and people something may still be there.
      .innerJoin('board', 'board.id', 'activity.board_id')
      .innerJoin('user', 'user.id', 'activity.user_id')
      .select(['activity.id', 'activity.board_id', 'activity.undone_at'])
      .where('activity.undone_by', '=', userId)
      .where('activity.user_id', '!=', userId)
      .stream()
  );
}

/** In no order. */
export function streamRequestPlaces(db: Db, userId: string) {
  return db
    .selectFrom('board_request')
    .select(['id', 'created_at'])
    .where(({ or, eb }) => or([eb('from_user', '=', userId), eb('to_user', '=', userId), eb('joining_user', '=', userId)]))
    .stream();
}

export function readRequests(db: Db, ids: readonly string[]) {
  return db.selectFrom('board_request').selectAll().where('id', 'in', ids).execute();
}
