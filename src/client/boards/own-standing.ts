import type { Member } from '#shared/boards';
import type { UserId } from '#shared/ids';

type Scored = Pick<Member, 'userId' | 'username' | 'score'>;

/** The two members of a board of two, the person first; null on any other board. */
export function duelOf<M extends Scored>(members: readonly M[] | undefined, myId: UserId): readonly [M, M] | null {
  const mine = members?.find(({ userId }) => userId === myId);
  const other = members?.find(({ userId }) => userId !== myId);
  return members?.length === 2 && mine && other ? [mine, other] : null;
}

/** The person's rank among three or more members, and whether others share it; null among fewer. */
export function rankOf(members: readonly Scored[], myId: UserId): Place | null {
  return members.length < 3 ? null : placeAmong(members, myId);
}

/** The same on any board that others are on, too; null as long as nobody has points: all are equal, and none is first. */
export function placeOf(members: readonly Scored[], myId: UserId): Place | null {
  return members.length < 2 || members.every(({ score }) => score === 0) ? null : placeAmong(members, myId);
}

interface Place {
  rank: number;
  shared: boolean;
}

function placeAmong(members: readonly Scored[], myId: UserId): Place | null {
  const mine = members.find(({ userId }) => userId === myId);
  if (!mine) return null;
  const rank = members.filter(({ score }) => score > mine.score).length + 1;
  return { rank, shared: members.some((one) => one !== mine && one.score === mine.score) };
}

/** How far the person is before the best of the others, or behind; null where nobody else is. */
export function distanceOf<M extends Scored>(members: readonly M[], myId: UserId): { points: number; rival: M } | null {
  const mine = members.find(({ userId }) => userId === myId);
  const [rival] = members.filter(({ userId }) => userId !== myId).toSorted((a, b) => b.score - a.score);
  return mine && rival ? { points: mine.score - rival.score, rival } : null;
}
