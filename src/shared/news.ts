/**
 * What is news to a member of a board: what others did after the revision up to which the member has seen it (the reading cursor). The rule in SQL is
 * in `server/boards/news-store.ts`.
 */
import type { Activity } from './activities.ts';
import type { BoardChange } from './boards.ts';
import { doerOf, type Noted } from './doer.ts';
import type { UserId } from './ids.ts';
import type { NoticeOf } from './notices.ts';

/** With the revision of the board at which it happened. */
export type ActivityNews = { revision: number } & (NoticeOf<'activity_logged'> | NoticeOf<'reaction_added'>);

/** Somebody else logged it, and it was not undone. Logs of deleted accounts are no news. */
export function isNewsTo(memberId: UserId, activity: Activity): activity is Activity & { userId: UserId } {
  return activity.userId !== null && !activity.undone && doerOf(activity) !== memberId;
}

/** Whether a reaction concerns a member: one to what they logged, or one by the person for whom they noted it. Nobody hears of their own. */
export function isForMember(memberId: UserId, activity: Noted & { points: number }, by: UserId): boolean {
  const { userId } = activity;
  return by !== memberId && (userId === memberId || (userId === by && doerOf(activity) === memberId));
}

/** The news for a member in a change of a board, after a revision of it, the oldest first: logs of others, and their reactions to what the member logged or noted for them. */
export function newsSince({ boardId, activities, changed = [] }: BoardChange, seen: number, memberId: UserId): ActivityNews[] {
  const logs = activities.toReversed().flatMap((activity) => {
    if (!isNewsTo(memberId, activity)) return [];
    const { id: activityId, revision, title, points, userId, username, userAvatar, notedBy } = activity;
    const noted = notedBy && points > 0 && { notedBy: notedBy.username, ...(userId === memberId && { forYou: true as const }) };
    const by = { userId, username, userAvatar };
    return { kind: 'activity_logged' as const, boardId, activityId, revision, title, points, by, ...noted };
  });
  const reactions = changed.flatMap(({ added = [], ...activity }) =>
    activity.undone
      ? []
      : added
          .filter((one) => isForMember(memberId, activity, one.userId))
          .map(({ emoji, revision, ...by }) => {
            const { id: activityId, title } = activity;
            return { kind: 'reaction_added' as const, boardId, activityId, revision, title, emoji, by };
          }),
  );
  return [...logs, ...reactions].filter(({ revision }) => revision > seen);
}
