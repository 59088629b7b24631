import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts attempts by key within a window. */
export interface Limit {
  /** Counts an attempt, or as many as said; false when that is too many. */
  spend(key: string, attempts?: number): Promise<boolean>;
  /** Takes one attempt back. */
  giveBack(key: string): Promise<void>;
  /** Begins anew for this key. */
  forget(key: string): Promise<void>;
}

export interface Limits {
  signUps: Limit;
  /** By e-mail, over all ways of trying a password. */
  wrongPasswords: Limit;
  wrongPasswordsByAddress: Limit;
  resetMails: Limit;
  resetMailsByAddress: Limit;
  /** Tries of a link that was mailed, by address. */
  resets: Limit;
  profileChanges: Limit;
  lookUps: Limit;
  requests: Limit;
  /** By address. */
  counts: Limit;
  exports: Limit;
}

const hour = 60 * 60;

export function openLimits({ signUpsPerHour }: { signUpsPerHour: number }): Limits {
  return {
    signUps: limit(signUpsPerHour, hour),
    wrongPasswords: limit(20, hour),
    wrongPasswordsByAddress: limit(200, hour),
    resetMails: limit(5, hour),
    resetMailsByAddress: limit(20, hour),
    resets: limit(60, hour),
    profileChanges: limit(30, hour),
    lookUps: limit(60, 60),
    requests: limit(120, hour),
    counts: limit(60, 60),
    exports: limit(10, hour),
  };
}

/** `points` attempts in `seconds`. */
function limit(points: number, seconds: number): Limit {
  const counter = new RateLimiterMemory({ points, duration: seconds });
  return {
    async spend(key, attempts = 1) {
      if (attempts === 0) return true;
      try {
        await counter.consume(key, attempts);
        return true;
      } catch (outcome) {
        if (outcome instanceof RateLimiterRes) return false;
        throw outcome;
      }
    },
    async giveBack(key) {
      await counter.reward(key);
    },
    async forget(key) {
      await counter.delete(key);
    },
  };
}
