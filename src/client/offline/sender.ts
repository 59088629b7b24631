/**
 * What became of one attempt: `done`, go on at once; `empty`, nothing is left; `held`, nothing may be sent before somebody
 * signs in; `later`, to be repeated after at least `afterMs`.
 */
export type Attempt = 'done' | 'empty' | 'held' | { later: true; afterMs: number };

export interface Sender {
  /** Sends what waits, unless that is known to be in vain for now. */
  start(): void;
  /** Something makes it likely that the server answers again: the wait is over. */
  hurry(): void;
  /** Whether the server could not be reached lately, and is tried again by itself. */
  isWaiting(): boolean;
  stop(): void;
}

interface SenderParts {
  attempt(): Promise<Attempt>;
  /** Runs the job while no other tab runs one. */
  exclusively<T>(job: () => Promise<T>): Promise<T>;
  onPause(): void;
}

const shortestWaitMs = 1000;
const longestWaitMs = 60_000;

/** Repeats attempts until nothing is left, in one tab at a time, with longer and longer waits while the server does not answer. */
export function createSender({ attempt, exclusively, onPause }: SenderParts): Sender {
  let running = false;
  let again = false;
  let stopped = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let notBefore = 0;

  async function run(): Promise<void> {
    again = running;
    if (running || stopped) return;
    running = true;
    clearTimeout(timer);
    timer = undefined;
    const outcome = await exclusively(attemptAll).catch(() => ({ later: true, afterMs: 0 }) as const);
    running = false;
    if (stopped) return;
    if (typeof outcome === 'object') pause(outcome.afterMs);
    else if (again && outcome === 'empty') void run();
  }

  async function attemptAll(): Promise<Attempt> {
    for (;;) {
      if (stopped) return 'held';
      const outcome = await attempt();
      if (outcome !== 'done') return outcome;
      failures = 0;
    }
  }

  function pause(afterMs: number): void {
    const wait = Math.min(longestWaitMs, shortestWaitMs * 2 ** failures) * (0.5 + Math.random() / 2);
    failures += 1;
    notBefore = Date.now() + afterMs;
    timer = setTimeout(() => void run(), Math.max(wait, afterMs));
    onPause();
  }

  return {
    start() {
      if (timer === undefined) void run();
    },
    hurry() {
      if (Date.now() >= notBefore) void run();
    },
    isWaiting: () => timer !== undefined,
    stop() {
      stopped = true;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
