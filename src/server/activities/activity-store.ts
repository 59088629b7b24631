import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import { listErasedAuthors } from '../erasure/erasure-store.ts';

/** An activity with the name and avatar of its author, and the name of who undid it, as far as the accounts still exist. */
export type ActivityRow = Awaited<ReturnType<typeof listActivities>>[number];

/** The same without what became of it: what logging needs. */
export type LoggedRow = Omit<ActivityRow, 'undone_at' | 'undone_by' | 'undone_by_name' | 'reactions_revision'>;

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

/** Those that were undone after revision `after`, the latest undone first. */
export function listUndone(db: Db, boardId: string, after: number, limit: number) {
  return withUndoer(db)
    .where('activity.board_id', '=', boardId)
    .where('activity.undone_revision', '>', after)
    .orderBy('activity.undone_revision', 'desc')
    .limit(limit)
    .execute();
}

/** Those whose reactions changed after revision `after`, the latest first. */
export function listReacted(db: Db, boardId: string, after: number, limit: number) {
  return withUndoer(db)
    .where('activity.board_id', '=', boardId)
    .where('activity.reactions_revision', '>', after)
    .orderBy('activity.reactions_revision', 'desc')
    .limit(limit)
    .execute();
}

export function findActivity(db: Db, boardId: string, activityId: string) {
  return withUndoer(db)
    .select(['activity.undone_revision', 'activity.score_after'])
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
export const countLogged = preparedQuery((db, { userId, boardId, since, newest }: Logged) =>
  db
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
    .groupBy('action_id'),
);

interface Newest {
  boardId: string;
  since: number;
  /** Only so many are looked at, those that were undone included. */
  newest: number;
}

/** What was logged last on a board since then, newest first, without what was undone. */
export const listNewestLogged = preparedQuery((db, { boardId, since, newest }: Newest) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('activity')
        .select(['id', 'user_id', 'action_id', 'title_sealed', 'emoji', 'points', 'logged_at', 'undone_at'])
        .where('board_id', '=', boardId)
        .where('logged_at', '>=', since)
        .orderBy('logged_at', 'desc')
        .orderBy('id', 'desc')
        .limit(newest)
        .as('logged'),
    )
    // Activities of a deleted account stay until they are erased, but must not be seen.
    .innerJoin('user', 'user.id', 'logged.user_id')
    .select(['logged.id', 'logged.action_id', 'logged.title_sealed', 'logged.emoji', 'logged.points'])
    .where('logged.undone_at', 'is', null)
    .orderBy('logged.logged_at', 'desc')
    .orderBy('logged.id', 'desc'),
);

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

/** Where a page of the feed ends. */
export interface FeedCursor {
  loggedAt: number;
  id: string;
}

/** SQLite joins at most 500 selects in one statement. */
const boardsAtOnce = 200;

/**
 * The newest activities over many boards. Of each board at most a page is looked at, and that in its index alone: the cost grows with
 * the number of boards and not with what is on them. Only the rows shown are read whole.
 */
export async function listFeed(db: Db, boardIds: readonly string[], before: FeedCursor | null, limit: number) {
  const cursors: FeedCursor[] = [];
  const unseen = await listErasedAuthors(db);
  for (let start = 0; start < boardIds.length; start += boardsAtOnce) {
    const [first, ...others] = boardIds.slice(start, start + boardsAtOnce).map((boardId) => newestOf(db, boardId, before, limit, unseen));
    if (first) cursors.push(...(await others.reduce((all, next) => all.unionAll(next), first).execute()));
  }
  const newest = cursors.toSorted((a, b) => b.loggedAt - a.loggedAt || (a.id < b.id ? 1 : -1)).slice(0, limit);
  if (newest.length === 0) return [];
  const rows = await db
    .selectFrom('activity')
    .select([
      'id',
      'board_id',
      'user_id',
      'title_sealed',
      'points',
      'emoji',
      'logged_at',
      'board_revision',
      'undone_at',
      'undone_by',
      'reactions_revision',
    ])
    .where(
      'id',
      'in',
      newest.map(({ id }) => id),
    )
    .orderBy('logged_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return await withNames(db, rows);
}

function newestOf(db: Db, boardId: string, before: FeedCursor | null, limit: number, unseen: readonly string[]) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('activity')
        .select(['id', 'logged_at as loggedAt'])
        .where('board_id', '=', boardId)
        // Compared as a pair, which the index finds at once; 'or' would have all that is newer read.
        .$if(before !== null, (query) =>
          query.where(({ eb, refTuple, tuple }) => eb(refTuple('logged_at', 'id'), '<', tuple(before?.loggedAt ?? 0, before?.id ?? ''))),
        )
        // Usually none: then the index alone answers the query.
        .$if(unseen.length > 0, (query) => query.where('user_id', 'not in', unseen))
        .orderBy('logged_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .as('newest'),
    )
    .selectAll('newest');
}

async function withNames<T extends { user_id: string; undone_by: string | null }>(db: Db, rows: readonly T[]) {
  const ids = [...new Set(rows.flatMap(({ user_id, undone_by }) => (undone_by === null ? [user_id] : [user_id, undone_by])))];
  const people = ids.length > 0 ? await db.selectFrom('user').select(['id', 'username', 'avatar']).where('id', 'in', ids).execute() : [];
  const byId = new Map(people.map((person) => [person.id, person]));
  return rows.map((row) => {
    const author = byId.get(row.user_id);
    const undoer = row.undone_by === null ? undefined : byId.get(row.undone_by);
    return { ...row, username: author?.username ?? null, avatar: author?.avatar ?? null, undone_by_name: undoer?.username ?? null };
  });
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
      .select(['activity.undone_at', 'activity.undone_by', 'activity.reactions_revision', 'undoer.username as undone_by_name'])
  );
}
