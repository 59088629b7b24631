import { type AchievementId, achievementsOf, isAchievementId } from '#shared/achievement-rules';
import type { UserId } from '#shared/ids';
import { momentsOf } from '../achievements/moments.ts';
import { earnedByDays, reached } from '../achievements/unlocking.ts';
import type { Db } from '../database/database.ts';
import { listAllAchievements, listMoments, listRisesThroughZero, listUserSums } from './doctor-store.ts';

interface Wrong {
  userId: UserId;
  what: string;
}

const measures = ['actions', 'gained', 'losses'] as const;
const ofSums: ReadonlySet<string> = new Set(measures.flatMap((measure) => achievementsOf(measure).map(({ id }) => id)));
// Pauses are left out: what was noted the day after may fill one later, and what came after a clock was set back.
const ofStreaks = achievementsOf('streak').map(({ id }) => id);
const ofActivities: ReadonlySet<string> = new Set<AchievementId>(['big-gain', 'big-loss', 'exactly-zero', 'back-above-zero']);

/** Achievements that people have and did not earn, or earned and do not have. Final ones are left out: their reason may be gone. */
export async function wrongAchievements(db: Db): Promise<Wrong[]> {
  const wrong: Wrong[] = [];
  const held = new Map<UserId, Map<string, { times: number; kept: number }>>();
  for (const { user_id: userId, achievement_id: id, times, kept } of await listAllAchievements(db)) {
    if (!isAchievementId(id)) wrong.push({ userId, what: `${String(id)} : inconnu` });
    held.set(userId, (held.get(userId) ?? new Map()).set(id, { times, kept }));
  }
  for (const [userId, should] of await earnedByAll(db)) {
    const has = held.get(userId) ?? new Map<string, { times: number; kept: number }>();
    for (const [id, times] of should) if (!has.has(id)) wrong.push({ userId, what: `${id} : 0 fois, compte ${times}` });
    for (const [id, { times, kept }] of has) {
      const isCounted = ofSums.has(id) || ofActivities.has(id);
      const counted = should.get(id) ?? 0;
      if (isCounted && kept === 0 && times !== counted) wrong.push({ userId, what: `${id} : ${times} fois, compte ${counted}` });
    }
    const streaks = ofStreaks.filter((id) => has.get(id)?.kept === 0);
    if (streaks.length === 0) continue;
    const earned = new Set(await earnedByDays(db, userId, streaks));
    for (const id of streaks) if (!earned.has(id)) wrong.push({ userId, what: `${id} : sans les jours qu'il faut` });
  }
  return wrong;
}

/** The achievements that each person's sums and activities earn, without days, and their counts. */
export async function earnedByAll(db: Db): Promise<Map<UserId, ReadonlyMap<string, number>>> {
  const moments = await timesOfMoments(db);
  return new Map(
    (await listUserSums(db)).map(({ id, ...sums }) => {
      const bySums = measures.flatMap((measure) => reached(measure, sums[measure]).map((one) => [one, 1] as const));
      return [id, new Map<string, number>([...bySums, ...(moments.get(id) ?? [])])];
    }),
  );
}

async function timesOfMoments(db: Db): Promise<Map<UserId, Map<string, number>>> {
  const moments = new Map<UserId, Map<string, number>>();
  const add = (userId: UserId, id: AchievementId, times: number) => {
    const own = moments.get(userId) ?? new Map<string, number>();
    moments.set(userId, own.set(id, (own.get(id) ?? 0) + times));
  };
  for (const { user_id, points, score, activities } of await listMoments(db))
    for (const id of momentsOf({ points, score })) add(user_id, id, activities);
  for (const { user_id, times } of await listRisesThroughZero(db)) add(user_id, 'back-above-zero', times);
  return moments;
}
