import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BoardId, ContestId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { useCommand } from '#client/ui/command.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { contestMessages as texts } from './contest-messages.fr.ts';

interface OnContest {
  boardId: BoardId;
  contestId: ContestId;
}

/** How one voted. */
export const voteQuery = ({ boardId, contestId }: OnContest) =>
  queryOptions({
    queryKey: ['contest-vote', boardId, contestId] as const,
    queryFn: ({ signal }) => api('GET /api/boards/:boardId/contests/:contestId/vote', { params: { boardId, contestId }, signal }),
    staleTime: Infinity,
    retry: 1,
  });

export type Move = { answer: boolean } | { vote: boolean } | 'toss';

/** Answers, votes or tosses the coin. It needs a network, and says so. */
export function useMove(params: OnContest) {
  const client = useQueryClient();
  const { show } = useToasts();
  return useCommand({
    mutationFn: (move: Move) => {
      if (move === 'toss') return api('POST /api/boards/:boardId/contests/:contestId/coin', { params });
      if ('answer' in move) return api('PUT /api/boards/:boardId/contests/:contestId/answer', { params, body: { keeps: move.answer } });
      return api('PUT /api/boards/:boardId/contests/:contestId/vote', { params, body: { isVoid: move.vote } });
    },
    onSuccess: (change, move) => {
      if (move !== 'toss' && 'vote' in move) client.setQueryData(voteQuery(params).queryKey, { isVoid: move.vote });
      ingest(client, change);
    },
    onError: (error) => show({ kind: 'error', message: finalRefusal(error) ?? texts.failed }),
  });
}

/** Ends contesting on a board, for all. */
export function useSwitchOff(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: () => api('DELETE /api/boards/:boardId/contests', { params: { boardId } }),
    onSuccess: (change) => ingest(client, change),
  });
}
