import { queryOptions } from '@tanstack/react-query';
import type { BoardId } from '#shared/ids';
import type { Period } from '#shared/scores';
import { api } from '#client/api/api.ts';

/** The scores of a board in a period, as the server adds them up. Apart from the other keys: nothing else writes what is cached here. */
export const scoresQuery = (boardId: BoardId, period: Period) =>
  queryOptions({
    queryKey: ['scores', boardId, period] as const,
    queryFn: ({ signal }) => api('GET /api/boards/:boardId/scores', { params: { boardId }, query: { period }, signal }),
    // Days pass without a change of the board.
    staleTime: 0,
    // One retry, so that the failure shows soon. The query runs again by itself once the server answers.
    retry: 1,
    gcTime: 5 * 60_000,
  });
