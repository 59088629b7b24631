import type { Database as Sqlite } from 'better-sqlite3';
import type { UnitOfWork } from '../database.ts';
import { createHandleWithin } from './sqlite-dialect.ts';
import { patience, type SqliteDriver, whenFree } from './sqlite-driver.ts';
import { classify } from './sqlite-failure.ts';

interface Job {
  /** Until when it waits for another program to let the database go. */
  until: number;
  /** Does the work, and says how to announce it once it is durable. */
  run(): Promise<Announce>;
  refuse(failure: unknown): void;
}

type Announce = () => void;

type Outcome = { announce: Announce } | { failure: unknown };

interface UnitOfWorkOptions {
  sqlite: Sqlite;
  driver: SqliteDriver;
  /** Hears of what failed for the whole group. */
  onFailure(failure: unknown): void;
}

/** More would make the first of a group wait for the last. */
const largestGroup = 128;

/**
 * Group commit: units that arrive together share one transaction, each in its own savepoint, and so one fsync. One
 * that comes alone waits for nobody.
 */
export function createUnitOfWork({ sqlite, driver, onFailure }: UnitOfWorkOptions): UnitOfWork {
  let queue: Job[] = [];
  let working = false;

  const db = createHandleWithin(driver);
  const begin = sqlite.prepare('BEGIN IMMEDIATE');
  const commit = sqlite.prepare('COMMIT');
  const rollback = sqlite.prepare('ROLLBACK');
  const savepoint = sqlite.prepare('SAVEPOINT unit');
  const release = sqlite.prepare('RELEASE unit');
  const undo = sqlite.prepare('ROLLBACK TO unit');

  return (work, { patience: longest = patience } = {}) =>
    new Promise((resolve, reject) => {
      queue.push({
        until: performance.now() + longest,
        async run() {
          const follows: Announce[] = [];
          const value = await work({ db, afterCommit: (follow) => void follows.push(follow) });
          return () => {
            resolve(value);
            for (const follow of follows) tell(follow);
          };
        },
        refuse: reject,
      });
      // The requests of one turn of the event loop meet in one group.
      if (!working) {
        working = true;
        setImmediate(() => void drain());
      }
    });

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      try {
        await commitGroup();
      } catch (failure) {
        // BEGIN itself failed: nothing was done. Who had no patience left knows it by now, and somebody may have come since.
        if (classify(failure)?.kind === 'busy') continue;
        onFailure(failure);
        for (const job of queue.splice(0)) job.refuse(failure);
      }
    }
    working = false;
  }

  async function commitGroup(): Promise<void> {
    const { jobs, outcomes } = await withConnection(async () => {
      await whenFree(() => begin.run(), someStillWait);
      // Those that came while another program held the database are among them.
      const group = queue.splice(0, largestGroup);
      return { jobs: group, outcomes: await runGroup(group) };
    });
    for (const [index, outcome] of outcomes.entries()) {
      if ('announce' in outcome) outcome.announce();
      else jobs[index]?.refuse(outcome.failure);
    }
  }

  /** In the transaction that has been begun, and ends here. */
  async function runGroup(jobs: readonly Job[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    try {
      for (const job of jobs) outcomes.push(await runInSavepoint(job));
      commit.run();
      return outcomes;
    } catch (failure) {
      onFailure(failure);
      if (sqlite.inTransaction) rollback.run();
      return jobs.map((_, index) => {
        const outcome = outcomes[index];
        return outcome && 'failure' in outcome ? outcome : { failure };
      });
    }
  }

  async function runInSavepoint(job: Job): Promise<Outcome> {
    savepoint.run();
    try {
      const announce = await job.run();
      release.run();
      return { announce };
    } catch (failure) {
      // A full disk ends the whole transaction by itself: then nobody's work is kept.
      if (!sqlite.inTransaction) throw failure;
      undo.run();
      release.run();
      return { failure };
    }
  }

  async function withConnection<T>(use: () => Promise<T>): Promise<T> {
    const connection = await driver.acquireConnection();
    try {
      return await use();
    } finally {
      await driver.releaseConnection(connection);
    }
  }

  /** Refuses those who have waited long enough; whether there are others. */
  function someStillWait(failure: unknown): boolean {
    const now = performance.now();
    const [overdue, others] = [queue.filter(({ until }) => until <= now), queue.filter(({ until }) => until > now)];
    queue = others;
    for (const job of overdue) job.refuse(failure);
    return others.length > 0;
  }
}

function tell(follow: () => void): void {
  try {
    follow();
  } catch (untold) {
    // What is committed stays so, and the next ones still have to hear of theirs.
    process.emitWarning(untold instanceof Error ? untold : String(untold));
  }
}
