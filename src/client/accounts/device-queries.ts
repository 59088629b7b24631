import { queryOptions } from '@tanstack/react-query';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';

/** The browsers in which the person is signed in. No stream tells of them: they are read whenever the list comes into sight. */
export const devicesQuery = queryOptions({
  queryKey: queryKeys.devices,
  queryFn: async ({ signal }) => (await api('GET /api/sessions', { signal })).sessions,
  staleTime: 0,
  refetchOnWindowFocus: true,
});
