import type { Activity } from '#shared/activities';
import type { UserId } from '#shared/ids';
import type { Ranked } from '#shared/leaderboard';
import { leaderOf, type Scored } from './leader.ts';

export { leaderOf } from './leader.ts';
// What tells of a lead comes with the celebration: a screen that opens needs none of it.
export { beganAlone, leadTaken, movedByLogsAlone } from './lead-taken.ts';

/** Whether at least two members have logged: before that nobody is ahead of anybody. */
export function isContested(members: readonly Scored[], activities: readonly Pick<Activity, 'userId' | 'undone'>[]): boolean {
  const players = new Set<UserId>(members.flatMap(({ userId, score }) => (score === 0 ? [] : [userId])));
  for (const { userId, undone } of activities) if (userId !== null && !undone) players.add(userId);
  return members.filter(({ userId }) => players.has(userId)).length > 1;
}

/** Who wears the crown: the leader of a board where others have logged, too, with more than 0 (decision D24). */
export function crownedOf(members: readonly Scored[], activities: Parameters<typeof isContested>[1]): UserId | null {
  const leader = leaderOf(members);
  return leader && leader.score > 0 && isContested(members, activities) ? leader.userId : null;
}

/** Whether the first three stand on a podium: not when a fourth has the same rank as one of them. */
export function standOnPodium(ranking: readonly Pick<Ranked, 'rank'>[]): boolean {
  return ranking.length >= 3 && ranking[3]?.rank !== ranking[2]?.rank;
}
