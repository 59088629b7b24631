import { refuse } from '../../errors/refusal.ts';

/** Runs expensive tasks, a few at a time. */
export type HashQueue = <T>(work: () => Promise<T>) => Promise<T>;

interface Bounds {
  /** Under way at once. */
  atOnce: number;
  /** Tasks waiting for their turn. */
  waiting: number;
  /** In milliseconds, before it begins. */
  patience: number;
}

/** A task is refused as `unavailable` when too many wait already, or when it has waited too long. */
export function createHashQueue({ atOnce, waiting, patience }: Bounds): HashQueue {
  // In the order in which they came.
  const queue = new Set<() => void>();
  let underWay = 0;

  function awaitTurn(): Promise<void> {
    if (queue.size >= waiting) throw refuse('unavailable');
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        queue.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.delete(begin);
        reject(refuse('unavailable'));
      }, patience);
      queue.add(begin);
    });
  }

  return async (work) => {
    if (underWay < atOnce) underWay += 1;
    // A finished task passes its turn to the next in the queue, so that no new one overtakes it.
    else await awaitTurn();
    try {
      return await work();
    } finally {
      const [next] = queue;
      if (next) next();
      else underWay -= 1;
    }
  };
}
