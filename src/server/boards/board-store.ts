import type { Insertable, Selectable, Updateable } from 'kysely';
import type { PlayMode } from '#shared/play-modes';
import type { BoardId, UserId, UserOnBoard } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';
import { hashedId } from '../ids/ids.ts';
import { newsFlag } from './news-store.ts';

export type BoardRow = Selectable<Tables['board']>;
/** With the person's own membership. */
export type OwnBoardRow = BoardRow & { active_since: number } & Pick<
    Selectable<Tables['board_member']>,
    'recap_seen' | 'film_year_seen' | 'film_anniversary_seen'
  >;

/** The parts of a board that changed: readers of an older revision need them again. `activities` when some were deleted. */
export type BoardPart = 'members' | 'actions' | 'settings' | 'activities' | 'play';

/** A board, without checking who asks; {@link findBoardFor} checks. */
export function findBoard(db: Db, boardId: BoardId): Promise<BoardRow | undefined> {
  return db.selectFrom('board').selectAll().where('id', '=', boardId).executeTakeFirst();
}

/** A board of this person's, or undefined: somebody else's board and a missing one are the same. */
export async function findBoardFor(db: Db, of: UserOnBoard): Promise<OwnBoardRow | undefined> {
  const [board] = await boardsFor(db, of);
  return board;
}

const boardsFor = preparedQuery((db, { userId, boardId }: UserOnBoard) =>
  db
    .selectFrom('board_member')
    .innerJoin('board', 'board.id', 'board_member.board_id')
    .selectAll('board')
    .select(['board_member.joined_at as active_since', 'board_member.recap_seen'])
    .select(['board_member.film_year_seen', 'board_member.film_anniversary_seen'])
    .where('board_member.board_id', '=', boardId)
    .where('board_member.user_id', '=', userId),
);

/** The time zone of the board that a person has been on for longest; undefined where they are on none. */
export async function findZoneOfBoards(db: Db, userId: UserId): Promise<string | undefined> {
  const board = await db
    .selectFrom('board_member')
    .innerJoin('board', 'board.id', 'board_member.board_id')
    .select('board.time_zone')
    .where('board_member.user_id', '=', userId)
    .orderBy('board_member.joined_at')
    .orderBy('board.id')
    .limit(1)
    .executeTakeFirst();
  return board?.time_zone;
}

/** The boards of a person as cards, in no order. */
export const listBoardsFor = preparedQuery((db, { userId }: { userId: UserId }) =>
  asCards(db)
    .innerJoin('board_member as own', 'own.board_id', 'board.id')
    .select(['own.joined_at as active_since', 'board.recap_week', 'own.recap_seen', 'own.seen_revision', 'own.muted'])
    .select(['board.film_year', 'board.film_anniversary', 'own.film_year_seen', 'own.film_anniversary_seen'])
    .select((eb) => newsFlag(eb).as('has_news'))
    .where('own.user_id', '=', userId),
);

/** The title, icon and theme of a board, as lists show them. */
export async function listBoardHeads(db: Db, boardIds: readonly BoardId[]) {
  if (boardIds.length === 0) return [];
  return await db.selectFrom('board').select(['id', 'title_sealed', 'icon', 'theme']).where('id', 'in', boardIds).execute();
}

export function findBoardAsCard(db: Db, boardId: BoardId) {
  return asCards(db).select('board.created_at as active_since').where('board.id', '=', boardId).executeTakeFirst();
}

/** What {@link BoardHead} needs: a list of boards is read often. */
const headColumns = [
  'id',
  'title_sealed',
  'icon',
  'theme',
  'created_by',
  'link_enabled',
  'time_zone',
  'play_mode',
  'total_points',
  'revision',
  'lit_on',
  'flame_days',
  'flame_jokers',
  'flame_record',
  'joker_used_on',
  'flame_revision',
  'play_revision',
] as const satisfies readonly (keyof BoardRow)[];
export type BoardHead = Pick<BoardRow, (typeof headColumns)[number]>;

