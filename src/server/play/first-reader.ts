/** Whoever first reads what a board plays for after something is over closes it, where the job has not come to it yet (decision D40). */
import type { BoardId } from '#shared/ids';
import type { BoardRow } from '../boards/board-store.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { settleDue, tellPlay } from './settling.ts';

interface Found<T> {
  shown: T;
  /** The boards of which it shows something as going on that is over. */
  due: readonly BoardId[];
}

/** Reads in a snapshot, once more where something was due. With nothing due it costs nothing. */
export async function readSettled<T>({ database }: Pick<Deps, 'database'>, read: (db: Db) => Promise<Found<T>>): Promise<T> {
  const { shown, due } = await database.snapshot(read);
  let isSettled = false;
  for (const boardId of due) isSettled = (await settleNow(database, boardId)) || isSettled;
  return isSettled ? (await database.snapshot(read)).shown : shown;
}

/** The board, where a season or a proposal of these is over; no board otherwise. */
export function dueOn({ id }: Pick<BoardRow, 'id'>, { seasons, agreements }: Shown = nothing, now = Date.now()): BoardId[] {
  const isDue = agreements.some(({ lapsesAt }) => lapsesAt <= now) || seasons.some(({ endsAt }) => endsAt <= now);
  return isDue ? [id] : [];
}

interface Shown {
  seasons: readonly { endsAt: number }[];
  agreements: readonly { lapsesAt: number }[];
}

const nothing: Shown = { seasons: [], agreements: [] };

/** Whether the database took it. Where it does not, as on a full disk, reading goes on and the job closes later. */
async function settleNow(database: Deps['database'], boardId: BoardId): Promise<boolean> {
  try {
    await database.unitOfWork(async (work) => {
      await database.lockBoard(work.db, boardId);
      // Another reader, or the job, may have been faster.
      if (await settleDue(work, boardId, Date.now())) await tellPlay(work, boardId);
    });
    return true;
  } catch (failure) {
    if (!database.classify(failure)) throw failure;
    return false;
  }
}
