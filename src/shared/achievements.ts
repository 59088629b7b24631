import * as z from 'zod/mini';
import { achievementIds } from './achievement-rules.ts';

export const achievementId = z.enum(achievementIds);

/** One's own, unlocked or not. `progress` goes up to the goal; of what cannot be counted on the way it is 0 until then. */
export const achievementProgress = z.object({
  id: achievementId,
  progress: z.int(),
  /** In milliseconds since 1970; null while it is locked. */
  unlockedAt: z.nullable(z.int()),
});
export type AchievementProgress = z.infer<typeof achievementProgress>;
