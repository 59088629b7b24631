import { refuse } from '../../errors/refusal.ts';

/** The person or address that a task is for. */
export interface Asker {
  key: string;
  /** Tasks at once, waiting or under way; the next is refused as `too_many_requests`. Any number by default. */
  mostAtOnce?: number;
}

/** Runs expensive tasks, a few at a time. */
export type HashQueue = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;

interface Bounds {
  /** Under way at once. */
  atOnce: number;
  /** Tasks waiting for their turn. */
  waiting: number;
  /** In milliseconds, before it begins. */
  patience: number;
}

interface Waiting {
  begin: () => void;
  giveUp: () => void;
}

/**
 * Askers take turns, however many tasks each has. A task is refused as `unavailable` when it has waited too long, and
 * when too many wait: then the asker with the most tasks loses the newest one.
 */
export function createHashQueue({ atOnce, waiting, patience }: Bounds): HashQueue {
  // In the order of their turns; of each, its tasks in the order in which they came.
  const lines = new Map<string, Set<Waiting>>();
  // Waiting or under way, by asker.
  const tasks = new Map<string, number>();
  let queued = 0;
  let underWay = 0;

  function leave(key: string, line: Set<Waiting>, task: Waiting): void {
    line.delete(task);
    queued -= 1;
    if (line.size === 0) lines.delete(key);
  }

  function makeRoom(key: string): void {
    if (queued < waiting) return;
    const [first, ...others] = lines.values();
    const longest = others.reduce((one, other) => (other.size > (one?.size ?? 0) ? other : one), first);
    const last = [...(longest ?? [])].at(-1);
    if (last === undefined || (longest?.size ?? 0) <= (lines.get(key)?.size ?? 0) + 1) throw refuse('unavailable');
    last.giveUp();
  }

  function awaitTurn(key: string): Promise<void> {
    makeRoom(key);
    const line = lines.get(key) ?? new Set();
    lines.set(key, line);
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        leave(key, line, task);
      };
      const task = {
        begin: () => {
          end();
          resolve();
        },
        giveUp: () => {
          end();
          reject(refuse('unavailable'));
        },
      };
      const timer = setTimeout(task.giveUp, patience);
      line.add(task);
      queued += 1;
    });
  }

  // A finished task passes its turn on, so that no new one overtakes those that wait.
  function passOn(): void {
    const [next] = lines;
    if (next === undefined) {
      underWay -= 1;
      return;
    }
    const [key, line] = next;
    const [task] = line;
    lines.delete(key);
    lines.set(key, line);
    task?.begin();
  }

  return async ({ key, mostAtOnce = Number.POSITIVE_INFINITY }, work) => {
    const before = tasks.get(key) ?? 0;
    if (before >= mostAtOnce) throw refuse('too_many_requests');
    tasks.set(key, before + 1);
    try {
      if (underWay < atOnce) underWay += 1;
      else await awaitTurn(key);
      try {
        return await work();
      } finally {
        passOn();
      }
    } finally {
      const left = (tasks.get(key) ?? 1) - 1;
      if (left === 0) tasks.delete(key);
      else tasks.set(key, left);
    }
  };
}
