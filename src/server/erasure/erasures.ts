import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Work } from '../database/database.ts';
import { addJob } from '../jobs/add-job.ts';
import type { JobContext, Worker } from '../jobs/runner.ts';
import { eraseRows, type Leftover } from './erasure-store.ts';

/** Rows that one transaction erases: `secure_delete` overwrites each in the table and in every index. */
export const rowsInSlice = 100;
/** In milliseconds, after a slice that failed, as on a full disk. */
const tryAgainAfter = 10_000;
/** In milliseconds: a slice, and the pause before it. */
const longestSlice = 30_000;

/** How many rows a unit of work may still erase itself. */
export interface Budget {
  rows: number;
}

export function erasureBudget(): Budget {
  return { rows: rowsInSlice };
}

/**
 * Erases what a deleted board or account leaves behind, inside the unit of work that deletes it and makes all of it unreachable: as much as
 * is done at once. The rest becomes a job.
 */
export async function erase({ takeTurns }: Pick<Database, 'takeTurns'>, work: Work, { id, kind }: Leftover, budget: Budget): Promise<void> {
  await takeTurns(work.db, 'erasures');
  const rows = budget.rows > 0 ? await eraseRows(work.db, { id, kind }, budget.rows) : 0;
  const isDone = rows < budget.rows;
  budget.rows -= rows;
  if (isDone) return;
  await addJob(work, kind, id);
}

type Erasing = Pick<Database, 'unitOfWork' | 'takeTurns' | 'eraseFromLog'>;

/** Erases the rest in slices, between which everybody else has their turn. */
export function createEraser({ unitOfWork, takeTurns, eraseFromLog }: Erasing): Worker {
  /** Whether something may be left that is ours to erase. */
  async function eraseSlice(leftover: Leftover, keepClaim: JobContext['keepClaim']): Promise<boolean> {
    return await unitOfWork(async (transaction) => {
      // Fewer rows than asked for mean that nothing is left: so nobody else may erase some of them meanwhile.
      await takeTurns(transaction.db, 'erasures');
      if (!(await keepClaim(transaction))) return false;
      return (await eraseRows(transaction.db, leftover, rowsInSlice)) === rowsInSlice;
    });
  }

  return {
    async run({ kind, subject }, { signal, keepClaim }) {
      if (kind !== 'erase_board' && kind !== 'erase_account') throw new Error('not an erasure');
      for (let isLeft = true; isLeft; ) {
        const start = performance.now();
        isLeft = await eraseSlice({ kind, id: subject }, keepClaim);
        // At most half of the time, so that people logging do not notice. After the last slice another job may follow.
        await pause(performance.now() - start, undefined, { signal });
      }
      return undefined;
    },
    longestRun: longestSlice,
    waits: [tryAgainAfter],
    mostAttempts: Infinity,
    // What was deleted must not stay readable in the log of changes. Not waited for: while another program reads the database, neither a
    // stop nor what is deleted next should wait for that one.
    onIdle: () => void eraseFromLog(),
    patience: 0,
  };
}
