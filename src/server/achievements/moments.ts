import type { AchievementId } from '#shared/achievement-rules';
import type { Circumstance } from '#shared/events';

/** In points, of one action. */
export const muchAtOnce = 30;

/** The stored figures of an activity. `score`: the member's, right after it. */
interface Moment {
  points: number;
  score: number;
}

/** What one activity earns, told by what is kept with it: so an undo knows it too. `throughZero`: as by {@link roseThroughZero}. */
export function momentsOf({ points, score }: Moment, throughZero = false): AchievementId[] {
  const moments: AchievementId[] = [];
  if (points >= muchAtOnce) moments.push('big-gain');
  if (points <= -muchAtOnce) moments.push('big-loss');
  if (score === 0) moments.push('exactly-zero');
  if (score > 0 && (score < points || throughZero)) moments.push('back-above-zero');
  return moments;
}

/** Whether the score was exactly 0 before: whether it had been below then, the activity before tells. */
export function roseFromZero({ points, score }: Moment): boolean {
  return score > 0 && score === points;
}

/** Whether an activity that {@link roseFromZero} came from below, by way of the one before. */
export function roseThroughZero(before: Moment | undefined): boolean {
  return before?.score === 0 && before.points > 0;
}

/** What each circumstance of a log earns. */
export const achievementOf = { early: 'early-bird', level: 'dead-heat', echo: 'telepathy' } as const satisfies Record<
  Circumstance,
  AchievementId
>;
