import { setTimeout as pause } from 'node:timers/promises';
import type { Db, Transaction, UnitOfWork } from '../database.ts';
import { createTeller } from '../after-commit.ts';
import { now } from './clock.ts';
import type { Connection } from './connection.ts';
import type { Pool } from './pool.ts';
import { createHandleWithin } from './postgres-dialect.ts';
import { classify, mayWorkElsewhere, PostgresFailure } from './postgres-failure.ts';

/** Attempts of a unit that conflicts with others. PostgreSQL takes a second to find a deadlock. */
const attemptsAtMost = 5;
/** In milliseconds: for so long, at most, a unit that was kept from going through waits, so that those in its way are gone. */
const longestPause = 30;
/** In milliseconds: so long at least may a further attempt wait for a connection and its first answer. */
const leastPatience = 300;
/** In milliseconds: so long may each statement of a long unit take. */
const longSilence = 60_000;
/** In milliseconds: a lock is hardly ever there at once where others write. */
const shortestLockTimeout = 50;

interface UnitOfWorkOptions {
  pool: Pool;
  /** In milliseconds, for a connection and for the first answer together. */
  patience: number;
}

/** Each unit in a transaction of its own, on one connection from its first statement to its last. */
export function createUnitOfWork({ pool, patience }: UnitOfWorkOptions): UnitOfWork<Transaction> {
  const tellAll = createTeller();
  return async (work, { patience: forLocks = patience, isLong = false } = {}) => {
    const until = now() + patience;
    for (let attempt = 1; ; attempt += 1) {
      const follows: (() => void)[] = [];
      const begin = forLocks < patience ? `begin; set local lock_timeout = ${Math.max(forLocks, shortestLockTimeout)}` : 'begin';
      const by = attempt === 1 ? until : Math.max(until, now() + leastPatience);
      const outcome = await inTransaction(pool, { until: by, begin, isLong }, (db) =>
        work({ db, afterCommit: (follow) => void follows.push(follow) }),
      );
      if ('value' in outcome) {
        tellAll(follows);
        return outcome.value;
      }
      if (!mayTryAgain(outcome, attempt, until)) throw outcome.failure;
      await pause(Math.random() * longestPause);
    }
  };
}

/** Several reads in one transaction that sees one state. */
export async function inSnapshot<T>(pool: Pool, until: number, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await inTransaction(pool, { until, begin: 'begin isolation level repeatable read, read only' }, work);
    if ('value' in outcome) return outcome.value;
    if (!mayTryAgain(outcome, attempt, until)) throw outcome.failure;
  }
}

interface Opening {
  /** The moment until which it waits for a connection and its first answer, by `now()`. */
  until: number;
  begin: string;
  isLong?: boolean;
}

/** `isInDoubt` when nobody knows whether it was committed. */
type Outcome<T> = { value: T } | { failure: unknown; isInDoubt: boolean };

async function inTransaction<T>(pool: Pool, { until, begin, isLong = false }: Opening, work: (db: Db) => Promise<T>): Promise<Outcome<T>> {
  let connection: Connection;
  try {
    connection = await pool.acquire(until);
    if (isLong) connection.expect(now() + longSilence, longSilence);
  } catch (failure) {
    return { failure, isInDoubt: true };
  }
  let isOver = false;
  let isCommitting = false;
  try {
    // `begin` is not awaited: it is sent together with the first statement.
    const begun = connection.ask(begin);
    // The await below throws its failure, unless the work has failed before.
    begun.catch(() => undefined);
    const value = await work(createHandleWithin(connection, () => isOver));
    isOver = true;
    await begun;
    isCommitting = true;
    const { command } = await connection.ask('commit');
    // A statement has failed and the work went on all the same: PostgreSQL has undone everything.
    if (command === 'ROLLBACK') throw new Error('a unit of work went on after a statement that failed');
    return { value };
  } catch (failure) {
    isOver = true;
    const isCut = !connection.isUsable;
    if (!isCommitting) await rollback(connection);
    return { failure, isInDoubt: isCommitting && isCut };
  } finally {
    pool.release(connection);
  }
}

async function rollback(connection: Connection): Promise<void> {
  try {
    if (connection.isUsable) await connection.ask('rollback');
  } catch {
    connection.throwAway('a transaction that could not be rolled back');
  }
}

function mayTryAgain({ failure, isInDoubt }: { failure: unknown; isInDoubt: boolean }, attempt: number, until: number): boolean {
  if (isInDoubt) return false;
  // Somebody was deleted between being found and being referred to: the second time, they are not found.
  if (failure instanceof PostgresFailure && failure.code === '23503') return attempt === 1;
  if (classify(failure)?.kind === 'serialisation') return attempt < attemptsAtMost;
  // The server was restarted, say: another connection may work.
  return mayWorkElsewhere(failure) && now() < until;
}
