/** What a board plays at the moment, as a period of its ranking (decision D59). Pure. */
import type { Member } from '#shared/boards';
import type { Ranked } from '#shared/leaderboard';
import type { Play, Season } from '#shared/play';
import { placesOf } from '#shared/season-rules';

/** A member in a ranking. In a season nobody has a rank who logged nothing in it (decision D68). */
export type Place = Omit<Ranked, 'rank'> & { rank: number | null; joinedLate?: boolean };

/** The season or the goal that has begun and is not closed. A board of an earlier version may have both: the season has a ranking. */
export function runningGame(play: Play | undefined, now: number): Season | undefined {
  const begun = (play?.seasons ?? []).filter(({ startsAt }) => startsAt <= now);
  return begun.find(({ kind }) => kind === 'season') ?? begun[0];
}

/** The members by their points in the game. Of a common goal nobody sees another's part (decision D62). */
export function rankingOf({ kind, standings }: Season, members: readonly Member[], myId: Member['userId']): Place[] {
  const present = new Map(members.map((member) => [member.userId, member]));
  const playing = standings.filter(({ userId, left }) => !left && (kind === 'season' || userId === myId));
  return placesOf(playing).flatMap(({ userId, points, rank, joinedLate }) => {
    const member = userId === null ? undefined : present.get(userId);
    return member ? [{ ...member, score: points, rank: kind === 'season' ? rank : null, joinedLate }] : [];
  });
}
