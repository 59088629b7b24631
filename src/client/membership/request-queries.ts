import { queryOptions } from '@tanstack/react-query';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';

/** Ids of join requests that this page sent or read while they waited, so that the code that shows the answer can load after it came. */
export const askedHere = new Set<string>();

/** The requests received and sent, pending first. */
export const requestsQuery = queryOptions({
  queryKey: queryKeys.requests,
  queryFn: async ({ client, signal }) => {
    const lists = await api('GET /api/requests', { signal });
    client.setQueryData(queryKeys.pendingRequests, lists.pendingCount);
    for (const { id, type, status } of lists.sent) if (type === 'request' && status === 'pending') askedHere.add(id);
    return lists;
  },
});

/** The people whose invitations the person no longer receives. */
export const blockedInvitersQuery = queryOptions({
  queryKey: queryKeys.blockedInviters,
  queryFn: async ({ signal }) => (await api('GET /api/blocks', { signal })).blocked,
  staleTime: 0,
});

/** How many received requests wait for an answer. The live stream keeps it. */
export const pendingRequestsQuery = queryOptions({
  queryKey: queryKeys.pendingRequests,
  queryFn: async ({ client }): Promise<number> => (await client.fetchQuery(requestsQuery)).pendingCount,
  staleTime: Number.POSITIVE_INFINITY,
});
