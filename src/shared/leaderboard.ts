import type { Member } from './boards.ts';

/** A member with their rank. Equal scores share a rank: 1, 1, 3. */
export type Ranked<M extends Member = Member> = M & { rank: number };

/** Sorts members by score, the highest first; equal scores by joining, the first one first. */
export function rankMembers<M extends Member>(members: readonly M[]): Ranked<M>[] {
  const sorted = members.toSorted((a, b) => b.score - a.score || a.joinedAt - b.joinedAt || a.userId.localeCompare(b.userId));
  const ranked: Ranked<M>[] = [];
  for (const [index, member] of sorted.entries()) {
    const above = ranked[index - 1];
    ranked.push({ ...member, rank: above && above.score === member.score ? above.rank : index + 1 });
  }
  return ranked;
}
