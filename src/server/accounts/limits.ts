import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts attempts by key within a window. */
export interface Limit {
  /** Counts one attempt; false when it is one too many. */
  spend(key: string): Promise<boolean>;
  /** Whether nothing is left, without counting. */
  isSpent(key: string): Promise<boolean>;
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
    async spend(key) {
      try {
        await counter.consume(key);
        return true;
      } catch (outcome) {
        if (outcome instanceof RateLimiterRes) return false;
        throw outcome;
      }
    },
    async isSpent(key) {
      const spent = await counter.get(key);
      return spent !== null && spent.consumedPoints >= points;
    },
  };
}
