import type { Member, OpenedBoard } from '#shared/boards';

type Scored = Pick<Member, 'userId' | 'score'>;

/** Who is ahead of everybody else; nobody is at a tie, or alone. */
export function leaderOf<M extends Scored>(members: readonly M[]): M | null {
  if (members.length < 2) return null;
  const best = Math.max(...members.map(({ score }) => score));
  const ahead = members.filter(({ score }) => score === best);
  return ahead.length === 1 ? (ahead[0] ?? null) : null;
}

/**
 * Who took the lead between two states of a board, by points: the one ahead now who was not before. Nobody did when the
 * leader before is gone, or when the others only came or went.
 */
export function leadTaken<M extends Scored>(before: readonly Scored[], after: readonly M[]): M | null {
  const leader = leaderOf(after);
  const former = leaderOf(before);
  if (!leader || former?.userId === leader.userId) return null;
  const scores = new Map(after.map(({ userId, score }) => [userId, score]));
  const stayed = before.filter(({ userId }) => scores.has(userId));
  const moved = stayed.some(({ userId, score }) => scores.get(userId) !== score);
  const formerStayed = former === null || scores.has(former.userId);
  return moved && formerStayed && stayed.some(({ userId }) => userId === leader.userId) ? leader : null;
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

/**
 * The share of the first in a tug-of-war, from 0 to 1. With two positive scores it is their proportion; it also tells
 * who is ahead when they are negative.
 */
export function pullOf(first: number, second: number): number {
  const size = Math.abs(first) + Math.abs(second);
  return size === 0 ? 0.5 : 0.5 + (first - second) / (2 * size);
}
