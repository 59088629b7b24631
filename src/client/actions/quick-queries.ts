import { queryOptions } from '@tanstack/react-query';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';

/** The query of the actions that Accueil logs with one press, apart from those that the first screen does not need. */
export const quickActionsQuery = queryOptions({
  queryKey: queryKeys.quickActions,
  queryFn: ({ signal }) => api('GET /api/favourites', { signal }),
});
