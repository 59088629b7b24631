import type { Database as SqliteDatabase } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { UnitOfWork, Work } from '../database.ts';
import { giveShortcut, type Shortcut } from '../prepared-query.ts';
import type { Tables } from '../tables.ts';
import { patience, whenFree } from './sqlite-dialect.ts';
import { classify } from './sqlite-failure.ts';

interface Job {
  /** Until when it waits for another program to let the database go. */
  until: number;
  run(connection: Kysely<Tables>): Promise<void>;
  settle(failure?: unknown): void;
}

interface UnitOfWorkOptions {
  /** Queries on the same connection as the database's handle. */
  shortcut: Shortcut;
  /** Hears of what failed for the whole group. */
  onFailure(failure: unknown): void;
}

/** More would make the first of a group wait for the last. */
const largestGroup = 128;

/**
 * Group commit: units that arrive together share one transaction, each in its own savepoint, and so one fsync. One
 * that comes alone waits for nobody.
 */
export function createUnitOfWork(sqlite: SqliteDatabase, db: Kysely<Tables>, { shortcut, onFailure }: UnitOfWorkOptions): UnitOfWork {
  let queue: Job[] = [];
  let working = false;

  const begin = sqlite.prepare('BEGIN IMMEDIATE');
  const commit = sqlite.prepare('COMMIT');
  const rollback = sqlite.prepare('ROLLBACK');
  const savepoint = sqlite.prepare('SAVEPOINT unit');
  const release = sqlite.prepare('RELEASE unit');
  const undo = sqlite.prepare('ROLLBACK TO unit');

  async function commitGroup(): Promise<void> {
    const done: Job[] = [];
    // Holds the connection's lock, so that better-auth, which shares it, never works inside a group of ours.
    await db.connection().execute(async (connection) => {
      giveShortcut(connection, shortcut);
      await whenFree(() => begin.run(), someStillWait);
      // Those that came while another program held the database are among them.
      const jobs = queue.splice(0, largestGroup);
      try {
        for (const job of jobs) {
          savepoint.run();
          try {
            await job.run(connection);
            release.run();
            done.push(job);
          } catch (failure) {
            // A full disk ends the whole transaction by itself: then nobody's work is kept.
            if (!sqlite.inTransaction) throw failure;
            undo.run();
            release.run();
            job.settle(failure);
          }
        }
        commit.run();
      } catch (failure) {
        onFailure(failure);
        if (sqlite.inTransaction) rollback.run();
        for (const job of jobs) job.settle(failure);
        done.length = 0;
      }
    });
    for (const job of done) job.settle();
  }

  /** Refuses those who have waited long enough; whether there are others. */
  function someStillWait(failure: unknown): boolean {
    const now = performance.now();
    const [overdue, others] = [queue.filter(({ until }) => until <= now), queue.filter(({ until }) => until > now)];
    queue = others;
    for (const job of overdue) job.settle(failure);
    return others.length > 0;
  }

  async function drain(): Promise<void> {
    working = true;
    try {
      while (queue.length > 0) {
        try {
          await commitGroup();
        } catch (failure) {
          // BEGIN itself failed: nothing was done. Who had no patience left knows it by now, and somebody may have come since.
          if (classify(failure)?.kind === 'busy') continue;
          onFailure(failure);
          for (const job of queue.splice(0)) job.settle(failure);
        }
      }
    } finally {
      working = false;
    }
  }

  return <T>(work: (work: Work) => Promise<T>, { patience: longest = patience } = {}) =>
    new Promise<T>((resolve, reject) => {
      const follows: (() => void)[] = [];
      let settled = false;
      let value: T;
      queue.push({
        until: performance.now() + longest,
        async run(connection) {
          value = await work({ db: connection, afterCommit: (follow) => follows.push(follow) });
        },
        settle(failure) {
          if (settled) return;
          settled = true;
          if (failure !== undefined) return reject(failure);
          resolve(value);
          for (const follow of follows) {
            try {
              follow();
            } catch (untold) {
              // What is committed stays so, and the next ones still have to hear of theirs.
              process.emitWarning(untold instanceof Error ? untold : String(untold));
            }
          }
        },
      });
      // The requests of one turn of the event loop meet in one group.
      if (!working) {
        working = true;
        setImmediate(() => void drain());
      }
    });
}
