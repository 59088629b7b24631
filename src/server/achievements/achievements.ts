import { type AchievementId, achievementIds, achievements, type Measure } from '#shared/achievement-rules';
import type { AchievementProgress } from '#shared/achievements';
import { dayIn, daysAfter } from '#shared/calendar';
import { boardFor } from '../boards/board-for.ts';
import { isMember } from '../boards/member-store.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { countLargestCompany, countReactions, findSums, listAchievements, listDaysSince, listUnbroken } from './achievement-store.ts';
import { lastOf } from './days.ts';
import { longestCounted, reactionsCounted } from './unlocking.ts';

/** One's own, all there are. `now` in milliseconds since 1970. */
export async function readAchievements(
  { database }: Pick<Deps, 'database'>,
  userId: string,
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

/** Those that a member of one's boards has unlocked: neither when, nor where. */
export async function readAchievementsOf(
  { database }: Pick<Deps, 'database'>,
  readerId: string,
  boardId: string,
  userId: string,
): Promise<AchievementId[]> {
  return await database.snapshot(async (db) => {
    await boardFor(db, readerId, boardId);
    if (!(await isMember(db, boardId, userId))) throw refuse('member_not_found');
    const unlocked = new Set((await listAchievements(db, userId)).map(({ achievement_id }) => achievement_id));
    return achievementIds.filter((id) => unlocked.has(id));
  });
}

async function readCounts(db: Db, userId: string, now: number): Promise<Record<Exclude<Measure, 'moment' | 'pause'>, number>> {
  const sums = await findSums(db, userId);
  if (!sums) throw refuse('no_user_logged_in');
  const reactions = await countReactions(db, userId, reactionsCounted);
  return { ...sums, reactions, company: await countLargestCompany(db, userId), streak: await readStreak(db, userId, now) };
}

/** Of most streaks this is enough. */
const firstLook = 8;

/**
 * The longest streak that goes on, up to today, or to yesterday while today may still come; longer ones are not told apart. All boards are
 * asked about at once: those whose streaks outlast the first look, then whether one of them is as long as half of what is left, and so on.
 */
async function readStreak(db: Db, userId: string, now: number): Promise<number> {
  const { shorter, running } = await lookAtLastDays(db, userId, now);
  if (running.size === 0) return shorter;
  let [known, most] = [firstLook, longestCounted];
  let ends = [...running].map(([last, boardIds]) => ({ last, boardIds }));
  while (known < most) {
    const tried = Math.ceil((known + most) / 2);
    const stretches = ends.map(({ last, boardIds }) => ({
      boardIds,
      from: daysAfter(last, 1 - tried),
      before: daysAfter(last, 1 - known),
    }));
    const unbroken = new Set(await listUnbroken(db, userId, stretches, tried - known));
    if (unbroken.size === 0) {
      most = tried - 1;
      continue;
    }
    known = tried;
    ends = ends
      .map(({ last, boardIds }) => ({ last, boardIds: boardIds.filter((id) => unbroken.has(id)) }))
      .filter(({ boardIds }) => boardIds.length > 0);
  }
  return known;
}

/** The longest streak among those that a first look sees whole, and the boards of all others by the last day of theirs. */
async function lookAtLastDays(db: Db, userId: string, now: number) {
  // Wherever a board is, its yesterday is no earlier than the day before yesterday of UTC.
  const since = daysAfter(dayIn('UTC', now), -1 - firstLook);
  const boards = new Map<string, { today: string; days: string[] }>();
  for (const { board_id, day, time_zone } of await listDaysSince(db, { userId, since })) {
    const board = boards.get(board_id) ?? { today: dayIn(time_zone, now), days: [] };
    boards.set(board_id, board);
    if (day <= board.today) board.days.push(day);
  }
  let shorter = 0;
  const running = new Map<string, string[]>();
  for (const [boardId, { today, days }] of boards) {
    const [last] = days;
    if (last === undefined || last < daysAfter(today, -1)) continue;
    const { streak } = lastOf(days);
    if (streak < firstLook) shorter = Math.max(shorter, streak);
    else running.set(last, [...(running.get(last) ?? []), boardId]);
  }
  return { shorter, running };
}
