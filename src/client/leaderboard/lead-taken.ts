/** How a lead is taken between two states of a board. Pure. Apart from lead.ts, since only the celebration needs it. */
import type { OpenedBoard } from '#shared/boards';
import { withNumbers } from '#shared/leaderboard';
import { leaderOf, type Scored } from './lead.ts';

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

/**
 * Whether all that moved the scores between two states of a board are activities logged since. Points that were taken
 * back, or came back with their member, move them as well, and nobody earned those.
 */
export function movedByLogsAlone(before: OpenedBoard, after: OpenedBoard): boolean {
  const earned = new Map<string | null, number>();
  for (const { userId, points, revision, undone } of after.activities.activities)
    if (revision > before.board.revision && undone === null) earned.set(userId, (earned.get(userId) ?? 0) + points);
  const scores = new Map(withNumbers(before.members).map(({ userId, score }) => [userId, score]));
  return withNumbers(after.members).every(({ userId, score }) => {
    const former = scores.get(userId);
    return former === undefined || score - former === (earned.get(userId) ?? 0);
  });
}
