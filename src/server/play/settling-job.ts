import { dayIn } from '#shared/calendar';
import type { BoardId } from '#shared/ids';
import type { Deps } from '../deps.ts';
import type { Worker } from '../jobs/runner.ts';
import { listLapsedBoards } from './agreement-store.ts';
import { listEndedBoards, listZonesOfSeasons } from './season-store.ts';
import { settle } from './settling.ts';

const minute = 60 * 1000;
/** Boards that are looked up at once. */
const some = 100;

/**
 * Closes, every minute, the seasons whose last day is over on their board, and lets proposals lapse: each once, however many copies look and
 * however their clocks differ, since what is closed is closed.
 */
export function createSettling(database: Deps['database']): Worker {
  return {
    async run(_job, { signal }) {
      const now = Date.now();
      await settleAll((limit) => listLapsedBoards(database.read, now, limit), now, signal);
      for (const timeZone of await listZonesOfSeasons(database.read)) {
        const ended = { timeZone, today: dayIn(timeZone, now) };
        await settleAll((limit) => listEndedBoards(database.read, ended, limit), now, signal);
      }
      return undefined;
    },
    every: minute,
    longestRun: 10 * minute,
    waits: [minute, 5 * minute],
    mostAttempts: Infinity,
    patience: 0,
  };

  async function settleAll(list: (limit: number) => Promise<BoardId[]>, now: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const boards = await list(some);
      for (const boardId of boards) {
        signal.throwIfAborted();
        await database.unitOfWork(async (work) => {
          await database.lockBoard(work.db, boardId);
          await settle(work, boardId, now);
        });
      }
      if (boards.length < some) return;
    }
  }
}
