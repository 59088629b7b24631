import { setTimeout as pause } from 'node:timers/promises';
import { readTime } from '#shared/clock-rules';
import type { JobKind } from '#shared/events';
import type { Database, Transaction } from '../database/database.ts';
import type { Tallies } from '../metrics/tallies.ts';
import { createJobLine, createPlainLine, type Page, type Placed, type Sharing } from './job-line.ts';
import { claimJob, deleteJob, findNextDue, type Job, listDueJobs, postponeJob, scheduleJobs, type Turn } from './job-store.ts';

/** Lines without names, addresses and links. */
export interface Log {
  info(details: object, line: string): void;
  warn(details: object, line: string): void;
  error(details: object, line: string): void;
}

/** Does the jobs of some kinds. Times in milliseconds. */
export interface Worker {
  /** Before the first job. */
  start?(log: Log): void;
  /**
   * Does a job; rejects when it has to be tried again. A job may be deleted at any time, when nobody wants it any more: then the returned
   * function is called after the end, to take back what was done.
   */
  run(job: Job, context: JobContext): Promise<CleanUp | undefined>;
  /** The longest that `run` takes, or goes on without `keepClaim`. After that another copy of the program may do the job. */
  longestRun: number;
  /** Until the next attempt, after the first failure, the second…; from then on the last. */
  waits: readonly [number, ...number[]];
  mostAttempts: number;
  /** Lets the worker do several jobs side by side, for work that waits for remote hosts. Otherwise it does one at a time, the first that is due. */
  sharing?: Sharing;
  /** The longest that a job is put off when it is queued, if that is longer than `waits`. */
  putOff?: number;
  /** How long to wait after this failure instead of what `waits` says: no longer than `putOff`. */
  waitAfter?(failure: unknown, job: Job): number;
  /** Makes its kinds recur, so long after each run: each has one job, which stays, and one copy does each run. */
  every?: number;
  /** No further attempt can succeed. */
  isFinal?(failure: unknown): boolean;
  /** Something was done, and nothing more is due. */
  onIdle?(): void;
  /** How long a server that stops waits for the job under way. */
  patience: number;
}

export type CleanUp = () => Promise<void>;

export interface JobContext {
  /** Aborted when the server stops; `run` rejects then, which is no failed attempt. */
  signal: AbortSignal;
  /** Begins the claim anew, within a transaction of a long job. False when another copy has the job by now, or it is gone. */
  keepClaim(transaction: Transaction): Promise<boolean>;
  /**
   * Gives the job its next turn within a transaction, as if it had just been queued for that time. The row stays the same, so that a kill never
   * leaves two. After `run` the job stays as this left it. False when another copy has the job by now, or it is gone.
   */
  putOff(transaction: Transaction, due: number): Promise<boolean>;
}

interface Runner {
  start(log: Log): void;
  look(): void;
  idle(): Promise<void>;
  stop(): Promise<void>;
}

type Outcome =
  | { type: 'done'; cleanUp: CleanUp | undefined; next: Turn | undefined }
  | { type: 'put_off' | 'given_up'; next?: undefined }
  | { type: 'postponed' | 'stopped'; next: Turn };

/** A job whose outcome the database has not taken yet. `dues`: as this copy may have left it there. */
interface Settling {
  job: Job;
  dues: readonly number[];
  outcome: Outcome;
}

const [second, minute] = [1000, 60 * 1000];

/** For a worker that looks for what has become due: its next look finds what one has missed. */
export const everyFiveMinutes: Omit<Worker, 'run'> = {
  every: 5 * minute,
  longestRun: 10 * minute,
  waits: [minute, 5 * minute],
  mostAttempts: Infinity,
  patience: 0,
};
/** Half of it is for clocks of two copies that differ, the other half for a copy that looks late. */
const slack = minute;
/** However empty the table was: what a copy that was killed had queued is done by another. */
const looksEvery = 30 * second;
/** After the database did not take an outcome: before the claim runs out. */
const settlesAgainAfter = 5 * second;

