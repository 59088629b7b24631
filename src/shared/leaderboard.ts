import type { Member, Standing, ToldMember } from './boards.ts';
import type { UserId } from './ids.ts';

/** A member with their rank. Equal scores share a rank: 1, 1, 3. */
export type Ranked<M extends Member = Member> = M & { rank: number };

/** With a number for each member: 0 on a board of accomplices, whose screens show none (decision D53). The very same list on any other. */
export function withNumbers<M extends Pick<ToldMember, 'score'>>(members: readonly M[]): readonly (M & { score: number })[] {
  return isScored(members) ? members : members.map((member) => ({ ...member, score: 0 }));
}

function isScored<M extends Pick<ToldMember, 'score'>>(members: readonly M[]): members is readonly (M & { score: number })[] {
  return members.every(({ score }) => score !== null);
}

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

/** One's own place among members, and whoever has the most points of the others; undefined where one is alone, or not there. */
export function standingOf(members: readonly Member[], userId: UserId): Standing | undefined {
  const ranked = rankMembers(members);
  const own = ranked.find((one) => one.userId === userId);
  const rival = ranked.find((one) => one.userId !== userId);
  if (!own || !rival) return undefined;
  return {
    ...{ userId, score: own.score, rank: own.rank },
    shared: ranked.some((one) => one !== own && one.rank === own.rank),
    rival: { userId: rival.userId, username: rival.username, avatar: rival.avatar, score: rival.score },
  };
}
