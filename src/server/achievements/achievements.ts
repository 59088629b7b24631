import { type AchievementId, achievementIds, achievements, type Measure } from '#shared/achievement-rules';
import type { AchievementProgress } from '#shared/achievements';
import { dayIn, daysAfter } from '#shared/calendar';
import type { UserId, UserOnBoard } from '#shared/ids';
import { findGainedTogether, findSums } from '../accounts/account-store.ts';
import { listStreaksSince } from '../leaderboard/active-day-store.ts';
import { boardFor } from '../boards/board-for.ts';
import { isMember } from '../membership/member-store.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { countLargestCompany, countReactions, listAchievements } from './achievement-store.ts';
import { reactionsCounted } from './unlocking.ts';

/** One's own, all there are. `now` in milliseconds since 1970. */
export async function readAchievements(
  { database }: Pick<Deps, 'database'>,
  userId: UserId,
  now = Date.now(),
): Promise<AchievementProgress[]> {
  return await database.snapshot(async (db) => {
    const unlocked = new Map((await listAchievements(db, userId)).map(({ achievement_id, unlocked_at }) => [achievement_id, unlocked_at]));
    const counts = await readCounts(db, userId, now);
    return achievementIds.map((id) => {
      const { measure, goal } = achievements[id];
      const unlockedAt = unlocked.get(id) ?? null;
      const count = measure === 'moment' || measure === 'pause' ? 0 : counts[measure];
      return { id, progress: unlockedAt === null ? Math.min(count, goal) : goal, unlockedAt };
    });
  });
}

/** The achievements that another member of one's boards has unlocked, without when or where. */
export async function readAchievementsOf(
  { database }: Pick<Deps, 'database'>,
  { readerId, boardId, userId }: UserOnBoard & { readerId: UserId },
): Promise<AchievementId[]> {
  return await database.snapshot(async (db) => {
    await boardFor(db, { userId: readerId, boardId });
    if (!(await isMember(db, { boardId, userId }))) throw refuse('member_not_found');
    const unlocked = new Set((await listAchievements(db, userId)).map(({ achievement_id }) => achievement_id));
    return achievementIds.filter((id) => unlocked.has(id));
  });
}

async function readCounts(db: Db, userId: UserId, now: number): Promise<Record<Exclude<Measure, 'moment' | 'pause'>, number>> {
  const sums = await findSums(db, userId);
  if (!sums) throw refuse('no_user_logged_in');
  const [together] = await findGainedTogether(db, { userId });
  const gained = sums.gained - (together?.points ?? 0);
  const reactions = await countReactions(db, userId, reactionsCounted);
  return { ...sums, gained, reactions, company: await countLargestCompany(db, userId), streak: await readStreak(db, userId, now) };
}

/** The longest streak that goes on, up to today, or to yesterday while today may still come: on any board, each with its own today. */
async function readStreak(db: Db, userId: UserId, now: number): Promise<number> {
  // Wherever a board is, its yesterday is no earlier than the day before yesterday of UTC.
  const since = daysAfter(dayIn('UTC', now), -2);
  let longest = 0;
  for (const { day, streak, time_zone } of await listStreaksSince(db, { userId, since })) {
    const today = dayIn(time_zone, now);
    if (day <= today && day >= daysAfter(today, -1)) longest = Math.max(longest, streak);
  }
  return longest;
}
