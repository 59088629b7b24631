import type { Activity } from '#shared/activities';
import type { Member } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Place } from './game.ts';

export type Scored = Pick<Member, 'userId' | 'score'>;

/** The member ahead of all others; null at a tie, or with one member. */
export function leaderOf<M extends Scored>(members: readonly M[]): M | null {
  if (members.length < 2) return null;
  const best = Math.max(...members.map(({ score }) => score));
  const ahead = members.filter(({ score }) => score === best);
  return ahead.length === 1 ? (ahead[0] ?? null) : null;
}

/** Whether at least two members have logged: before that nobody is ahead of anybody. */
export function isContested(members: readonly Scored[], activities: readonly Pick<Activity, 'userId' | 'undone'>[]): boolean {
  const players = new Set<UserId>(members.flatMap(({ userId, score }) => (score === 0 ? [] : [userId])));
  for (const { userId, undone } of activities) if (userId !== null && !undone) players.add(userId);
  return members.filter(({ userId }) => players.has(userId)).length > 1;
}

/** The member who wears the crown: the leader of a board where others have logged, too, with more than 0 (decision D24). */
export function crownedOf(members: readonly Scored[], activities: Parameters<typeof isContested>[1]): UserId | null {
  const leader = leaderOf(members);
  return leader && leader.score > 0 && isContested(members, activities) ? leader.userId : null;
}

/** Whether the first three stand on a podium: not when a fourth has the same rank as one of them. */
export function standOnPodium(ranking: readonly Pick<Place, 'rank'>[]): boolean {
  const third = ranking[2]?.rank ?? null;
  return third !== null && ranking[3]?.rank !== third;
}
