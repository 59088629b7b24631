import { matchesSearch } from '#shared/action-search';
import type { Action } from '#shared/actions';

export type Sign = 'gains' | 'losses';

/** The search and filter of a list of actions. `sign` null means both. */
export interface ActionSearch {
  search: string;
  sign: Sign | null;
}

export const everyAction: ActionSearch = { search: '', sign: null };

export function isNarrowed({ search, sign }: ActionSearch): boolean {
  return sign !== null || search.trim() !== '';
}

/** The actions that answer, in their order. */
export function foundActions<A extends Pick<Action, 'title' | 'category' | 'points'>>(
  actions: readonly A[],
  { search, sign }: ActionSearch,
): A[] {
  return actions.filter((action) => (sign === null || sign === signOf(action.points)) && matchesSearch(action, search));
}

function signOf(points: number): Sign {
  return points < 0 ? 'losses' : 'gains';
}
