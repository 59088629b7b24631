import type { FeedActivity } from '#shared/activities';
import type { UserId } from '#shared/ids';
import type { PendingItem } from '#client/sync/commands/items.ts';

/** The board that a log is most likely for: the only one there is, or else the one the person logged on last, as far as this browser knows. */
export function likelyBoard(
  boards: readonly { id: string }[],
  pending: readonly PendingItem[],
  feed: readonly Pick<FeedActivity, 'boardId' | 'userId' | 'undone'>[],
  myId: UserId,
): string | undefined {
  if (boards.length === 1) return boards[0]?.id;
  const lastSent = feed.find(({ userId, undone }) => userId === myId && undone === null);
  const last = pending.findLast(({ kind, userId }) => kind === 'log' && userId === myId) ?? lastSent;
  return boards.find(({ id }) => id === last?.boardId)?.id;
}
