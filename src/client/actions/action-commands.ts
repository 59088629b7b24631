import { useQueryClient } from '@tanstack/react-query';
import type { NewAction } from '#shared/actions';
import { api } from '#client/api/api.ts';
import { ingest } from '#client/sync/cache/ingest.ts';
import { useCommand } from '#client/ui/command.ts';

export function useAddActions(boardId: string) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (actions: NewAction[]) => api('POST /api/boards/:boardId/actions', { params: { boardId }, body: { actions } }),
    onSuccess: (change) => ingest(client, change),
  });
}
