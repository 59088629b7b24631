import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BoardId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { useMe } from '#client/session/session-queries.ts';
import { type Move, moveOn, type OnContest, switchContestsOff } from '#client/sync/commands/play-calls.ts';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { useCommand } from '#client/ui/command.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { contestMessages as texts } from './contest-messages.fr.ts';

/** How one voted. */
export const voteQuery = ({ boardId, contestId }: OnContest) =>
  queryOptions({
    queryKey: ['contest-vote', boardId, contestId] as const,
    queryFn: ({ signal }) => api('GET /api/boards/:boardId/contests/:contestId/vote', { params: { boardId, contestId }, signal }),
    staleTime: Infinity,
    retry: 1,
  });

/** Answers, votes or tosses the coin. It needs a network, and says so. */
export function useMove(params: OnContest) {
  const client = useQueryClient();
  const { show } = useToasts();
  const { id: myId } = useMe();
  return useCommand({
    mutationFn: (move: Move) => moveOn(myId, params, move),
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
  const { id: myId } = useMe();
  return useCommand({
    mutationFn: () => switchContestsOff(myId, { boardId }),
    onSuccess: (change) => ingest(client, change),
  });
}
