/** What others did while this person was away: found in the feed, by the reading cursors. Pure. */
import type { FeedActivity } from '#shared/activities';
import type { UserId } from '#shared/ids';
import { isForMember, isNewsTo } from '#shared/news';
import type { Cursors } from './absence.ts';

export interface AwayReaction {
  key: string;
  emoji: string;
  /** Undefined for somebody of whom the feed has no activity. */
  by: string | undefined;
  activity: FeedActivity;
}

export interface AwayNews {
  /** The newest first. */
  logs: readonly FeedActivity[];
  reactions: readonly AwayReaction[];
  count: number;
  /** A moment from which on all of it happened, in milliseconds since 1970. */
  since: number;
  /** The feed that is loaded does not reach back to what was seen. */
  isCut: boolean;
}

/** Logs up to a moment of the server's clock; reactions, which have no date, all that were not seen. */
export function awayNews(
  activities: readonly FeedActivity[],
  { seen, until, myId, hasMore }: { seen: Cursors; until: number; myId: UserId; hasMore: boolean },
): AwayNews {
  const isUnseen = (boardId: FeedActivity['boardId'], revision: number) => revision > (seen[boardId] ?? Infinity);
  const logs = activities.filter((one) => isNewsTo(myId, one) && isUnseen(one.boardId, one.revision) && one.loggedAt <= until);
  const names = new Map(activities.map(({ userId, username }) => [userId, username]));
  const reactions = activities
    .filter(({ undone }) => !undone)
    .flatMap((activity) =>
      (activity.reactions ?? []).flatMap(({ emoji, userIds, revisions = [] }) =>
        userIds
          .filter((userId, index) => isForMember(myId, activity, userId) && isUnseen(activity.boardId, revisions[index] ?? 0))
          .map((userId) => ({ key: `${activity.id} ${userId} ${emoji}`, emoji, by: names.get(userId), activity })),
      ),
    );
  const oldest = activities.at(-1);
  // What is news on a board came after what was seen there last.
  const newsOn = new Set([...logs, ...reactions.map(({ activity }) => activity)].map(({ boardId }) => boardId));
  const lastSeen = [...newsOn].flatMap(
    (boardId) => activities.find((one) => one.boardId === boardId && !isUnseen(boardId, one.revision)) ?? [],
  );
  return {
    logs,
    reactions,
    count: logs.length + reactions.length,
    since: Math.min(...[...logs, ...(lastSeen.length > 0 ? lastSeen : activities.slice(-1))].map(({ loggedAt }) => loggedAt)),
    isCut: hasMore && oldest !== undefined && isUnseen(oldest.boardId, oldest.revision),
  };
}
