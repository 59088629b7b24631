/** What the reminder of the gesture of the week asks for. */
import type { BoardId } from '#shared/ids';
import type { Db } from '../database/database.ts';

/** Some boards of a zone, after one in the order of ids, with somebody to tell, that were not reminded of this week. */
export async function listToRemind(
  db: Db,
  { timeZone, week }: { timeZone: string; week: string },
  after: string,
  limit: number,
): Promise<BoardId[]> {
  const rows = await db
    .selectFrom('board')
    .select('board.id')
    .where('board.time_zone', '=', timeZone)
    .where('board.heard', '=', 1)
    .where(({ or, eb }) => or([eb('board.gesture_week', 'is', null), eb('board.gesture_week', '!=', week)]))
    .where('board.id', '>', after as BoardId)
    .orderBy('board.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether it was not yet. A later week, which a clock that was ahead has written, does not count. */
export async function saveReminded(db: Db, boardId: BoardId, week: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('board')
    .set({ gesture_week: week })
    .where('id', '=', boardId)
    .where(({ or, eb }) => or([eb('gesture_week', 'is', null), eb('gesture_week', '!=', week)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
