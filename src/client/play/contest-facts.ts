/** What a contest asks of whom, computed. Pure. */
import { votersOf } from '#shared/contest-rules';
import type { Member } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Contest } from '#shared/play';

/** What somebody may do about a contest now; null where they can only look on. */
export type Asked = 'answer' | 'vote' | 'toss' | null;

/** `now` in milliseconds since 1970. */
export function askedOf(contest: Contest, members: readonly Member[], myId: UserId, now: number): Asked {
  const { answeredBy, by, keptAt, outcome, endsAt } = contest;
  if (outcome !== null || now >= endsAt) return null;
  if (keptAt === null) return answeredBy === myId ? 'answer' : null;
  if (members.length === 2) return answeredBy === myId || by.userId === myId ? 'toss' : null;
  return votersOf({ contestedBy: by.userId, answeredBy }, [myId]).length > 0 ? 'vote' : null;
}

/** The name of whom a contested activity is counted for. */
export function answererOf({ answeredBy }: Contest, members: readonly Member[]): string {
  return members.find(({ userId }) => userId === answeredBy)?.username ?? '';
}

/** Whether its end is played large to somebody: a coin or a vote about what they did, or contested. */
export function isPlayedLarge({ how, by, answeredBy }: Contest, myId: UserId): boolean {
  return (how === 'coin' || how === 'vote') && (by.userId === myId || answeredBy === myId);
}
