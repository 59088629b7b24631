/** How often a person logged which actions. */
import type { BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import { type Slots, unionOfSlots } from '../database/slots.ts';

interface Logged {
  userId: UserId;
  boardId: BoardId;
  since: number;
  /** Only the newest so many are counted. */
  newest: number;
}

/** How often a person logged each action on a board since then, in no order. Those that were undone do not count. */
export const countLogged = preparedQuery((db, logged: Logged) => loggedOn(db, logged.boardId, logged));

/** Counts what the person logged, on several boards at once. */
export const countLoggedInSlots = preparedQuery((db, logged: Slots<BoardId> & Omit<Logged, 'boardId'>) =>
  unionOfSlots(logged, (boardId) => loggedOn(db, boardId, logged)),
);

function loggedOn(db: Db, boardId: BoardId, { userId, since, newest }: Omit<Logged, 'boardId'>) {
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
  userId: UserId;
  since: number;
  /** The fewest times that count. */
  times: number;
}

/** The boards of a person on which they logged that often since then. Of each no more than that many are looked at. */
export async function listBoardsLoggedOften(db: Db, often: Often): Promise<BoardId[]> {
  const rows = await timesAgo(db, { userId: often.userId, newer: often.times - 1 });
  return rows.flatMap(({ board_id, logged_at }) => (logged_at !== null && logged_at >= often.since ? [board_id] : []));
}

const timesAgo = preparedQuery((db, { userId, newer }: { userId: UserId; newer: number }) =>
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