interface RunnerOptions {
  database: Pick<Database, 'read' | 'unitOfWork' | 'classify'>;
  worker: Worker;
  kinds: readonly JobKind[];
  tallies: Pick<Tallies, 'jobs'>;
}

/** Has one worker do the jobs of its kinds, as many at once as it can do. */
export function createRunner({ database, worker, kinds, tallies }: RunnerOptions): Runner {
  const claimedFor = worker.longestRun + slack;
  const longestWait = Math.max(...worker.waits, claimedFor, worker.every ?? 0, worker.putOff ?? 0) + slack;
  const jobLine = worker.sharing ? createJobLine(worker.sharing, listDue, database.read) : createPlainLine(listDue);
  const stopping = new AbortController();
  let log: Log | undefined;
  let isStopped = false;
  let running: Promise<void> | undefined;
  let looksAgain = false;
  let timer: NodeJS.Timeout | undefined;
  // Something was done since the worker was last told that it is idle.
  let hasWorked = false;
  const unsettled = new Set<Settling>();
  const underWay = new Set<Promise<void>>();

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

  // Nobody was ever told to wait for longer than `longestWait`: the clock has been set back since.
  async function listDue({ now, after, limit }: Page): Promise<Job[]> {
    return await listDueJobs(database.read, { kinds, now, latest: now + longestWait, after, limit });
  }

  async function runAll(to: Log): Promise<void> {
    try {
      while (looksAgain && !isStopped) {
        looksAgain = false;
        for (const one of unsettled) await settle(one);
        const now = Date.now();
        const placed = await jobLine.next(now);
        if (!placed) {
          const next = await findNextDue(database.read, kinds, now);
          if (next !== undefined || worker.every === undefined) lookIn(next === undefined ? looksEvery : next - now);
          else await schedule(now);
          continue;
        }
        looksAgain = true;
        await begin(placed, to);
        if (!worker.sharing) await Promise.all(underWay);
      }
      if (!hasWorked || isStopped || underWay.size > 0) return;
      hasWorked = false;
      worker.onIdle?.();
    } catch (failure) {
      waitForDatabase(failure, to);
    }
  }

  /** Claims a job, unless another copy was faster, and lets it go on by itself. */
  async function begin({ job: found, leave }: Placed, to: Log): Promise<void> {
    // A clock that was ahead may have queued it: it would otherwise be tried for that much longer.
    const job = { ...found, created_at: readTime(found.created_at, Date.now()) };
    const claim = Date.now() + claimedFor;
    const isOurs = await database
      .unitOfWork(({ db }) => claimJob(db, job, claim))
      .catch((failure: unknown) => {
        leave();
        throw failure;
      });
    if (!isOurs) return leave();
    hasWorked = true;
    const doing = doOne(job, claim, to).finally(() => {
      underWay.delete(doing);
      leave();
      // A job that is due may have waited for this place.
      if (jobLine.isWaiting()) look();
    });
    underWay.add(doing);
  }

  /** The database does not take what became of a job, for instance since its disk is full. */
  function waitForDatabase(failure: unknown, to: Log): void {
    to.error({ kinds, code: codeOf(failure) }, 'jobs wait');
    looksAgain = false;
    clearTimeout(timer);
    lookIn(unsettled.size > 0 ? settlesAgainAfter : looksEvery);
  }

  async function doOne(job: Job, claim: number, to: Log): Promise<void> {
    const settling = await run(job, claim, to);
    try {
      await settle(settling);
      const { type } = settling.outcome;
      // The line has gone on meanwhile, and sleeps until the end of the claim.
      if (worker.sharing && (type === 'postponed' || type === 'put_off')) look();
    } catch (failure) {
      unsettled.add(settling);
      waitForDatabase(failure, to);
    }
  }

  /** The first run of a recurring kind is due at once. */
  async function schedule(now: number): Promise<void> {
    await database.unitOfWork(({ db }) => scheduleJobs(db, kinds, now));
    looksAgain = true;
  }

  async function run(job: Job, claim: number, to: Log): Promise<Settling> {
    let dues = [claim];
    // None of its attempts came to an end, perhaps since it ends the process.
    if (job.attempts >= worker.mostAttempts) {
      to.error({ kind: job.kind, attempts: job.attempts, code: 'interrupted' }, 'job given up');
      return { job, dues, outcome: { type: 'given_up' } };
    }
    const keepClaim = async ({ db }: Transaction) => {
      const due = Date.now() + claimedFor;
      const isOurs = await postponeJob(db, { id: job.id, dues }, { due });
      // The transaction may still fail: then it stays as it was.
      dues = [...dues.slice(-1), due];
      return isOurs;
    };
    let isPutOff = false;
    const putOff = async ({ db, afterCommit }: Transaction, due: number) => {
      const turn = { due, attempts: 0, last_failure: null, created_at: Math.max(due, Date.now()) };
      afterCommit(() => void (isPutOff = true));
      return await postponeJob(db, { id: job.id, dues }, turn);
    };
    try {
      const cleanUp = await worker.run(job, { signal: stopping.signal, keepClaim, putOff });
      if (isPutOff) return { job, dues, outcome: { type: 'put_off' } };
      const next = worker.every === undefined ? undefined : { due: Date.now() + worker.every, attempts: 0, last_failure: null };
      return { job, dues, outcome: { type: 'done', cleanUp, next } };
    } catch (failure) {
      return { job, dues, outcome: outcomeOf(failure, job, to) };
    }
  }

  function outcomeOf(failure: unknown, job: Job, to: Log): Outcome {
    const { kind, due, attempts, last_failure } = job;
    // For the next start, at once.
    if (stopping.signal.aborted) return { type: 'stopped', next: { due, attempts, last_failure } };
    // What the database refuses says nothing about a job that is given up some time.
    const counted = database.classify(failure) && Number.isFinite(worker.mostAttempts) ? attempts : attempts + 1;
    const code = codeOf(failure);
    const line = { kind, attempts: counted, code };
    if (worker.isFinal?.(failure) || counted >= worker.mostAttempts) {
      to.error(line, 'job given up');
      return { type: 'given_up' };
    }
    to.warn(line, 'job not done yet');
    const wait = worker.waitAfter?.(failure, job) ?? worker.waits[attempts] ?? worker.waits.at(-1) ?? 0;
    return { type: 'postponed', next: { due: Date.now() + wait, attempts: counted, last_failure: code } };
  }

  /** Tries once more what the database has not taken, so that the next start does not do those jobs again. */
  async function settleAtLast(): Promise<void> {
    try {
      for (const one of unsettled) await settle(one);
    } catch {
      // The database still takes no writes: the claims run out, as after a kill.
    }
  }

  async function settle(settling: Settling): Promise<void> {
    const { job, dues, outcome } = settling;
    if (outcome.type === 'put_off') return void (tallies.jobs[job.kind].done += 1);
    const isThere = await database.unitOfWork(async ({ db }) => {
      const claim = { id: job.id, dues };
      if (outcome.next) return await postponeJob(db, claim, outcome.next);
      // Done is done, also for a copy that has it by now.
      return await deleteJob(db, outcome.type === 'done' ? { id: job.id } : claim);
    });
    unsettled.delete(settling);
    if (outcome.type !== 'stopped') tallies.jobs[job.kind][outcome.type] += 1;
    if (!isThere && outcome.type === 'done') await outcome.cleanUp?.();
  }

  return {
    start(to) {
      log = to;
      worker.start?.(to);
      look();
    },
    look,
    async idle() {
      while (running || underWay.size > 0) await Promise.all([running, ...underWay]);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      const isBusy = running !== undefined || underWay.size > 0;
      if (!isBusy) return await settleAtLast();
      const ending = async () => void (await Promise.all([running, ...underWay]));
      await Promise.race([ending(), pause(worker.patience, undefined, { ref: false })]);
      stopping.abort();
      await ending();
    },
  };
}

/** Never its message, which may repeat an address. */
export function codeOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'unknown';
  const answer = 'responseCode' in failure ? ` ${String(failure.responseCode)}` : '';
  return `${'code' in failure ? String(failure.code) : failure.name}${answer}`;
}
