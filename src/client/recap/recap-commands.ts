import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { BoardId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { useCommand, useOrderedCommand } from '#client/ui/command.ts';
import { recapMailQuery } from './recap-queries.ts';

interface RecapOfBoard {
  boardId: BoardId;
  week: string;
}

/** Says that a recap is read. Whatever comes of it: the next visit shows what the server knows. */
export function useMarkRecapRead() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: ({ boardId, week }: RecapOfBoard) => api('PUT /api/boards/:boardId/recaps/:week/read', { params: { boardId, week } }),
    onSuccess: (_, read) => forget(client, read),
  });
}

/** Takes the news of a recap, or of an older one, off the screens. */
function forget(client: QueryClient, { boardId, week }: RecapOfBoard): void {
  const without = <T extends { recap?: string | undefined }>(shown: T): T => {
    if (shown.recap === undefined || shown.recap > week) return shown;
    const { recap: _, ...rest } = shown;
    // The same but for a field that may be missing.
    return rest as T;
  };
  client.setQueryData(queryKeys.boards, (cards) => cards?.map((card) => (card.id === boardId ? without(card) : card)));
  client.setQueryData(queryKeys.board(boardId), (opened) => opened && without(opened));
}

/** Whether recaps come by mail: the last press is what stays. */
export function useSwitchRecapMail() {
  const client = useQueryClient();
  return useOrderedCommand('recap-mail', {
    mutationFn: (isOn: boolean) => (isOn ? api('PUT /api/recap-mail') : api('DELETE /api/recap-mail')),
    onSuccess: (state) => client.setQueryData(recapMailQuery.queryKey, state),
  });
}
