import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BoardId, ContestId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { useMe } from '#client/session/session-queries.ts';
import { type Move, moveOn, type OnContest, switchContestsOff } from '#client/sync/commands/play-calls.ts';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { useCommand } from '#client/ui/command.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { contestMessages as texts } from './contest-messages.fr.ts';

type Votes = Readonly<Record<ContestId, { isVoid: boolean | null }>>;

const votesKey = (boardId: BoardId) => ['contest-votes', boardId] as const;

/** How one voted on each of these contests. */
export const votesQuery = (boardId: BoardId, contestIds: readonly ContestId[]) =>
  queryOptions({
    queryKey: [...votesKey(boardId), ...contestIds] as const,
    queryFn: async ({ signal }): Promise<Votes> => {
      const voteOn = async (contestId: ContestId) =>
        [contestId, await api('GET /api/boards/:boardId/contests/:contestId/vote', { params: { boardId, contestId }, signal })] as const;
      return Object.fromEntries(await Promise.all(contestIds.map(voteOn)));
    },
    // Those known before still hold while one more is asked for.
    placeholderData: (known) => known,
    enabled: contestIds.length > 0,
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
      if (move !== 'toss' && 'vote' in move) {
        client.setQueriesData<Votes>(
          { queryKey: votesKey(params.boardId) },
          (known) => known && { ...known, [params.contestId]: { isVoid: move.vote } },
        );
      }
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
