import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts attempts by key within a window. */
export interface Limit {
  /** Counts an attempt, or as many as said; false when that is too many. */
  spend(key: string, attempts?: number): Promise<boolean>;
  /** Takes one attempt back. */
  giveBack(key: string): Promise<void>;
}

export interface Limits {
  signUps: Limit;
  wrongPasswords: Limit;
  wrongPasswordsByAddress: Limit;
  lookUps: Limit;
  requests: Limit;
}

const hour = 60 * 60;

export function openLimits({ signUpsPerHour }: { signUpsPerHour: number }): Limits {
  return {
    signUps: limit(signUpsPerHour, hour),
    wrongPasswords: limit(20, hour),
    wrongPasswordsByAddress: limit(200, hour),
    lookUps: limit(60, 60),
    requests: limit(120, hour),
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
  };
}
