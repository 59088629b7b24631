import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { BoardChange } from '#shared/boards';
import type { BodyOf } from '#shared/api';
import type { BoardId, SingleLinkId, UserId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { loseBoard, ingest, refreshBoard } from '#client/sync/replica/ingest.ts';
import { syncStateOf } from '#client/sync/replica/state.ts';
import { useCommand, useOrderedCommand } from '#client/ui/command.ts';
import { reporting } from '#client/ui/unexpected.ts';
import { singleLinksQuery } from './board-queries.ts';

/** Changes title, theme, icon or the invitation link, each on its own. */
export function useChangeBoard(boardId: BoardId) {
  return useCommand(boardChange(useQueryClient(), boardId));
}

/** Changes a setting that is chosen among options: the last choice stays. */
export function useChooseForBoard(boardId: BoardId) {
  return useOrderedCommand(`board ${boardId}`, boardChange(useQueryClient(), boardId));
}

function boardChange(client: QueryClient, boardId: BoardId) {
  return {
    mutationFn: (body: BodyOf<'PATCH /api/boards/:boardId'>) => api('PATCH /api/boards/:boardId', { params: { boardId }, body }),
    onSuccess: (change: BoardChange) => ingest(client, change),
  };
}

/** Removes another member. */
export function useRemoveMember(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (userId: UserId) => api('DELETE /api/boards/:boardId/members/:userId', { params: { boardId, userId } }),
    // Done is done: when the fresh members cannot be read now, the stream brings them.
    onSuccess: () => refreshBoard(client, boardId).catch(reporting('stream')),
  });
}

/** Leaves the board; the screen then navigates to /boards. */
export function useLeaveBoard(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (myId: UserId) =>
      going(client, boardId, () => api('DELETE /api/boards/:boardId/members/:userId', { params: { boardId, userId: myId } })),
    onSuccess: () => loseBoard(client, boardId, 'left'),
  });
}

/** Deletes the board for good; the screen then navigates to /boards. */
export function useDeleteBoard(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: () => going(client, boardId, () => api('DELETE /api/boards/:boardId', { params: { boardId } })),
    onSuccess: () => loseBoard(client, boardId, 'deleted'),
  });
}

/** Makes another member the administrator. */
export function useHandOver(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (userId: UserId) => api('PUT /api/boards/:boardId/administrator', { params: { boardId }, body: { userId } }),
    onSuccess: (change) => ingest(client, change),
  });
}

/** The stream says that the board is gone before the reply does; the person who sent it away needs no news of it. */
async function going<T>(client: QueryClient, boardId: BoardId, leave: () => Promise<T>): Promise<T> {
  const { leaving } = syncStateOf(client);
  leaving.add(boardId);
  try {
    return await leave();
  } catch (error) {
    leaving.delete(boardId);
    throw error;
  }
}

/** Makes a link for one person. */
export function useMakeSingleLink(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: () => api('POST /api/boards/:boardId/single-links', { params: { boardId } }),
    onSuccess: ({ link }) => client.setQueryData(singleLinksQuery(boardId).queryKey, (links = []) => [...links, link]),
  });
}

/** Ends a link for one person, by its id. */
export function useWithdrawSingleLink(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (linkId: SingleLinkId) => api('DELETE /api/boards/:boardId/single-links/:linkId', { params: { boardId, linkId } }),
    onSuccess: (_, linkId) => client.setQueryData(singleLinksQuery(boardId).queryKey, (links) => links?.filter(({ id }) => id !== linkId)),
  });
}
