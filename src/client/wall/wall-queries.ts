import { queryOptions } from '@tanstack/react-query';
import { api, Refused } from '#client/api/api.ts';

const [againMs, anywayMs] = [5000, 5 * 60_000];

/** What this browser shows, if it is a wall. Its stream says when to read it again; what was read stays while the line is cut. */
export const wallQuery = queryOptions({
  queryKey: ['wall'],
  queryFn: ({ signal }) => api('GET /api/wall', { signal }),
  retry: false,
  staleTime: 0,
  refetchInterval: ({ state: { error } }) => (isOver(error) ? false : error ? againMs : anywayMs),
});

/** There is no wall here, or none any more. */
export function isOver(error: unknown): boolean {
  return error instanceof Refused && error.code === 'wall_over';
}
