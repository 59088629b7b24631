import { queryOptions } from '@tanstack/react-query';
import type { OfferedAction, OfferedPage } from '#shared/actions';
import { uniteActions } from '#shared/offered-actions';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';

/** The catalogue of predefined actions, by title. It changes only with the server. */
export const catalogueQuery = queryOptions({
  queryKey: queryKeys.catalogue,
  queryFn: async ({ signal }) => (await api('GET /api/predefined-actions', { signal })).actions,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The actions of all boards of the person together (decision D4). */
export const offeredActionsQuery = queryOptions({
  queryKey: queryKeys.offeredActions,
  queryFn: async ({ signal }) => {
    const actions: OfferedAction[] = [];
    let after: string | null = null;
    do {
      const page: OfferedPage = await api('GET /api/actions', { query: after === null ? {} : { after }, signal });
      actions.push(...page.actions);
      after = page.next;
    } while (after !== null);
    return uniteActions(actions);
  },
});
