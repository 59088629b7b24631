import { queryOptions } from '@tanstack/react-query';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';

/** What the person logs from Accueil by one press. Apart from the other queries of actions, which the first screen does without. */
export const quickActionsQuery = queryOptions({
  queryKey: queryKeys.quickActions,
  queryFn: ({ signal }) => api('GET /api/favourites', { signal }),
});
