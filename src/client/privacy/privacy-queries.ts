import { queryOptions } from '@tanstack/react-query';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';

/** What deleting the account would delete with it. Never from memory. */
export const deletionQuery = queryOptions({
  queryKey: queryKeys.deletion,
  queryFn: ({ signal }) => api('GET /api/account/deletion', { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** What the host has set: the address for questions about data, and how Messenger knows the app. */
export const configurationQuery = queryOptions({
  queryKey: queryKeys.configuration,
  queryFn: ({ signal }) => api('GET /api/configuration', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
