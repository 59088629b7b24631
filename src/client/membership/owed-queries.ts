import { queryOptions } from '@tanstack/react-query';
import { api } from '#client/api/api.ts';

/** The losses that others noted for the person (decision D38). No change of a board is written into it: it is read again. */
export const owedLossesQuery = queryOptions({
  queryKey: ['owed-losses'] as const,
  queryFn: async ({ signal }) => (await api('GET /api/owed-losses', { signal })).owedLosses,
  staleTime: 0,
});
