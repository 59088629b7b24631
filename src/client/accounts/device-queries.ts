import { queryOptions } from '@tanstack/react-query';
import { api } from '#client/api/api.ts';

/** The browsers in which the person is signed in. No stream tells of them: they are read whenever the list comes into sight. */
export const devicesQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api('GET /api/sessions', { signal })).sessions,
  staleTime: 0,
  refetchOnWindowFocus: true,
});
