/** One tab of this browser sends at a time, by a lock of the browser. */
import type { WorkerParts } from './worker.ts';

/** In milliseconds: until the browser says whether the lock is free, and until a tab that has it gives it away. */
const answeredWithin = 2000;
const longestTurn = 30_000;

type Locks = Pick<LockManager, 'request'>;

/**
 * Runs a job while no other tab does. Where the lock does not come the job runs without it: a tab that is frozen while it has the lock, or a browser that
 * never answers, must not keep the commands here. What two tabs send at once the server does once, since each command has its id.
 *
 * `locks`: null where the browser has none, as over plain http.
 */
export function exclusivelyBy(locks: Locks | null): WorkerParts['exclusively'] {
  return async (name, job, signal) => {
    if (!locks) return await job(true);
    const atOnce = await lockedJob(locks, { name, options: { ifAvailable: true }, withinMs: answeredWithin }, () => job(false));
    if (atOnce) return atOnce.outcome;
    const givenUp = new AbortController();
    try {
      const options = { signal: AbortSignal.any([signal, givenUp.signal]) };
      const afterOthers = await lockedJob(locks, { name, options, withinMs: longestTurn }, () => job(true));
      return afterOthers ? afterOthers.outcome : await job(true);
    } finally {
      // The browser forgets a request that was given up.
      givenUp.abort();
    }
  };
}

interface Turn {
  name: string;
  options: LockOptions;
  withinMs: number;
}

/** Null when the lock was not to be had, or not in time. */
function lockedJob<T>(locks: Locks, { name, options, withinMs }: Turn, job: () => Promise<T>): Promise<{ outcome: T } | null> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      resolve(null);
    }, withinMs);
    const run = async (lock: Lock | null) => {
      clearTimeout(timer);
      return lock && !isLate ? { outcome: await job() } : null;
    };
    locks
      .request(name, options, run)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
