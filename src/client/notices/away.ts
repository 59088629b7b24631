/** What others did while this person was away: found in the feed, by what they had seen of it. Pure but for the notes in the browser. */
import type { FeedActivity } from '#shared/activities';
import { activityLimits } from '#shared/activity-limits';
import { doerOf } from '#shared/doer';
import type { UserId } from '#shared/ids';
import { store, stored } from '#client/ui/browser-storage.ts';

export interface Seen {
  /** When, by the server's clock, in milliseconds since 1970: for the sentence. */
  at: number;
  /** The newest log of others that was there: later ones are news, whenever the page came to note it. */
  upTo: number;
  /** The reactions of others to own activities, as keys. */
  reactions: ReadonlySet<string>;
}

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
  /** The feed that is loaded does not reach back to what was seen. */
  isCut: boolean;
}

/** Null at the first visit. */
export function seenBy(userId: UserId): Seen | null {
  const upTo = stored(lastSeenKey(userId));
  const at = Number(stored(visitKey(userId)));
  return upTo === null ? null : { at, upTo: Number(upTo), reactions: new Set(stored(reactionsKey(userId))?.split('\n')) };
}

export function noteSeen(userId: UserId, at: number, activities: readonly FeedActivity[]): void {
  const others = activities.filter((one) => one.userId !== null && doerOf(one) !== userId).map(({ loggedAt }) => loggedAt);
  // Those of a board that the person has left are gone from the list: what was noted stays.
  store(lastSeenKey(userId), String(Math.max(Number(stored(lastSeenKey(userId))), ...others)));
  store(visitKey(userId), String(at));
  store(
    reactionsKey(userId),
    reactionsIn(activities, userId)
      .map(({ key }) => key)
      .join('\n'),
  );
}

/** Up to a moment of the server's clock; reactions, which have no date, all that were not seen. */
export function awayNews(
  activities: readonly FeedActivity[],
  { since, until, myId, hasMore }: { since: Seen; until: number; myId: UserId; hasMore: boolean },
): AwayNews {
  const logs = activities.filter(
    (one) => one.userId !== null && doerOf(one) !== myId && !one.undone && one.loggedAt > since.upTo && one.loggedAt <= until,
  );
  const reactions = reactionsIn(activities, myId).filter(({ key }) => !since.reactions.has(key));
  const oldest = activities.at(-1);
  const isCut = hasMore && oldest !== undefined && oldest.loggedAt > Math.max(since.at, since.upTo);
  return { logs, reactions, count: logs.length + reactions.length, isCut };
}

/** Only the newest page counts: what is further back had perhaps not been loaded when the others were noted. */
function reactionsIn(activities: readonly FeedActivity[], myId: UserId): AwayReaction[] {
  const names = new Map(activities.map(({ userId, username }) => [userId, username]));
  return activities
    .slice(0, activityLimits.pageSize)
    .flatMap((activity) =>
      activity.userId !== myId || activity.undone
        ? []
        : (activity.reactions ?? []).flatMap(({ emoji, userIds }) =>
            userIds
              .filter((userId) => userId !== myId)
              .map((userId) => ({ key: `${activity.id} ${userId} ${emoji}`, emoji, by: names.get(userId), activity })),
          ),
    );
}

/** Accueil reads it too, before this file is there. */
const lastSeenKey = (userId: UserId) => `seen ${userId}`;
const visitKey = (userId: UserId) => `${lastSeenKey(userId)} at`;
const reactionsKey = (userId: UserId) => `${lastSeenKey(userId)} reactions`;
