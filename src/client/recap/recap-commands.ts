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
    onSuccess: (_, { boardId, week }) => takeOff(client, boardId, { week }),
  });
}

interface FilmOfBoard {
  boardId: BoardId;
  period: string;
}

/** The same of a film. */
export function useMarkFilmSeen() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: ({ boardId, period }: FilmOfBoard) => api('PUT /api/boards/:boardId/films/:period/seen', { params: { boardId, period } }),
    onSuccess: (_, { boardId, period }) => takeOff(client, boardId, { film: period }),
  });
}

/** Takes the news of a film, or of a recap and those before it, off the screens. */
function takeOff(client: QueryClient, boardId: BoardId, seen: { film?: string; week?: string }): void {
  const without = <T extends { film?: string | undefined; recap?: string | undefined }>(shown: T): T => {
    const { film, recap, ...rest } = shown;
    const left = {
      ...(film === undefined || film === seen.film ? {} : { film }),
      ...(recap === undefined || recap <= (seen.week ?? '') ? {} : { recap }),
    };
    // The same but for fields that may be missing.
    return { ...rest, ...left } as T;
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
