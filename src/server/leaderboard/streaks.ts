import { daysAfter } from '#shared/calendar';
import type { BoardId, UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import { listStreaks } from './member-day-store.ts';

/** On how many days in a row people have logged something on a board, up to today, or to yesterday while today may still come. */
export async function readStreaks(db: Db, boardId: BoardId, today: string): Promise<Map<UserId, number>> {
  const rows = await listStreaks(db, { boardId, from: daysAfter(today, -1), to: today });
  // The rows are in order of days, so today's replaces yesterday's.
  return new Map(rows.map(({ user_id, streak }) => [user_id, streak]));
}
