/** What the reminder of a flame that may go out asks for. */
import type { BoardId, SessionId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';

interface Evening {
  timeZone: string;
  day: string;
}

/** Some boards of a zone, after one in the order of ids, that had a flame before a day and on which somebody has logged something on it. */
export async function listPlayedWithFlame(db: Db, { timeZone, day }: Evening, after: string, limit: number): Promise<BoardId[]> {
  const rows = await db
    .selectFrom('board')
    .select('board.id')
    .where('board.time_zone', '=', timeZone)
    .where('board.flame_days', '>', 0)
    .where('board.lit_on', '<', day)
    .where('board.id', '>', after as BoardId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('member_day')
          .select('member_day.day')
          .whereRef('member_day.board_id', '=', 'board.id')
          .where('member_day.day', '=', day)
          .where('member_day.actions', '>', 0),
      ),
    )
    .orderBy('board.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Everybody whose logs on a day light the flame: former members, too, but for deleted accounts. */
export const listPlayersOn = preparedQuery((db, { boardId, day }: { boardId: BoardId; day: string }) =>
  db
    .selectFrom('member_day')
    .innerJoin('user', 'user.id', 'member_day.user_id')
    .select(['user.id', 'user.username'])
    .where('member_day.board_id', '=', boardId)
    .where('member_day.day', '=', day)
    .where('member_day.actions', '>', 0)
    .orderBy('user.username'),
);

/** Which of these devices were reminded of a board since a moment, or are about to be. */
export async function listReminded(
  db: Db,
  sessions: readonly SessionId[],
  { boardId, since }: { boardId: BoardId; since: number },
): Promise<SessionId[]> {
  const rows = await db
    .selectFrom('push')
    .select('session_id')
    .where('session_id', 'in', sessions)
    .where('topic', '=', 'flame')
    .where('about', '=', boardId)
    .where('created_at', '>=', since)
    .execute();
  return rows.map(({ session_id }) => session_id);
}
