import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import { type Slots, unionOfSlots } from '../database/slots.ts';

/** An activity with the name and avatar of its author, and the name of who undid it, as far as the accounts still exist. */
export type ActivityRow = Awaited<ReturnType<typeof listActivities>>[number];

/** The same without what became of it: what logging needs. */
export type LoggedRow = Omit<ActivityRow, 'undone_at' | 'undone_by' | 'undone_by_name' | 'reactions_revision' | 'changed_revision'>;

/** Newest first: those before revision `before`, or the newest of all; with `after`, only those later than it. */
export function listActivities(db: Db, boardId: string, before: number | null, limit: number, after?: number) {
  return withUndoer(db)
    .where('activity.board_id', '=', boardId)
    .$if(before !== null, (query) => query.where('activity.board_revision', '<', before ?? 0))
    .$if(after !== undefined, (query) => query.where('activity.board_revision', '>', after ?? 0))
    .orderBy('activity.board_revision', 'desc')
    .limit(limit)
    .execute();
}

/** Those that changed after revision `after`, the latest changed first. */
export function listChanged(db: Db, boardId: string, after: number, limit: number) {
  return withUndoer(db)
    .where('activity.board_id', '=', boardId)
    .where('activity.changed_revision', '>', after)
    .orderBy('activity.changed_revision', 'desc')
    .limit(limit)
    .execute();
}

export function findActivity(db: Db, boardId: string, activityId: string) {
  return withUndoer(db)
    .select(['activity.undone_revision', 'activity.score_after', 'activity.through_zero'])
    .where('activity.id', '=', activityId)
    .where('activity.board_id', '=', boardId)
    .executeTakeFirst();
}

interface Logged {
  userId: string;
  boardId: string;
  since: number;
  /** Only the newest so many are counted. */
  newest: number;
}

/** How often a person logged each action on a board since then, in no order. Those that were undone do not count. */
export const countLogged = preparedQuery((db, logged: Logged) => loggedOn(db, logged.boardId, logged));

/** The same on several boards. */
export const countLoggedInSlots = preparedQuery((db, logged: Slots & Omit<Logged, 'boardId'>) =>
  unionOfSlots(logged, (boardId) => loggedOn(db, boardId, logged)),
);

function loggedOn(db: Db, boardId: string, { userId, since, newest }: Omit<Logged, 'boardId'>) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('activity')
        .select('action_id')
        .where('user_id', '=', userId)
        .where('board_id', '=', boardId)
        .where('logged_at', '>=', since)
        .where('undone_at', 'is', null)
        .orderBy('logged_at', 'desc')
        .limit(newest)
        .as('logged'),
    )
    .select(({ fn }) => ['action_id', fn.countAll<number>().as('times')])
    .groupBy('action_id');
}

interface Often {
  userId: string;
  since: number;
  /** So many times at least. */
  times: number;
}

/** The boards of a person on which they logged that often since then. Of each no more than that many are looked at. */
export async function listBoardsLoggedOften(db: Db, often: Often): Promise<string[]> {
  const rows = await timesAgo(db, { userId: often.userId, newer: often.times - 1 });
  return rows.flatMap(({ board_id, logged_at }) => (logged_at !== null && logged_at >= often.since ? [board_id] : []));
}

const timesAgo = preparedQuery((db, { userId, newer }: { userId: string; newer: number }) =>
  db
    .selectFrom('board_member')
    .where('board_member.user_id', '=', userId)
    .select(({ selectFrom }) => [
      'board_member.board_id',
      selectFrom('activity')
        .select('activity.logged_at')
        .whereRef('activity.user_id', '=', 'board_member.user_id')
        .whereRef('activity.board_id', '=', 'board_member.board_id')
        .where('activity.undone_at', 'is', null)
        .orderBy('activity.logged_at', 'desc')
        .limit(1)
        .offset(newer)
        .as('logged_at'),
    ]),
);

interface Newest {
  boardId: string;
  since: number;
  /** Only so many are looked at, those that were undone included. */
  newest: number;
  /** Of the actions. */
  limit: number;
}

/** The actions logged most on a board since then, the most logged first; as often, the one logged last. Without what was undone. */
export const countNewestLogged = preparedQuery((db, { boardId, since, newest, limit }: Newest) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('activity')
        .select(['id', 'user_id', 'action_id', 'logged_at', 'undone_at'])
        .where('board_id', '=', boardId)
        .where('logged_at', '>=', since)
        .orderBy('logged_at', 'desc')
        .orderBy('id', 'desc')
        .limit(newest)
        .as('logged'),
    )
    // Activities of a deleted account stay until they are erased, but must not be seen.
    .innerJoin('user', 'user.id', 'logged.user_id')
    .where('logged.undone_at', 'is', null)
    .groupBy('logged.action_id')
    .select(({ fn }) => ['logged.action_id', fn.countAll<number>().as('times'), fn.max('logged.logged_at').as('last_at')])
    .orderBy('times', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('logged.action_id')
    .limit(limit),
);

/** The activities of some actions that were logged on a board at these moments, in the order of their ids. */
export async function listLoggedAt(db: Db, boardId: string, actions: readonly { action_id: string; last_at: number }[]) {
  if (actions.length === 0) return [];
  return await db
    .selectFrom('activity')
    .innerJoin('user', 'user.id', 'activity.user_id')
    .select(['activity.id', 'activity.action_id', 'activity.logged_at', 'activity.title_sealed', 'activity.emoji', 'activity.points'])
    .where('activity.board_id', '=', boardId)
    .where(
      'activity.action_id',
      'in',
      actions.map(({ action_id }) => action_id),
    )
    .where(
      'activity.logged_at',
      'in',
      actions.map(({ last_at }) => last_at),
    )
    .where('activity.undone_at', 'is', null)
    .orderBy('activity.id')
    .execute();
}

interface Undoing {
  at: number;
  by: string;
  /** Of the board. */
  revision: number;
}

/** Whether it was there and not undone yet. */
export async function markUndone(db: Db, activityId: string, { at, by, revision }: Undoing): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('activity')
    .set({ undone_at: at, undone_by: by, undone_revision: revision })
    .where('id', '=', activityId)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function withAuthor(db: Db) {
  return db
    .selectFrom('activity')
    .leftJoin('user', 'user.id', 'activity.user_id')
    .select([
      'activity.id',
      'activity.board_id',
      'activity.user_id',
      'activity.title_sealed',
      'activity.points',
      'activity.emoji',
      'activity.logged_at',
      'activity.board_revision',
      'user.username',
      'user.avatar',
    ]);
}

function withUndoer(db: Db) {
  return (
    withAuthor(db)
      // Activities of a deleted account stay until they are erased, but must not be seen.
      .where('user.id', 'is not', null)
      .leftJoin('user as undoer', 'undoer.id', 'activity.undone_by')
      .select([
        'activity.undone_at',
        'activity.undone_by',
        'activity.reactions_revision',
        'activity.changed_revision',
        'undoer.username as undone_by_name',
      ])
  );
}