function asCards(db: Db) {
  return db
    .selectFrom('board')
    .leftJoin('activity as newest', (join) =>
      join.onRef('newest.board_id', '=', 'board.id').on(({ eb, selectFrom }) =>
        eb(
          'newest.board_revision',
          '=',
          selectFrom('activity')
            .whereRef('activity.board_id', '=', 'board.id')
            .select(({ fn }) => fn.max('activity.board_revision').as('last')),
        ),
      ),
    )
    .leftJoin('user as author', 'author.id', 'newest.user_id')
    .select(headColumns.map((column) => `board.${column}` as const))
    .select(['newest.logged_at as newest_at', 'author.id as newest_by', 'author.username as newest_by_name'])
    .select(({ selectFrom }) => [
      selectFrom('board_member')
        .whereRef('board_member.board_id', '=', 'board.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('member_count'),
      selectFrom('board_action')
        .whereRef('board_action.board_id', '=', 'board.id')
        .where('board_action.retired_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('action_count'),
      selectFrom('activity')
        .whereRef('activity.board_id', '=', 'board.id')
        .select(({ fn }) => fn.max('activity.logged_at').as('last'))
        .as('last_logged_at'),
    ]);
}

/** The revisions of the boards that exist. */
export function findRevisions(db: Db, boardIds: readonly BoardId[]) {
  return db.selectFrom('board').select(['id', 'revision']).where('id', 'in', boardIds).execute();
}

export function readRevisions(db: Db, userId: UserId) {
  return db
    .selectFrom('board_member')
    .innerJoin('board', 'board.id', 'board_member.board_id')
    .select(['board.id', 'board.revision'])
    .where('board_member.user_id', '=', userId)
    .execute();
}

/** Whether there was no board of this id yet. */
export async function insertBoard(db: Db, board: Insertable<Tables['board']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('board')
    .values(board)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

interface BoardColumns extends Omit<Updateable<Tables['board']>, 'total_points' | 'revision'> {
  /** More, or less, than the board has. */
  points?: number;
}

/** Saves the changed columns and counts the change once, however many parts it touches; returns the board as it is now. */
export async function changeBoard(
  db: Db,
  boardId: BoardId,
  changed: BoardPart | readonly BoardPart[],
  { points = 0, ...columns }: BoardColumns = {},
): Promise<BoardRow> {
  const parts = typeof changed === 'string' ? [changed] : changed;
  return await db
    .updateTable('board')
    .set(({ eb }) => {
      const next = eb('revision', '+', 1);
      const marks = Object.fromEntries(parts.map((part) => [`${part}_revision`, next]));
      const total = points === 0 ? {} : { total_points: eb('total_points', '+', points) };
      return { ...columns, ...total, revision: next, ...marks, updated_at: Date.now() };
    })
    .where('id', '=', boardId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Has everybody read settings and members again with the next change of the board: scores are told now, or no more. */
export async function switchPlayMode(db: Db, boardId: BoardId, mode: PlayMode): Promise<void> {
  await db
    .updateTable('board')
    .set(({ eb }) => {
      const next = eb('revision', '+', 1);
      return { play_mode: mode, settings_revision: next, members_revision: next };
    })
    .where('id', '=', boardId)
    .execute();
}

/** Deletes the board with its members and its key; its id is never used again. What may be much is left behind: see `erasures.ts`. */
export async function deleteBoardRow(db: Db, boardId: BoardId): Promise<void> {
  await db.deleteFrom('board').where('id', '=', boardId).execute();
  await db
    .insertInto('deleted_board')
    .values({ id_hash: hashedId(boardId) })
    .execute();
}

export async function wasDeleted(db: Db, boardId: BoardId): Promise<boolean> {
  const row = await db.selectFrom('deleted_board').select('id_hash').where('id_hash', '=', hashedId(boardId)).executeTakeFirst();
  return row !== undefined;
}
