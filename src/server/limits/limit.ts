/** Counts attempts by key. */
export interface Limit {
  /** Counts an attempt, or as many as said; false when that is too many: then none is counted. */
  spend(key: string, attempts?: number): Promise<boolean>;
  /** In how many milliseconds so many attempts will be allowed. */
  wait(key: string, attempts?: number): Promise<number>;
  /** Takes one attempt back. */
  giveBack(key: string): Promise<void>;
  /** Resets this key. */
  forget(key: string): Promise<void>;
}

/** The bounds of one key. */
export interface Bounds {
  /** For one key, in any stretch of time of this length. */
  attempts: number;
  /** In milliseconds. */
  within: number;
}

interface Memory {
  /** Remembered at once. */
  keys?: number;
  /** In milliseconds, from any origin. By default the monotonic clock, which is never set back. */
  now?: () => number;
}

/** In milliseconds: what is given back was spent no longer ago. */
export const longestAttempt = 60_000;

/**
 * A limit over any stretch of time, wherever it begins: fixed windows would let twice as many attempts through around the edge of two.
 * Keeps the time of each attempt in the memory of this process. When there are more keys than it remembers, those silent longest are
 * forgotten: whoever has that many addresses gains nothing by it, and that many keys of accounts need that many accounts.
 */
export function createSlidingLimit({ attempts: most, within, keys = 50_000, now = () => performance.now() }: Bounds & Memory): Limit {
  // Ordered by the latest attempt, so that the first keys are the first to expire.
  const times = new Map<string, number[]>();

  let lookedAt = -Infinity;

  // Not each time: an iterator walks over the empty slots of deleted keys before it finds the first key.
  function forgetOld(time: number): void {
    if (times.size <= keys && time - lookedAt < within / 60) return;
    lookedAt = time;
    for (const [key, spent] of times) {
      if (times.size <= keys && (spent.at(-1) ?? 0) > time - within) return;
      times.delete(key);
    }
  }

  function spend(key: string, attempts: number): boolean {
    const time = now();
    const spent = times.get(key) ?? [];
    // In order of time, so the first expire first. Spliced rather than copied: logs have hundreds of them.
    const over = spent.findIndex((one) => one > time - within);
    spent.splice(0, over === -1 ? spent.length : over);
    if (spent.length + attempts > most) {
      if (spent.length === 0) times.delete(key);
      return false;
    }
    for (let attempt = 0; attempt < attempts; attempt += 1) spent.push(time);
    times.delete(key);
    times.set(key, spent);
    forgetOld(time);
    return true;
  }

  function giveBack(key: string): void {
    const spent = times.get(key);
    if (!spent) return;
    // Which attempt it was is unknown, so the oldest possible one is removed: the others must not expire early.
    const oldest = spent.findIndex((one) => one > now() - longestAttempt);
    spent.splice(oldest === -1 ? spent.length - 1 : oldest, 1);
    if (spent.length === 0) times.delete(key);
  }

  return {
    spend: (key, attempts = 1) => Promise.resolve(attempts === 0 || spend(key, attempts)),
    async wait(key, attempts = 1) {
      const spent = times.get(key) ?? [];
      const inTheWay = spent[spent.length + attempts - most - 1];
      return inTheWay === undefined ? 0 : Math.max(0, inTheWay + within - now());
    },
    giveBack: (key) => Promise.resolve(giveBack(key)),
    async forget(key) {
      times.delete(key);
    },
  };
}
