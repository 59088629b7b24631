import type { Database as SqliteDatabase } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { giveShortcut, type Shortcut } from './prepared-query.ts';
import type { Tables } from './tables.ts';

export interface Work {
  db: Kysely<Tables>;
  /** Does something once the work is durable, in the order of the commits; not at all when it is not. */
  afterCommit(follow: () => void): void;
}

/**
 * Runs a change and all that follows from it: all or nothing. Resolves once it is on the disk. What `work` throws is
 * thrown on, with nothing changed.
 */
export type UnitOfWork = <T>(work: (work: Work) => Promise<T>) => Promise<T>;

interface Job {
  run(connection: Kysely<Tables>): Promise<void>;
  settle(failure?: unknown): void;
}

/** More would make the first of a group wait for the last. */
const largestGroup = 128;

/**
 * Group commit: units that arrive together share one transaction, each in its own savepoint, and so one fsync. One
 * that comes alone waits for nobody. `shortcut` queries on the same connection as `db`.
 */
export function openUnitOfWork(sqlite: SqliteDatabase, db: Kysely<Tables>, shortcut: Shortcut): UnitOfWork {
  const queue: Job[] = [];
  let working = false;

  const begin = sqlite.prepare('BEGIN IMMEDIATE');
  const commit = sqlite.prepare('COMMIT');
  const rollback = sqlite.prepare('ROLLBACK');
  const savepoint = sqlite.prepare('SAVEPOINT unit');
  const release = sqlite.prepare('RELEASE unit');
  const undo = sqlite.prepare('ROLLBACK TO unit');

  async function commitGroup(jobs: Job[]): Promise<void> {
    const done: Job[] = [];
    // Holds the connection's lock, so that better-auth, which shares it, never works inside a group of ours.
    await db.connection().execute(async (connection) => {
      giveShortcut(connection, shortcut);
      begin.run();
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
        if (sqlite.inTransaction) rollback.run();
        for (const job of jobs) job.settle(failure);
        done.length = 0;
      }
    });
    for (const job of done) job.settle();
  }

  async function drain(): Promise<void> {
    working = true;
    try {
      while (queue.length > 0) {
        const jobs = queue.splice(0, largestGroup);
        try {
          await commitGroup(jobs);
        } catch (failure) {
          // BEGIN itself failed: nothing was done.
          for (const job of jobs) job.settle(failure);
        }
      }
    } finally {
      working = false;
    }
  }

  return <T>(work: (work: Work) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const follows: (() => void)[] = [];
      let settled = false;
      let value: T;
      queue.push({
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
