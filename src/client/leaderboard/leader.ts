import type { Member } from '#shared/boards';

export type Scored = Pick<Member, 'userId' | 'score'>;

/** The member ahead of all others; null at a tie, or with one member. */
export function leaderOf<M extends Scored>(members: readonly M[]): M | null {
  if (members.length < 2) return null;
  const best = Math.max(...members.map(({ score }) => score));
  const ahead = members.filter(({ score }) => score === best);
  return ahead.length === 1 ? (ahead[0] ?? null) : null;
}
