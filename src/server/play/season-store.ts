/** Seasons: those that run, and those that are closed with their places. */
import type { Insertable, Updateable } from 'kysely';
import type { AgreementId, BoardId, SeasonId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { noEarlierThan } from '../database/times-in-order.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';
import { counts, type Logged } from './season-player-store.ts';

export type SeasonRow = Awaited<ReturnType<typeof listRunning>>[number];
export type PlaceRow = Awaited<ReturnType<typeof listPlaces>>[number];

export async function insertSeason(db: Db, season: Insertable<Tables['season']>): Promise<void> {
  await db.insertInto('season').values(season).execute();
}

export async function nextNumber(db: Db, boardId: BoardId): Promise<number> {
  const { last } = await db
    .selectFrom('season')
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .where('board_id', '=', boardId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** Those of a board that are not closed; the first may begin only tomorrow. */
export function listRunning(db: Db, boardId: BoardId) {
  return running(db, { boardId });
}

const running = preparedQuery((db, { boardId }: { boardId: BoardId }) =>
  db.selectFrom('season').selectAll().where('board_id', '=', boardId).where('closed_at', 'is', null).orderBy('number'),
);

/** Moves the days of a season that is not closed. */
export async function moveSeason(db: Db, id: SeasonId, days: Updateable<Tables['season']>): Promise<void> {
  await db.updateTable('season').set(days).where('id', '=', id).execute();
}

/** When the last of the closed seasons of a board ended, in milliseconds since 1970; null where there is none. */
export async function findLastEnd(db: Db, boardId: BoardId): Promise<number | null> {
  const { last } = await db
    .selectFrom('season')
    .select(({ fn }) => fn.max<number | null>('ends_at').as('last'))
    .where('board_id', '=', boardId)
    .where('closed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return last;
}

export function findSeason(db: Db, { boardId, seasonId }: { boardId: BoardId; seasonId: SeasonId }) {
  return db.selectFrom('season').selectAll().where('id', '=', seasonId).where('board_id', '=', boardId).executeTakeFirst();
}

/** Whether a season has this id, wherever it is. */
export async function isSeason(db: Db, id: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('season')
      .select('id')
      .where('id', '=', id as SeasonId)
      .executeTakeFirst()) !== undefined
  );
}

/** Those that had a day in a span, closed or not. */
export function listPlayedBetween(db: Db, { boardId, from, to }: { boardId: BoardId; from: string; to: string }) {
  return db
    .selectFrom('season')
    .selectAll()
    .where('board_id', '=', boardId)
    .where('starts_on', '<=', to)
    .where('last_day', '>=', from)
    .execute();
}

/** Undefined while it runs. */
export function findClosed(db: Db, seasonId: SeasonId) {
  return db.selectFrom('season').selectAll().where('id', '=', seasonId).where('closed_at', 'is not', null).executeTakeFirst();
}

/** Those of a board, the newest first, before a number. */
export function listSeasons(db: Db, { boardId, before, limit }: { boardId: BoardId; before: number; limit: number }) {
  return db
    .selectFrom('season')
    .selectAll()
    .where('board_id', '=', boardId)
    .where('number', '<', before)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
}

/** Those whose stake was won and is not ticked off, and those that were closed after a moment; the newest first. */
export const listUnpaidOrNew = preparedQuery((db, { boardId, after }: { boardId: BoardId; after: number }) =>
  db
    .selectFrom('season')
    .selectAll()
    .where('board_id', '=', boardId)
    .where((eb) => eb.or([eb('closed_at', '>', after), eb.and([eb('won', '=', 1), eb('paid_at', 'is', null)])]))
    .orderBy('number', 'desc')
    .limit(20),
);

/** Whether it was not closed yet. */
export async function closeSeason(
  db: Db,
  id: SeasonId,
  { at, revision, isWon }: { at: number; revision: number; isWon: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('season')
    .set({ closed_at: at, closed_revision: revision, won: isWon ? 1 : 0 })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertPlaces(db: Db, places: readonly Insertable<Tables['season_place']>[]): Promise<void> {
  if (places.length > 0) await db.insertInto('season_place').values(places).execute();
}

/** Ends a season that runs as if it had never begun: its agreement is kept for a while, and says so. */
export async function callOffSeason(db: Db, id: SeasonId): Promise<void> {
  await db.deleteFrom('season').where('id', '=', id).execute();
  await db
    .updateTable('agreement')
    .set({ outcome: 'called_off' })
    .where('id', '=', id as string as AgreementId)
    .execute();
}

/** In the order of the podium, with who stands there. */
export async function listPlaces(db: Db, seasonIds: readonly SeasonId[]) {
  if (seasonIds.length === 0) return [];
  return await db
    .selectFrom('season_place')
    .leftJoin('user', 'user.id', 'season_place.user_id')
    .selectAll('season_place')
    .select(['user.username', 'user.avatar'])
    .where('season_id', 'in', seasonIds)
    .orderBy('season_id')
    .orderBy('position')
    .execute();
}

export async function markPaid(db: Db, id: SeasonId, at: number): Promise<void> {
  await db
    .updateTable('season')
    .set(({ ref }) => ({ paid_at: noEarlierThan(ref('closed_at'), at) }))
    .where('id', '=', id)
    .where('paid_at', 'is', null)
    .execute();
}

/** The members of a board, in the order in which they joined. */
export function listPlayers(db: Db, boardId: BoardId) {
  return db
    .selectFrom('board_member')
    .innerJoin('user', 'user.id', 'board_member.user_id')
    .select(['board_member.user_id', 'board_member.joined_at', 'user.username', 'user.avatar'])
    .where('board_member.board_id', '=', boardId)
    .orderBy('board_member.joined_at')
    .orderBy('board_member.user_id')
    .execute();
}

/** The boards that play for something, where this person is a member or has been. */
export async function listBoardsPlayedOn(db: Db, userId: UserId): Promise<BoardId[]> {
  const of = (table: 'board_member' | 'former_member') =>
    db
      .selectFrom(table)
      .innerJoin('board', 'board.id', `${table}.board_id`)
      .select('board.id')
      .where(`${table}.user_id`, '=', userId)
      .where('board.play_revision', '>', 0);
  const rows = await of('board_member').union(of('former_member')).execute();
  return rows.map(({ id }) => id);
}

/** The closed seasons of a board in which an activity counted. */
export function listClosedWith(db: Db, { boardId, loggedAt, at, revision }: Logged) {
  return db
    .selectFrom('season')
    .select('season.id')
    .where('season.board_id', '=', boardId)
    .where('season.closed_revision', '>=', revision)
    .where((eb) => counts(eb, { boardId, loggedAt, at, revision }))
    .execute();
}

export async function markChanged(db: Db, ids: readonly SeasonId[]): Promise<void> {
  if (ids.length > 0) await db.updateTable('season').set({ changed: 1 }).where('id', 'in', ids).execute();
}
