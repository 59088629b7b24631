/** What each player has scored in the seasons that run: kept, since summing the days of a year at each read held up all others. */
import type { Expression, ExpressionBuilder, Selectable } from 'kysely';
import type { BoardId, SeasonId, UserId, UserOnBoard } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedChange, preparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';

export type PlayerRow = Awaited<ReturnType<typeof listPlayersOnBoards>>[number];

export interface Logged {
  boardId: BoardId;
  /** In milliseconds since 1970. */
  loggedAt: number;
  /** The moment that it counts at, which is earlier where it was noted the day after. */
  at: number;
  /** The board's revision that the log made. */
  revision: number;
}

/** One activity, or the columns of many. */
type Logs = Logged | (Pick<Logged, 'boardId'> & { [Name in 'loggedAt' | 'at' | 'revision']: Expression<number> });

/** Whether an activity counts in a season: it is of its days and was logged before its end, after it was agreed to, and is of no day of a pause. */
export function counts(
  { and, or, eb, not, exists, selectFrom }: ExpressionBuilder<Tables, 'season'>,
  { boardId, loggedAt, at, revision }: Logs,
) {
  return and([
    eb('season.starts_at', '<=', at),
    eb('season.ends_at', '>', loggedAt),
    or([eb('season.first_revision', 'is', null), eb('season.first_revision', '<', revision)]),
    not(
      exists(
        selectFrom('pause')
          .select('pause.id')
          .where('pause.board_id', '=', boardId)
          .where('pause.starts_at', '<=', at)
          .where('pause.ends_at', '>', at)
          .where('pause.first_revision', '<', revision),
      ),
    ),
  ]);
}

interface Share extends Logged {
  userId: UserId;
  /** Negative to take them off. */
  points: number;
  /** 1, or -1 for an activity that is undone. */
  actions: 1 | -1;
}

/** Moves what somebody has scored in the running seasons of a board by one activity. One statement, however many seasons. */
export const moveInSeasons = preparedChange((db, { userId, points, actions, boardId, loggedAt, at, revision }: Share) =>
  db
    .updateTable('season_player')
    .set(({ eb }) => ({ points: eb('points', '+', points), actions: eb('actions', '+', actions) }))
    .where('user_id', '=', userId)
    .where(
      'season_id',
      'in',
      db
        .selectFrom('season')
        .select('season.id')
        .where('season.board_id', '=', boardId)
        .where('season.closed_at', 'is', null)
        .where((eb) => counts(eb, { boardId, loggedAt, at, revision })),
    ),
);

/** All members of a board play in a season that they have agreed to. */
export async function insertPlayers(db: Db, seasonId: SeasonId, userIds: readonly UserId[]): Promise<void> {
  const rows = userIds.map((userId) => ({ season_id: seasonId, user_id: userId, points: 0, actions: 0, joined_late: 0 }));
  await db.insertInto('season_player').values(rows).execute();
}

/** Has a new member play in what goes on. Somebody who was there in it before, and was let in again, goes on with what they had. */
export async function joinSeasons(db: Db, { userId, boardId }: UserOnBoard, now: number): Promise<void> {
  await db
    .insertInto('season_player')
    .columns(['season_id', 'user_id', 'points', 'actions', 'joined_late'])
    .expression(
      openAt(db, boardId, now).select(({ val, eb }) => [
        'season.id',
        val(userId).as('user_id'),
        val(0).as('points'),
        val(0).as('actions'),
        eb.case().when('season.starts_at', '<=', now).then(1).else(0).end().as('joined_late'),
      ]),
    )
    .onConflict((conflict) => conflict.columns(['season_id', 'user_id']).doNothing())
    .execute();
}

/** Takes somebody who leaves out of what has not begun: coming back later, they were not there from its start. */
export async function leaveSeasons(db: Db, { userId, boardId }: UserOnBoard, now: number): Promise<void> {
  await db
    .deleteFrom('season_player')
    .where('user_id', '=', userId)
    .where('season_id', 'in', openAt(db, boardId, now).select('season.id').where('season.starts_at', '>', now))
    .execute();
}

function openAt(db: Db, boardId: BoardId, now: number) {
  return db
    .selectFrom('season')
    .where('season.board_id', '=', boardId)
    .where('season.closed_at', 'is', null)
    .where('season.ends_at', '>', now);
}

