import type { Member } from './boards.ts';

/** A member's place in the ranking. Equal scores share a rank: 1, 1, 3. */
export interface Ranked extends Member {
  rank: number;
}

/** The members by score, the highest first; at equal scores who joined first. */
export function rankMembers(members: readonly Member[]): Ranked[] {
  const sorted = members.toSorted((a, b) => b.score - a.score || a.joinedAt - b.joinedAt || a.userId.localeCompare(b.userId));
  const ranked: Ranked[] = [];
  for (const [index, member] of sorted.entries()) {
    const above = ranked[index - 1];
    ranked.push({ ...member, rank: above && above.score === member.score ? above.rank : index + 1 });
  }
  return ranked;
}
