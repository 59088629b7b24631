import { queryOptions } from '@tanstack/react-query';
import { api } from '#client/api/api.ts';

/** The requests received and sent, pending first. */
export const requestsQuery = queryOptions({
  queryKey: ['requests'],
  queryFn: async ({ client, signal }) => {
    const lists = await api('GET /api/requests', { signal });
    client.setQueryData(pendingRequestsKey, lists.pendingCount);
    return lists;
  },
});

/** Whose invitations reach the person no more. */
export const blockedInvitersQuery = queryOptions({
  queryKey: ['blocked-inviters'],
  queryFn: async ({ signal }) => (await api('GET /api/blocks', { signal })).blocked,
  staleTime: 0,
});

const pendingRequestsKey = ['pending-requests'] as const;

/** How many received requests wait for an answer. The live stream keeps it. */
export const pendingRequestsQuery = queryOptions({
  queryKey: pendingRequestsKey,
  queryFn: async ({ client }): Promise<number> => (await client.fetchQuery(requestsQuery)).pendingCount,
  staleTime: Number.POSITIVE_INFINITY,
});