/**
 * The players of the running seasons of these boards: members in the order in which they joined, and those who left, who have no `joined_at`. Deleted
 * accounts are left out.
 */
export async function listPlayersOnBoards(db: Db, boardIds: readonly BoardId[]) {
  return boardIds.length === 0 ? [] : await playersOf(db).where('season.board_id', 'in', boardIds).execute();
}

/** The players of the running seasons of one board, in the same order. */
export function listPlayersOn(db: Db, boardId: BoardId) {
  return playersOn(db, { boardId });
}

const playersOn = preparedQuery((db, { boardId }: { boardId: BoardId }) => playersOf(db).where('season.board_id', '=', boardId));

function playersOf(db: Db) {
  return db
    .selectFrom('season')
    .innerJoin('season_player', 'season_player.season_id', 'season.id')
    .innerJoin('user', 'user.id', 'season_player.user_id')
    .leftJoin('board_member', (join) =>
      join.onRef('board_member.board_id', '=', 'season.board_id').onRef('board_member.user_id', '=', 'season_player.user_id'),
    )
    .selectAll('season_player')
    .select(['user.username', 'user.avatar', 'board_member.joined_at'])
    .where('season.closed_at', 'is', null)
    .orderBy('board_member.joined_at')
    .orderBy('season_player.user_id');
}

/**
 * Counts anew what everybody has scored in a season that is about to be closed: what decides a stake rests on no kept sum. Somebody who joined, or
 * logged something, by way of an older copy of the program gets their row.
 */
export async function recountPlayers(
  db: Db,
  { id, board_id: boardId }: Pick<Selectable<Tables['season']>, 'id' | 'board_id'>,
): Promise<void> {
  await db
    .insertInto('season_player')
    .columns(['season_id', 'user_id', 'points', 'actions', 'joined_late'])
    .expression(
      db
        .selectFrom('season')
        .innerJoin('board_member', 'board_member.board_id', 'season.board_id')
        .select(({ val, eb, ref }) => [
          'season.id',
          'board_member.user_id',
          val(0).as('points'),
          val(0).as('actions'),
          eb.case().when('board_member.joined_at', '>=', ref('season.starts_at')).then(1).else(0).end().as('joined_late'),
        ])
        .where('season.id', '=', id)
        .whereRef('board_member.joined_at', '<', 'season.ends_at'),
    )
    .onConflict((conflict) => conflict.columns(['season_id', 'user_id']).doNothing())
    .execute();
  await db.updateTable('season_player').set({ points: 0, actions: 0 }).where('season_id', '=', id).execute();
  const counted = await db
    .selectFrom('season')
    .innerJoin('activity', 'activity.board_id', 'season.board_id')
    // Those of deleted accounts count no more, and wait to be erased.
    .innerJoin('user', 'user.id', 'activity.user_id')
    .select(({ fn }) => ['activity.user_id', fn.sum<number>('activity.points').as('points'), fn.countAll<number>().as('actions')])
    .where('season.id', '=', id)
    .where('activity.undone_at', 'is', null)
    .where((eb) =>
      counts(eb, {
        boardId,
        loggedAt: eb.ref('activity.logged_at'),
        at: eb.fn.coalesce('activity.played_at', 'activity.logged_at'),
        revision: eb.ref('activity.board_revision'),
      }),
    )
    .groupBy('activity.user_id')
    .execute();
  if (counted.length === 0) return;
  await db
    .insertInto('season_player')
    .values(counted.map((one) => ({ season_id: id, ...one, joined_late: 0 })))
    .onConflict((conflict) =>
      conflict
        .columns(['season_id', 'user_id'])
        .doUpdateSet(({ ref }) => ({ points: ref('excluded.points'), actions: ref('excluded.actions') })),
    )
    .execute();
}

/** Deletes players of closed seasons, which only an older copy of the program leaves. Returns how many there were. */
export async function deletePlayersOfClosed(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('season_player')
    .where('season_id', 'in', (query) => query.selectFrom('season').select('season.id').where('season.closed_at', 'is not', null))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes the players of a season that is closed now: its places have what they scored. */
export async function deletePlayers(db: Db, seasonId: SeasonId): Promise<void> {
  await db.deleteFrom('season_player').where('season_id', '=', seasonId).execute();
}
