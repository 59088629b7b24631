import type { BoardId } from '#shared/ids';
import { longestPause } from '#shared/pause-terms';
import { playLimits } from '#shared/season-rules';
import type { Deps } from '../deps.ts';
import type { Worker } from '../jobs/runner.ts';
import { settle, type SettleMore } from './settling.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/**
 * Closes the seasons of a board whose last day is over, and lets its proposals lapse, and then whatever else `settleMore` knows of: each once, however many copies look and however their
 * clocks differ, since what is closed is closed. What is not due yet, as on a board with another time zone by now, is looked at later.
 */
export function createSettling(database: Deps['database'], settleMore: SettleMore): Worker {
  return {
    async run({ subject }) {
      const boardId = subject as BoardId;
      await database.unitOfWork(async (work) => {
        await database.lockBoard(work.db, boardId);
        await settle(work, boardId, Date.now(), settleMore);
      });
      return undefined;
    },
    longestRun: minute,
    waits: [minute, 5 * minute],
    putOff: (playLimits.longestSeason + longestPause + 2) * day,
    mostAttempts: Infinity,
    patience: 0,
  };
}
