import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Transaction } from '../database/database.ts';
import { deleteErasure, eraseRows, findNextErasure, insertErasure, type Leftover } from './erasure-store.ts';

/** Rows that one transaction erases: `secure_delete` overwrites each in the table and in every index. */
export const rowsInSlice = 100;
/** In milliseconds, after a slice that failed, as on a full disk. */
const tryAgainAfter = 10_000;
/** In milliseconds. What a copy of the program left behind that was killed is erased by another. */
const lookEvery = 60_000;

interface Log {
  warn(details: object, message: string): void;
}

/** How many rows a unit of work may still erase itself. */
export interface Budget {
  rows: number;
}

/**
 * Erases what deleted boards and accounts leave behind. The transaction that deletes makes it unreachable, and erases as much as is done
 * at once; what is more is erased after it, in slices between which everybody else has their turn, and after a crash at the next start or by
 * another copy.
 */
export interface Erasures {
  budget(): Budget;
  /** Inside the unit of work that deletes. */
  erase(transaction: Transaction, leftover: Leftover, budget: Budget): Promise<void>;
  /** Continues the erasures that another process did not finish. */
  start(log: Log): void;
  /** Resolves once nothing is under way. What is left is erased after the next start. */
  stop(): Promise<void>;
  /** Resolves once nothing is left, or {@link Erasures.stop} was called. */
  done(): Promise<void>;
}

export function createErasures(database: Pick<Database, 'read' | 'unitOfWork' | 'takeTurns' | 'eraseFromLog'>): Erasures {
  let log: Log | undefined;
  let running: Promise<void> | undefined;
  let erased = false;
  // Asked for since it was last looked what is left.
  let asked = false;
  let timer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();

  function run(): void {
    if (stopping.signal.aborted) return;
    asked = true;
    running ??= eraseAll().finally(() => {
      running = undefined;
      if (asked) run();
    });
  }

  async function eraseAll(): Promise<void> {
    let isLeft = true;
    while ((isLeft || asked) && !stopping.signal.aborted) {
      const start = performance.now();
      let wait = tryAgainAfter;
      try {
        isLeft = await eraseNext();
        // At most half of the time, so that people logging do not notice.
        wait = isLeft ? performance.now() - start : 0;
      } catch (failure) {
        log?.warn({ code: failure instanceof Error && 'code' in failure ? failure.code : undefined }, 'not erased yet');
      }
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** A slice; whether something may be left. */
  async function eraseNext(): Promise<boolean> {
    asked = false;
    const next = await findNextErasure(database.read);
    if (next) {
      await eraseSlice(next);
      erased = true;
    } else if (erased) {
      // What was deleted must not stay readable in the log of changes. Not waited for: while another program reads the database, neither
      // a stop nor what is deleted next should wait for that one.
      void database.eraseFromLog();
      erased = false;
    }
    return next !== undefined;
  }

  async function eraseSlice(leftover: Leftover): Promise<void> {
    await database.unitOfWork(async ({ db }) => {
      // Fewer rows than asked for mean that nothing is left: so nobody else may erase some of them meanwhile.
      await database.takeTurns(db, 'erasures');
      if ((await eraseRows(db, leftover, rowsInSlice)) < rowsInSlice) await deleteErasure(db, leftover.id);
    });
  }

  return {
    budget: () => ({ rows: rowsInSlice }),
    async erase({ db, afterCommit }, leftover, budget) {
      await database.takeTurns(db, 'erasures');
      const rows = budget.rows > 0 ? await eraseRows(db, leftover, budget.rows) : 0;
      const isDone = rows < budget.rows;
      budget.rows -= rows;
      if (isDone) return;
      await insertErasure(db, leftover);
      afterCommit(run);
    },
    start(given) {
      log = given;
      timer = setInterval(run, lookEvery).unref();
      run();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
    async done() {
      while (running) await running;
    },
  };
}
