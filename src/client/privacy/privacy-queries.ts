import { queryOptions } from '@tanstack/react-query';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';

/** The boards that deleting the account would delete. Never cached. */
export const deletionQuery = queryOptions({
  queryKey: queryKeys.deletion,
  queryFn: ({ signal }) => api('GET /api/account/deletion', { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** The host's settings: the address for questions about data, and the app id of Messenger. */
export const configurationQuery = queryOptions({
  queryKey: queryKeys.configuration,
  queryFn: ({ signal }) => api('GET /api/configuration', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
