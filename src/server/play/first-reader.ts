/** The first read of what a board plays for closes what is over on it, where the job has not come to it yet (decision D40). */
import { isOver } from '#shared/clock-rules';
import type { BoardId } from '#shared/ids';
import { agreementLasts } from '#shared/season-rules';
import type { BoardRow } from '../boards/board-store.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { advanceJobs, listSubjectsDue } from '../jobs/job-store.ts';
import { settleDue, tellPlay } from './settling.ts';

interface Found<T> {
  shown: T;
  /** The boards of which it shows something as going on that is over. */
  due: readonly BoardId[];
}

/** The most boards that one read settles: each is a transaction of its own, and the reader waits for all of them. */
const settledAtOnce = 10;

/**
 * Reads in a snapshot, once more where something was due. With nothing due it costs nothing. Of many boards it settles the first few, and leaves the others
 * to their jobs: what shows several boards must leave out what is over on them, see {@link withoutOver}.
 */
export async function readSettled<T>({ database }: Pick<Deps, 'database'>, read: (db: Db) => Promise<Found<T>>): Promise<T> {
  const { shown, due } = await database.snapshot(read);
  let isSettled = false;
  for (const boardId of due.slice(0, settledAtOnce)) isSettled = (await settleNow(database, boardId)) || isSettled;
  if (due.length > settledAtOnce) await leaveToJobs(database, due.slice(settledAtOnce));
  return isSettled ? (await database.snapshot(read)).shown : shown;
}

/** Has the jobs of these boards done now. Mostly they are due already, and nothing is written. */
async function leaveToJobs(database: Deps['database'], boardIds: readonly BoardId[]): Promise<void> {
  const now = Date.now();
  const waiting = new Set(await listSubjectsDue(database.read, { kind: 'settle_due', subjects: boardIds }, now));
  const late = boardIds.filter((boardId) => !waiting.has(boardId));
  if (late.length === 0) return;
  try {
    await database.unitOfWork(async (work) => {
      await advanceJobs(work.db, { kind: 'settle_due', subjects: late }, now);
      work.record({ type: 'job_added', kind: 'settle_due' });
    });
  } catch (failure) {
    if (!database.classify(failure)) throw failure;
  }
}

/** What a board plays for without what is over on it, which its job has not come to yet; undefined where nothing is left. */
export function withoutOver<Play extends { seasons: { endsAt: number }[]; agreements: { lapsesAt: number }[] }>(
  play: Play | undefined,
  now = Date.now(),
): Play | undefined {
  if (!play || !isDue(play, now)) return play;
  const agreements = play.agreements.filter((one) => !hasLapsed(one, now));
  const seasons = play.seasons.filter((one) => !hasEnded(one, now));
  return agreements.length + seasons.length === 0 ? undefined : { ...play, agreements, seasons };
}

/** The board, where a season or a proposal of these is over; no board otherwise. */
export function dueOn({ id }: Pick<BoardRow, 'id'>, shown: Shown = nothing, now = Date.now()): BoardId[] {
  return isDue(shown, now) ? [id] : [];
}

function isDue({ seasons, agreements }: Shown, now: number): boolean {
  return agreements.some((one) => hasLapsed(one, now)) || seasons.some((one) => hasEnded(one, now));
}

function hasLapsed({ lapsesAt }: { lapsesAt: number }, now: number): boolean {
  return isOver(lapsesAt, now, agreementLasts);
}

function hasEnded({ endsAt }: { endsAt: number }, now: number): boolean {
  return endsAt <= now;
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
