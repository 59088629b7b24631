import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, ReplyOf } from '#shared/api';
import type { BoardId, RequestId, UserId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { refetchLists } from '#client/sync/replica/ingest.ts';
import { useCommand } from '#client/ui/command.ts';
import { askedHere, blockedInvitersQuery, requestsQuery } from './request-queries.ts';

/** Asks to join, invites, or proposes a person. */
export function useSendRequest(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: BodyOf<'POST /api/boards/:boardId/requests'>) =>
      api('POST /api/boards/:boardId/requests', { params: { boardId }, body }),
    onSuccess: ({ request }) => {
      if (request.type === 'request') askedHere.add(request.id);
      refetchRequests(client);
    },
  });
}

/** Joins by a link for one person, by its token. */
export function useJoinByLink() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (invitation: string) => api('POST /api/invitations/:invitation/acceptance', { params: { invitation } }),
    onSuccess: () => {
      refetchLists(client);
      refetchRequests(client);
    },
  });
}

/** Withdraws a request that this person sent, by its id. */
export function useWithdrawRequest() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (requestId: RequestId) => api('DELETE /api/requests/:requestId', { params: { requestId } }),
    onSettled: () => refetchRequests(client),
  });
}

/** Blocks the sender of an invitation, by its id. */
export function useBlockInviter() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (requestId: RequestId) => api('POST /api/requests/:requestId/block', { params: { requestId } }),
    onSettled: () => refetchRequests(client),
  });
}

/** Lets the invitations of a person come again. */
export function useUnblockInviter() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (userId: UserId) => api('DELETE /api/blocks/:userId', { params: { userId } }),
    onSuccess: async () => {
      refetchRequests(client);
      await client.invalidateQueries({ queryKey: blockedInvitersQuery.queryKey });
    },
  });
}

export type AnswerTo = 'accept' | 'reject';

/** Answers a received request, by its id, one way or the other. */
export function useAnswerRequest() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: ({ how, requestId }: { how: AnswerTo; requestId: RequestId }) =>
      how === 'accept'
        ? api('POST /api/requests/:requestId/acceptance', { params: { requestId } })
        : api('POST /api/requests/:requestId/rejection', { params: { requestId } }),
    onSuccess: ({ request }) => {
      answered(client, request);
      // Accepting an invitation adds a board.
      if (request.type === 'invitation' && request.status === 'accepted') refetchLists(client);
    },
    onError: () => refetchRequests(client),
  });
}

type Answered = ReplyOf<'POST /api/requests/:requestId/acceptance'>['request'];

function answered(client: QueryClient, request: Answered): void {
  client.setQueryData(
    requestsQuery.queryKey,
    (lists) => lists && { ...lists, received: lists.received.map((other) => (other.id === request.id ? request : other)) },
  );
  refetchRequests(client);
}

function refetchRequests(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: requestsQuery.queryKey });
}
