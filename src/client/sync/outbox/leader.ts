import { backoff } from '#client/api/backoff.ts';
import { reportUnexpected } from '#client/ui/unexpected.ts';

/**
 * What became of one attempt: `done`, go on at once; `empty`, nothing is left; `held`, nothing may be sent before somebody
 * signs in; `later`, to be repeated after at least `afterMs`.
 */
export type Attempt = 'done' | 'empty' | 'held' | { later: true; afterMs: number };

/** Has one tab at a time send the queue: the leader is whoever holds the lock. */
export interface Leader {
  /** Sends the queue, unless a wait is running or somebody must sign in first. `isFresh`: this tab has looked at the queue just now. */
  start(isFresh?: boolean): void;
  /** Ends the current wait, or the one that would follow the current attempt, when the server is likely to be reachable again. */
  retryNow(): void;
  /** Whether the server could not be reached lately, and is tried again by itself. */
  isWaiting(): boolean;
  /** Releases the lock, so that other tabs can send, until the next start. */
  rest(): void;
  stop(): void;
}

interface LeaderParts {
  /** `isStale`: another tab may have led, and sent something, since this one looked at the queue. */
  attempt(isStale: boolean): Promise<Attempt>;
  /** Runs the job while no other tab runs one; `waited` says whether one did. Aborting `signal` ends the wait. */
  exclusively<T>(job: (waited: boolean) => Promise<T>, signal: AbortSignal): Promise<T>;
  onPause(): void;
}

const longestWaitMs = 60_000;

/** Repeats attempts until nothing is left, in one tab at a time, with longer and longer waits while the server does not answer. */
export function createLeader({ attempt, exclusively, onPause }: LeaderParts): Leader {
  let running = false;
  let again = false;
  /** Whether the server gave a sign of life during the current attempt. */
  let isRetryAsked = false;
  let stopped = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let notBefore = 0;
  /** Number of the current run; an abandoned run stops when it sees a newer one. */
  let round = 0;
  let leave: () => void = () => undefined;

  async function run(isFresh = false): Promise<void> {
    again = running;
    if (running || stopped) return;
    running = true;
    isRetryAsked = false;
    clearTimeout(timer);
    timer = undefined;
    round += 1;
    const mine = round;
    const waiting = new AbortController();
    const left = new Promise<Attempt>((resolve) => {
      leave = () => {
        waiting.abort();
        resolve('held');
      };
    });
    // A frozen page that waits for an answer or for the lock would keep all other tabs from sending.
    const outcome = await exclusively((waited) => Promise.race([attemptAll(mine, waited || !isFresh), left]), waiting.signal).catch(
      (error: unknown) => {
        reportUnexpected('outbox', error);
        return { later: true, afterMs: 0 } as const;
      },
    );
    if (mine !== round) return;
    running = false;
    if (stopped) return;
    if (typeof outcome === 'object' ? isRetryAsked && outcome.afterMs === 0 : again && outcome === 'empty') void run();
    else if (typeof outcome === 'object') pause(outcome.afterMs);
  }

  async function attemptAll(mine: number, isStaleFirst: boolean): Promise<Attempt> {
    for (let isStale = isStaleFirst; ; isStale = false) {
      if (stopped || mine !== round) return 'held';
      const outcome = await attempt(isStale);
      if (outcome !== 'done') return outcome;
      failures = 0;
    }
  }

  function pause(afterMs: number): void {
    const wait = backoff(failures, { longest: longestWaitMs });
    failures += 1;
    notBefore = Date.now() + afterMs;
    timer = setTimeout(() => void run(), Math.max(wait, afterMs));
    onPause();
  }

  return {
    start(isFresh) {
      if (timer === undefined) void run(isFresh);
    },
    retryNow() {
      if (Date.now() < notBefore) return;
      isRetryAsked = running;
      void run();
    },
    isWaiting: () => timer !== undefined,
    rest() {
      round += 1;
      running = false;
      clearTimeout(timer);
      timer = undefined;
      leave();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
