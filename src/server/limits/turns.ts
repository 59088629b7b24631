/** Does work by key, a few at a time of each; the rest waits, in the order in which it came. `waited`: whether it did. */
export type Turns = <T>(key: string, work: (waited: boolean) => Promise<T>) => Promise<T>;

export function createTurns(atOnce: number): Turns {
  // A key is here only while something of it is under way.
  const lines = new Map<string, { underWay: number; queue: (() => void)[] }>();

  return async (key, work) => {
    const line = lines.get(key) ?? { underWay: 0, queue: [] };
    lines.set(key, line);
    const waits = line.underWay >= atOnce;
    if (waits) await new Promise<void>((resolve) => line.queue.push(resolve));
    else line.underWay += 1;
    try {
      return await work(waits);
    } finally {
      // What ends passes its turn on, so that nothing new overtakes those who wait.
      const next = line.queue.shift();
      if (next) next();
      else if ((line.underWay -= 1) === 0) lines.delete(key);
    }
  };
}
