import type { AchievementId } from '#shared/achievement-rules';

/** In points, of one action. */
export const muchAtOnce = 30;

/** What is kept with an activity. `score`: of the member, right after it. */
interface Moment {
  points: number;
  score: number;
}

/**
 * What one activity earns, told by what is kept with it and with the one before: so an undo knows it too. `before` is asked for where the
 * activity {@link roseFromZero}.
 */
export function momentsOf(moment: Moment, before?: Moment): AchievementId[] {
  const { points, score } = moment;
  const moments: AchievementId[] = [];
  if (points >= muchAtOnce) moments.push('big-gain');
  if (points <= -muchAtOnce) moments.push('big-loss');
  if (score === 0) moments.push('exactly-zero');
  const wasBelow = score < points || (roseFromZero(moment) && before !== undefined && roseToZero(before));
  if (score > 0 && wasBelow) moments.push('back-above-zero');
  return moments;
}

/** Whether the score was exactly 0 before: whether it had been below then, the activity before tells. */
export function roseFromZero({ points, score }: Moment): boolean {
  return score > 0 && score === points;
}

function roseToZero({ points, score }: Moment): boolean {
  return score === 0 && points > 0;
}
