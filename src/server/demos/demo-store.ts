import type { ActivityId, BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';

/** Whether a person is the visitor of a demo, and the board theirs. It is administered by the second player. */
export async function isVisitorOf(db: Db, { userId, boardId }: { userId: UserId; boardId: BoardId }): Promise<boolean> {
  const row = await db
    .selectFrom('guest')
    .innerJoin('board', (join) => join.on('board.id', '=', boardId))
    .select('guest.user_id')
    .where('guest.user_id', '=', userId)
    .where('guest.demo_until', 'is not', null)
    .whereRef('board.created_by', '<>', 'guest.user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A log on the board of a demo, with its second player; undefined when it was undone or erased. */
export function findLogToAnswer(db: Db, activityId: ActivityId) {
  return db
    .selectFrom('activity')
    .innerJoin('board', 'board.id', 'activity.board_id')
    .innerJoin('guest', 'guest.user_id', 'board.created_by')
    .select(['board.id as board_id', 'board.created_by as player', 'activity.points'])
    .where('activity.id', '=', activityId)
    .where('activity.undone_at', 'is', null)
    .where('guest.demo_until', 'is not', null)
    .executeTakeFirst();
}

interface Logs {
  boardId: BoardId;
  player: UserId;
  activityId: ActivityId;
}

/** How many logs the visitor has made since the demo began, up to this one. What the board began with lies before. */
export async function countTurns(db: Db, { boardId, player, activityId }: Logs): Promise<number> {
  const { count } = await db
    .selectFrom('activity')
    .innerJoin('board', 'board.id', 'activity.board_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('activity.board_id', '=', boardId)
    .whereRef('activity.logged_at', '>=', 'board.created_at')
    .where(({ eb, fn, ref }) => eb(fn.coalesce(ref('activity.noted_by'), ref('activity.user_id')), '<>', player))
    .where('activity.board_revision', '<=', (query) =>
      query.selectFrom('activity as one').select('one.board_revision').where('one.id', '=', activityId),
    )
    .executeTakeFirstOrThrow();
  return count;
}
