/** 'Merci' for a gain that the other member of a board of two has noted for the person (decision D52): one of the reactions, and nothing else. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Activity } from '#shared/activities';
import { doerOf } from '#shared/doer';
import type { ActivityId, BoardId, UserId } from '#shared/ids';
import { thanksEmoji } from '#shared/reaction-choices';
import { newId } from '#client/api/new-id.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { useCached } from './board-cache.ts';

/** On a board of two: whether there is something to thank for that the person has not thanked for. */
export function mayThank(activity: Activity, myId: UserId): boolean {
  const { userId, undone, reactions = [] } = activity;
  const noterId = doerOf(activity);
  const isGiven = reactions.some(({ emoji, userIds }) => emoji === thanksEmoji && userIds.includes(myId));
  return userId === myId && noterId !== myId && noterId !== null && !undone && !isGiven;
}

/** Given twice, they are there once. */
export function thank({ boardId, activityId }: { boardId: BoardId; activityId: ActivityId }): void {
  outbox.enqueue({ kind: 'reaction', id: newId(), boardId, activityId, emoji: thanksEmoji, isOn: true });
}

/** Whether a board has exactly two members, as far as is known here. */
export function isBoardForTwo(client: QueryClient, boardId: BoardId): boolean {
  const opened = client.getQueryData(queryKeys.board(boardId));
  const card = client.getQueryData(queryKeys.boards)?.find(({ id }) => id === boardId);
  return (opened?.members.length ?? card?.memberCount) === 2;
}

/** The same, for as long as it is shown. It fetches nothing. */
export function useIsForTwo(boardId: BoardId): boolean {
  const opened = useCached(boardId, (board) => board?.members.length);
  const { data: cards } = useQuery({ ...boardsQuery, enabled: false });
  return (opened ?? cards?.find(({ id }) => id === boardId)?.memberCount) === 2;
}
