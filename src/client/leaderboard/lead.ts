import type { Activity } from '#shared/activities';
import type { Member, OpenedBoard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Ranked } from '#shared/leaderboard';

type Scored = Pick<Member, 'userId' | 'score'>;

/** The member ahead of all others; null at a tie, or with one member. */
export function leaderOf<M extends Scored>(members: readonly M[]): M | null {
  if (members.length < 2) return null;
  const best = Math.max(...members.map(({ score }) => score));
  const ahead = members.filter(({ score }) => score === best);
  return ahead.length === 1 ? (ahead[0] ?? null) : null;
}

/**
 * The member whose gain took the lead between two states of a board: ahead now and not before, with points of their own, and even if nobody had
 * lost any. A loss changes ranks quietly (decision D26), and nobody is celebrated for 0 or less (D24). Nobody took it when the leader before
 * is gone either.
 */
export function leadTaken<M extends Scored>(before: readonly Scored[], after: readonly M[]): M | null {
  const leader = leaderOf(after);
  const former = leaderOf(before);
  if (!leader || leader.score <= 0 || former?.userId === leader.userId) return null;
  const formerScores = new Map(before.map(({ userId, score }) => [userId, score]));
  const own = formerScores.get(leader.userId);
  if (own === undefined || leader.score <= own) return null;
  if (former && !after.some(({ userId }) => userId === former.userId)) return null;
  const overtakesAll = after.every(
    (one) => one === leader || Math.max(one.score, formerScores.get(one.userId) ?? one.score) < leader.score,
  );
  return overtakesAll ? leader : null;
}

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

/** Whether somebody who is alone has logged the first activity of a board, and it is a gain: nobody is overtaken, but the game is on. */
export function beganAlone(before: OpenedBoard, after: OpenedBoard): boolean {
  const [first, ...others] = after.activities.activities;
  const isFirst = before.activities.activities.length === 0 && first !== undefined && others.length === 0;
  return isFirst && first.points > 0 && first.undone === null && after.members.length === 1;
}

/**
 * Whether all that moved the scores between two states of a board are activities logged since. Points that were taken
 * back, or came back with their member, move them as well, and nobody earned those.
 */
export function movedByLogsAlone(before: OpenedBoard, after: OpenedBoard): boolean {
  const earned = new Map<string | null, number>();
  for (const { userId, points, revision, undone } of after.activities.activities)
    if (revision > before.board.revision && undone === null) earned.set(userId, (earned.get(userId) ?? 0) + points);
  const scores = new Map(before.members.map(({ userId, score }) => [userId, score]));
  return after.members.every(({ userId, score }) => {
    const former = scores.get(userId);
    return former === undefined || score - former === (earned.get(userId) ?? 0);
  });
}

/** Whether the first three stand on a podium: not when a fourth has the same rank as one of them. */
export function standOnPodium(ranking: readonly Pick<Ranked, 'rank'>[]): boolean {
  return ranking.length >= 3 && ranking[3]?.rank !== ranking[2]?.rank;
}
