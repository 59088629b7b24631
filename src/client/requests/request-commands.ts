import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, ReplyOf } from '#shared/api';
import { api } from '#client/api.ts';
import { refetchLists } from '#client/live-cache.ts';
import { requestsQuery } from './request-queries.ts';

/** Asks to join, invites, or proposes a person. */
export function useSendRequest(boardId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'POST /api/boards/:boardId/requests'>) =>
      api('POST /api/boards/:boardId/requests', { params: { boardId }, body }),
    onSuccess: () => refetchRequests(client),
  });
}

/** Accepts a received request, by its id. */
export function useAcceptRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (requestId: string) => api('POST /api/requests/:requestId/acceptance', { params: { requestId } }),
    onSuccess: ({ request }) => {
      answered(client, request);
      // Whoever accepts an invitation has one board more.
      if (request.type === 'invitation') refetchLists(client);
    },
    onError: () => refetchRequests(client),
  });
}

/** Rejects a received request, by its id. */
export function useRejectRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (requestId: string) => api('POST /api/requests/:requestId/rejection', { params: { requestId } }),
    onSuccess: ({ request }) => answered(client, request),
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
