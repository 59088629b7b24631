import type { Insertable } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';

/** An activity with the name and avatar of its author, as far as the account still exists. */
export type ActivityRow = Awaited<ReturnType<typeof listActivities>>[number];
export type FeedRow = Awaited<ReturnType<typeof listFeed>>[number];

/** Newest first: those before revision `before`, or the newest of all; with `after`, only those later than it. */
export function listActivities(db: Db, boardId: string, before: number | null, limit: number, after?: number) {
  return withAuthor(db)
    .where('activity.board_id', '=', boardId)
    .$if(before !== null, (query) => query.where('activity.board_revision', '<', before ?? 0))
    .$if(after !== undefined, (query) => query.where('activity.board_revision', '>', after ?? 0))
    .orderBy('activity.board_revision', 'desc')
    .limit(limit)
    .execute();
}

/** Where a page of the feed ends. */
export interface FeedPlace {
  loggedAt: number;
  id: string;
}

/** SQLite joins at most 500 selects in one statement. */
const boardsAtOnce = 200;

/**
 * The newest activities over many boards. Each board gives at most a page, read along its index, so that the cost
 * grows with the number of boards and not with what is on them.
 */
export async function listFeed(db: Db, boardIds: readonly string[], before: FeedPlace | null, limit: number) {
  const rows = [];
  for (let start = 0; start < boardIds.length; start += boardsAtOnce) {
    const [first, ...others] = boardIds.slice(start, start + boardsAtOnce).map((boardId) => newestOf(db, boardId, before, limit));
    if (first) rows.push(...(await others.reduce((all, next) => all.unionAll(next), first).execute()));
  }
  const newest = rows.toSorted((a, b) => b.logged_at - a.logged_at || (a.id < b.id ? 1 : -1)).slice(0, limit);
  return await withAuthors(db, newest);
}

function newestOf(db: Db, boardId: string, before: FeedPlace | null, limit: number) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('activity')
        .select(['id', 'board_id', 'user_id', 'title_sealed', 'points', 'emoji', 'logged_at', 'board_revision'])
        .where('board_id', '=', boardId)
        .$if(before !== null, (query) =>
          query.where(({ or, and, eb }) =>
            or([
              eb('logged_at', '<', before?.loggedAt ?? 0),
              and([eb('logged_at', '=', before?.loggedAt ?? 0), eb('id', '<', before?.id ?? '')]),
            ]),
          ),
        )
        .orderBy('logged_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .as('newest'),
    )
    .selectAll('newest');
}

async function withAuthors<T extends { user_id: string }>(db: Db, rows: readonly T[]) {
  const ids = [...new Set(rows.map(({ user_id }) => user_id))];
  const authors = ids.length > 0 ? await db.selectFrom('user').select(['id', 'username', 'avatar']).where('id', 'in', ids).execute() : [];
  const byId = new Map(authors.map((author) => [author.id, author]));
  return rows.map((row) => {
    const author = byId.get(row.user_id);
    return { ...row, username: author?.username ?? null, avatar: author?.avatar ?? null };
  });
}

function withAuthor(db: Db) {
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

/** Activities that exist already under these ids, with the sums that they made. */
export function findLogged(db: Db, ids: readonly string[]) {
  return withAuthor(db)
    .select(['activity.action_id', 'activity.total_after', 'activity.score_after'])
    .where('activity.id', 'in', ids)
    .execute();
}

/** What logging needs to know: undefined when the person is not a member; `action_id` null when the board lacks the action. */
export function findLoggable(db: Db, userId: string, boardId: string, actionId: string) {
  return db
    .selectFrom('board_member')
    .innerJoin('user', 'user.id', 'board_member.user_id')
    .leftJoin('board_action', (join) =>
      join.onRef('board_action.board_id', '=', 'board_member.board_id').on('board_action.id', '=', actionId),
    )
    .select([
      'board_action.id as action_id',
      'board_action.title_sealed',
      'board_action.points',
      'board_action.emoji',
      'user.username',
      'user.avatar',
    ])
    .where('board_member.board_id', '=', boardId)
    .where('board_member.user_id', '=', userId)
    .executeTakeFirst();
}

/** Adds to the board's total and counts the change. */
export function addToBoard(db: Db, boardId: string, points: number, now: number) {
  return db
    .updateTable('board')
    .set(({ eb }) => ({ total_points: eb('total_points', '+', points), revision: eb('revision', '+', 1), updated_at: now }))
    .where('id', '=', boardId)
    .returning(['revision', 'total_points'])
    .executeTakeFirstOrThrow();
}

export function addToMember(db: Db, boardId: string, userId: string, points: number) {
  return db
    .updateTable('board_member')
    .set(({ eb }) => ({ score: eb('score', '+', points) }))
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .returning('score')
    .executeTakeFirstOrThrow();
}

export async function addToUser(db: Db, userId: string, points: number, actions: number): Promise<void> {
  await db
    .updateTable('user')
    .set(({ eb }) => ({ points: eb('points', '+', points), actions_count: eb('actions_count', '+', actions) }))
    .where('id', '=', userId)
    .execute();
}

export async function insertActivity(db: Db, activity: Insertable<Tables['activity']>): Promise<void> {
  await db.insertInto('activity').values(activity).execute();
}

/** Points and number of the activities of each person on a board. */
export function sumsByUser(db: Db, boardId: string) {
  return db
    .selectFrom('activity')
    .select(({ fn }) => ['user_id', fn.sum<number>('points').as('points'), fn.countAll<number>().as('count')])
    .where('board_id', '=', boardId)
    .groupBy('user_id')
    .execute();
}
