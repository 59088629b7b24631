import type { Measure } from '#shared/achievement-rules';
import type { Metal } from '#client/ui/rank-badge.tsx';

/** From which goal on a medal is silver, and from which gold: what is counted in points grows faster than what is counted in days. */
const steps: Record<Measure, readonly [silver: number, gold: number]> = {
  actions: [100, 1000],
  gained: [500, 5000],
  losses: [50, 100],
  streak: [7, 30],
  pause: [30, 365],
  boards: [3, 10],
  company: [5, 10],
  reactions: [50, 200],
  // A moment has one goal, 1: all of them are bronze.
  moment: [2, 3],
};

/** How hard it is to earn. */
export function metalOf({ measure, goal }: { measure: Measure; goal: number }): Metal {
  const [silver, gold] = steps[measure];
  return goal >= gold ? 'gold' : goal >= silver ? 'silver' : 'bronze';
}
