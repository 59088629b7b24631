import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTeller, tellingAtMost } from '../after-commit.ts';
import type { Transaction, UnitOfWork } from '../database.ts';
import type { Connection } from './connection.ts';
import { createHandleWithin } from './sqlite-dialect.ts';
import { patience, type SqliteDriver, whenFree } from './sqlite-driver.ts';
import { classify } from './sqlite-failure.ts';

interface Job {
  /** When it stops waiting for another program's lock on the database. */
  until: number;
  /** Does the work, and says how to announce it once it is durable. */
  run(): Promise<Announce>;
  refuse(failure: unknown): void;
}

type Announce = () => void;

type Outcome = { announce: Announce } | { failure: unknown; isHalfDone?: boolean };

interface UnitOfWorkOptions {
  sqlite: Connection;
  driver: SqliteDriver;
  /** Called when a whole group fails, for the log. */
  onFailure(failure: unknown): void;
}

/** More would make the first of a group wait for the last. */
const largestGroup = 128;

/**
 * Group commit: units that arrive together share one transaction, and so one fsync. A unit that arrives alone does not wait; several wait
 * for those whose requests are here already and are read in the next turn of the event loop. Where one of them refuses after it has written,
 * all are done again, each in a savepoint of its own: units refuse before they write, as good as always, and a savepoint has every page that
 * they change copied.
 */
export function createUnitOfWork({ sqlite, driver, onFailure }: UnitOfWorkOptions): UnitOfWork<Transaction> {
  let queue: Job[] = [];
  let working = false;
  const tellAll = createTeller();

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
            tellAll(follows);
          };
        },
        refuse: reject,
      });
      // Requests of one turn of the event loop share one group.
      if (!working) {
        working = true;
        setImmediate(() => void drain());
      }
    });

  async function drain(): Promise<void> {
    if (queue.length > 1) await nextTurn();
    while (queue.length > 0) {
      try {
        await commitGroup();
      } catch (failure) {
        // BEGIN itself failed, so no work was done. Jobs whose time was up are refused already; newer ones may be waiting.
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
      // Taken only now, so that jobs that arrived while another program held the database are included.
      const group = queue.splice(0, largestGroup);
      return { jobs: group, outcomes: await runGroup(group) };
    });
    let turnBegan = performance.now();
    for (const [index, outcome] of outcomes.entries()) {
      if ('announce' in outcome) outcome.announce();
      else jobs[index]?.refuse(outcome.failure);
      if (performance.now() - turnBegan < tellingAtMost || index + 1 === outcomes.length) continue;
      await nextTurn();
      turnBegan = performance.now();
    }
  }

  /** Expects an open transaction, and ends it. */
  async function runGroup(jobs: readonly Job[], runOne = runBare): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    try {
      for (const job of jobs) {
        const outcome = await runOne(job);
        outcomes.push(outcome);
        if ('failure' in outcome && outcome.isHalfDone) {
          rollback.run();
          if (jobs.length === 1) return outcomes;
          await whenFree(
            () => begin.run(),
            () => jobs.some(({ until }) => performance.now() < until),
          );
          return await runGroup(jobs, runInSavepoint);
        }
      }
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

  async function runBare(job: Job): Promise<Outcome> {
    const before = driver.writes;
    try {
      return { announce: await job.run() };
    } catch (failure) {
      // On a full disk SQLite rolls the whole transaction back itself, so the group has failed.
      if (!sqlite.inTransaction) throw failure;
      return { failure, isHalfDone: driver.writes > before };
    }
  }

  async function runInSavepoint(job: Job): Promise<Outcome> {
    savepoint.run();
    try {
      const announce = await job.run();
      release.run();
      return { announce };
    } catch (failure) {
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

  /** Refuses the jobs whose time is up; returns whether others still wait. */
  function someStillWait(failure: unknown): boolean {
    const now = performance.now();
    const [overdue, others] = [queue.filter(({ until }) => until <= now), queue.filter(({ until }) => until > now)];
    queue = others;
    for (const job of overdue) job.refuse(failure);
    return others.length > 0;
  }
}
