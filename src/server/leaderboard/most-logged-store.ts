/** The actions that were logged most on a board. */
import type { ActionId, BoardId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';

interface Newest {
  boardId: BoardId;
  since: number;
  /** Only so many are looked at, those that were undone included. */
  newest: number;
  /** The number of actions returned. */
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
        // What was noted the day after belongs to the stretch before.
        .where(({ or, eb }) => or([eb('played_at', 'is', null), eb('played_at', '>=', since)]))
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
export async function listLoggedAt(db: Db, boardId: BoardId, actions: readonly { action_id: ActionId; last_at: number }[]) {
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
