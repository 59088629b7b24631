import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { NewAction } from '#shared/actions';
import type { BoardId, ProposalId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { useCommand } from '#client/ui/command.ts';

/** The pending proposals of a board that the person may see. */
// Not among the keys that the start of the app loads: no change of a board is written into it, it is read again.
export function proposalsQuery(boardId: BoardId) {
  return queryOptions({
    queryKey: ['action-proposals', boardId] as const,
    queryFn: async ({ signal }) => (await api('GET /api/boards/:boardId/proposals', { params: { boardId }, signal })).proposals,
    // While nobody looks at it nothing keeps it current.
    staleTime: 0,
  });
}

export function useProposeAction(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: ({ action, idempotencyKey }: { action: NewAction; idempotencyKey: string }) =>
      api('POST /api/boards/:boardId/proposals', { params: { boardId }, body: { ...action, idempotencyKey } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: proposalsQuery(boardId).queryKey }),
  });
}

/** Accepts a proposal; or declines it, or withdraws one's own, which is the same call. */
export function useAnswerProposal(boardId: BoardId) {
  const client = useQueryClient();
  const { queryKey } = proposalsQuery(boardId);
  return useCommand({
    mutationFn: ({ proposalId, accepts }: { proposalId: ProposalId; accepts: boolean }) => {
      const about = { params: { boardId, proposalId } };
      return accepts
        ? api('POST /api/boards/:boardId/proposals/:proposalId/acceptance', about)
        : api('DELETE /api/boards/:boardId/proposals/:proposalId', about);
    },
    onSuccess: (change, { proposalId }) => {
      client.setQueryData(queryKey, (proposals) => proposals?.filter(({ id }) => id !== proposalId));
      if (change) ingest(client, change);
    },
    // A proposal that somebody else has answered meanwhile must leave the screen.
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}
