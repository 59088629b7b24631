import { queryOptions } from '@tanstack/react-query';
import type { BoardId } from '#shared/ids';
import type { Period } from '#shared/scores';
import { api } from '#client/api/api.ts';

/** The scores of a board in a period, as the server adds them up. Apart from the other keys: nothing else writes what is cached here. */
export const scoresQuery = (boardId: BoardId, period: Period) =>
  queryOptions({
    queryKey: ['scores', boardId, period] as const,
    queryFn: ({ signal }) => readScores(boardId, period, signal),
    // Days pass without a change of the board.
    staleTime: 0,
    // One retry, so that the failure shows soon. The query runs again by itself once the server answers.
    retry: 1,
    gcTime: 5 * 60_000,
  });

/** Those of this week on several boards, each read anew when the person's own score there has moved, or the day is another. */
export const ownWeeksQuery = (boards: readonly { id: BoardId; ownScore: number | undefined }[], today: number) =>
  queryOptions({
    queryKey: ['scores', 'own weeks', boards, today] as const,
    queryFn: ({ client }) =>
      Promise.all(
        boards.map(({ id, ownScore }) =>
          client.fetchQuery({
            queryKey: ['scores', id, 'own week', ownScore, today] as const,
            queryFn: ({ signal }) => readScores(id, 'week', signal),
            staleTime: Infinity,
            retry: 1,
            gcTime: 5 * 60_000,
          }),
        ),
      ),
    staleTime: 0,
    // Those inside ask again.
    retry: false,
    gcTime: 5 * 60_000,
  });

function readScores(boardId: BoardId, period: Period, signal: AbortSignal) {
  return api('GET /api/boards/:boardId/scores', { params: { boardId }, query: { period }, signal });
}
