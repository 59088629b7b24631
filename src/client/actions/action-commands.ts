import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ChangeAction, NewAction } from '#shared/actions';
import type { ActionId, BoardId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { useCommand } from '#client/ui/command.ts';

export function useAddActions(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (actions: NewAction[]) => api('POST /api/boards/:boardId/actions', { params: { boardId }, body: { actions } }),
    onSuccess: (change) => ingest(client, change),
  });
}

export function useChangeAction(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: ({ actionId, change }: { actionId: ActionId; change: ChangeAction }) =>
      api('PATCH /api/boards/:boardId/actions/:actionId', { params: { boardId, actionId }, body: change }),
    onSuccess: (change) => ingest(client, change),
  });
}

/** Puts the actions into this order. The caller must send one order after the other. */
export function useOrderActions(boardId: BoardId) {
  const client = useQueryClient();
  return async (actionIds: ActionId[]) =>
    ingest(client, await api('PUT /api/boards/:boardId/actions/order', { params: { boardId }, body: { actionIds } }));
}

// Not among the keys that the start of the app loads: no change of a board is written into it, it is read again.
export function retiredActionsQuery(boardId: BoardId) {
  return queryOptions({
    queryKey: ['retired-actions', boardId] as const,
    queryFn: async ({ signal }) => (await api('GET /api/boards/:boardId/actions/retired', { params: { boardId }, signal })).actions,
  });
}
