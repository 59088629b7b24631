import type { AchievementId } from '#shared/achievement-rules';

/** In points, of one action. */
export const muchAtOnce = 30;

/** What one activity alone earns, told by what is kept with it: so an undo knows it too. `score`: of the member, right after it. */
export function momentsOf({ points, score }: { points: number; score: number }): AchievementId[] {
  const moments: AchievementId[] = [];
  if (points >= muchAtOnce) moments.push('big-gain');
  if (points <= -muchAtOnce) moments.push('big-loss');
  if (score === 0) moments.push('exactly-zero');
  if (score > 0 && score - points < 0) moments.push('back-above-zero');
  return moments;
}
