/** On which days a person logged something. */
import type { BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';

interface LastDays {
  userId: UserId;
  boardId: BoardId;
  /** Where they end, or begin. */
  day: string;
  limit: number;
}

/** The last days, up to this one, on which somebody logged something on a board, the last first. */
export async function listLastDays(db: Db, range: LastDays): Promise<string[]> {
  return (await lastDays(db, range)).map(({ day }) => day);
}

const lastDays = preparedQuery((db, range: LastDays) => activeDays(db, range).where('day', '<=', range.day).orderBy('day', 'desc'));

/** The next days, after this one, on which somebody logged something on a board, in order. */
export async function listNextDays(db: Db, range: LastDays): Promise<string[]> {
  return (await nextDays(db, range)).map(({ day }) => day);
}

const nextDays = preparedQuery((db, range: LastDays) => activeDays(db, range).where('day', '>', range.day).orderBy('day'));

function activeDays(db: Db, { userId, boardId, limit }: LastDays) {
  return db
    .selectFrom('member_day')
    .select('day')
    .where('user_id', '=', userId)
    .where('board_id', '=', boardId)
    .where('actions', '>', 0)
    .limit(limit);
}

export interface DayOnBoard {
  board_id: BoardId;
  day: string;
}

interface DaysAfter {
  userId: UserId;
  /** The last row of the page before; '' for the first page. */
  boardId: BoardId;
  day: string;
  limit: number;
}

/** Days on which somebody logged something, board by board and in order: those that come after this one. */
export const listDaysAfter = preparedQuery((db, { userId, boardId, day, limit }: DaysAfter) =>
  db
    .selectFrom('member_day')
    // Some rows of a deleted one may still be there.
    .innerJoin('board', 'board.id', 'member_day.board_id')
    .select(['member_day.board_id', 'member_day.day'])
    .where('member_day.user_id', '=', userId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('member_day.board_id', 'member_day.day'), '>', tuple(boardId, day)))
    .where('member_day.actions', '>', 0)
    .orderBy('member_day.board_id')
    .orderBy('member_day.day')
    .limit(limit),
);

/** The days since then on which a person logged something on their boards, with the streaks up to them and the time zone they are counted in. */
export const listStreaksSince = preparedQuery((db, { userId, since }: { userId: UserId; since: string }) =>
  db
    .selectFrom('member_day')
    .innerJoin('board', 'board.id', 'member_day.board_id')
    .select(['member_day.day', 'member_day.streak', 'board.time_zone'])
    .where('member_day.user_id', '=', userId)
    // Board by board: so no day before is looked at.
    .where('member_day.board_id', 'in', ({ selectFrom }) =>
      selectFrom('board_member').select('board_member.board_id').where('board_member.user_id', '=', userId),
    )
    .where('member_day.day', '>=', since)
    .where('member_day.actions', '>', 0),
);
