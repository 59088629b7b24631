import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Transaction } from '../database/database.ts';
import type { JobKind } from '#shared/events';
import type { Tallies } from '../metrics/tallies.ts';
import { claimJob, deleteJob, findDueJob, findNextDue, type Job, postponeJob } from './job-store.ts';

/** Lines without names, addresses and links. */
export interface Log {
  info(details: object, line: string): void;
  warn(details: object, line: string): void;
  error(details: object, line: string): void;
}

/** What does the jobs of some kinds. Times in milliseconds. */
export interface Worker {
  kinds: readonly JobKind[];
  /**
   * Does a job; rejects when it is to be tried again. Whoever no longer wants it deletes its row, at any time: `undo`, if returned, is
   * called when that happened before the end was noted.
   */
  run(job: Job, context: JobContext): Promise<Undo | undefined>;
  /** The longest that `run` takes, or goes without `keepClaim`. Another copy of the program may do the job after that. */
  longestRun: number;
  /** Until the next attempt, after the first failure, the second…; from then on the last. */
  waits: readonly [number, ...number[]];
  mostAttempts: number;
  /** No further attempt can succeed. */
  isFinal?(failure: unknown): boolean;
  /** All that was due is done. */
  onIdle?(): void;
  /** How long a server that stops waits for the job under way. */
  patience: number;
}

export type Undo = () => Promise<void>;

export interface JobContext {
  log: Log;
  /** Aborted when the server stops; `run` rejects then, which is no failed attempt. */
  signal: AbortSignal;
  /** Within a transaction of a long job: the claim begins anew. */
  keepClaim(transaction: Transaction): Promise<void>;
}

interface Runner {
  start(log: Log): void;
  look(): void;
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** What became of a job. */
type End = { outcome: 'done' | 'given_up'; undo?: Undo | undefined } | { outcome: 'postponed' | 'stopped'; due: number; attempts: number };

const [second, minute] = [1000, 60 * 1000];
/** Clocks of two copies differ by half of it at most, and whoever looks may be late by the other half. */
const slack = minute;
/** However empty the table was: what a copy that was killed had queued is done by another. */
const looksEvery = 30 * second;
/** After the database did not take what became of a job: before its claim runs out. */
const notesAgainAfter = 5 * second;

interface RunnerOptions {
  database: Pick<Database, 'read' | 'unitOfWork'>;
  worker: Worker;
  tallies: Pick<Tallies, 'jobs'>;
}

export function createRunner({ database, worker, tallies }: RunnerOptions): Runner {
  const { kinds } = worker;
  const claimedFor = worker.longestRun + slack;
  const longestWait = Math.max(...worker.waits, claimedFor) + slack;
  const abandon = new AbortController();
  let log: Log | undefined;
  let isStopped = false;
  let running: Promise<void> | undefined;
  let looksAgain = false;
  let timer: NodeJS.Timeout | undefined;
  // As long as the database has not taken it.
  const ended = new Map<Job, End>();

  function look(): void {
    if (log === undefined || isStopped) return;
    clearTimeout(timer);
    looksAgain = true;
    running ??= runAll(log).finally(() => {
      running = undefined;
      // Asked for between the last look and here.
      if (looksAgain) look();
    });
  }

  function lookIn(milliseconds: number): void {
    if (!isStopped) timer = setTimeout(look, Math.min(milliseconds, looksEvery)).unref();
  }

  async function runAll(to: Log): Promise<void> {
    let isIdle = true;
    try {
      while (looksAgain && !isStopped) {
        looksAgain = false;
        for (const [job, end] of ended) await note(job, end);
        const now = Date.now();
        // Nobody was ever told to wait for longer: the clock has been set back since.
        const job = await findDueJob(database.read, { kinds, now, latest: now + longestWait });
        if (!job) {
          const next = await findNextDue(database.read, kinds);
          lookIn(next === undefined ? looksEvery : next - now);
          continue;
        }
        looksAgain = true;
        isIdle = false;
        if (!(await database.unitOfWork(({ db }) => claimJob(db, job, Date.now() + claimedFor)))) continue;
        const end = await endOf(job, to);
        ended.set(job, end);
        await note(job, end);
      }
      if (!isIdle) worker.onIdle?.();
    } catch (failure) {
      // The database does not take what became of a job, for instance since its disk is full.
      to.error({ kinds, code: codeOf(failure) }, 'jobs wait');
      looksAgain = false;
      lookIn(ended.size > 0 ? notesAgainAfter : looksEvery);
    }
  }

  async function endOf(job: Job, to: Log): Promise<End> {
    const keepClaim = ({ db }: Transaction) => postponeJob(db, job.id, { due: Date.now() + claimedFor });
    try {
      return { outcome: 'done', undo: await worker.run(job, { log: to, signal: abandon.signal, keepClaim }) };
    } catch (failure) {
      // For the next start, at once.
      if (abandon.signal.aborted) return { outcome: 'stopped', due: job.due, attempts: job.attempts };
      const attempts = job.attempts + 1;
      const line = { kind: job.kind, attempts, code: codeOf(failure) };
      if (worker.isFinal?.(failure) || attempts >= worker.mostAttempts) {
        to.error(line, 'job given up');
        return { outcome: 'given_up' };
      }
      to.warn(line, 'job not done yet');
      return { outcome: 'postponed', due: Date.now() + (worker.waits[job.attempts] ?? worker.waits.at(-1) ?? 0), attempts };
    }
  }

  async function note(job: Job, end: End): Promise<void> {
    const { id, kind } = job;
    const isThere = await database.unitOfWork(async ({ db }) => {
      if (!('due' in end)) return await deleteJob(db, id);
      await postponeJob(db, id, end);
      return true;
    });
    ended.delete(job);
    if (end.outcome !== 'stopped') tallies.jobs[kind][end.outcome] += 1;
    if (!isThere && 'undo' in end) await end.undo?.();
  }

  return {
    start(to) {
      log = to;
      look();
    },
    look,
    async idle() {
      while (running) await running;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.race([running, pause(worker.patience, undefined, { ref: false })]);
      abandon.abort();
      await running;
    },
  };
}

/** Never its message, which may repeat an address. */
export function codeOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'unknown';
  const answer = 'responseCode' in failure ? ` ${String(failure.responseCode)}` : '';
  return `${'code' in failure ? String(failure.code) : failure.name}${answer}`;
}
