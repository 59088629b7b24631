import { queryOptions } from '@tanstack/react-query';
import type { UserOnBoard } from '#shared/ids';
import { api } from '#client/api/api.ts';

/** The person's own achievements. Every log may change them, so each visit of the screen reads them again. */
export const achievementsQuery = queryOptions({
  queryKey: ['achievements'] as const,
  queryFn: ({ signal }) => api('GET /api/achievements', { signal }),
  staleTime: 0,
});

export const memberAchievementsQuery = ({ boardId, userId }: UserOnBoard) =>
  queryOptions({
    queryKey: ['achievements', boardId, userId] as const,
    queryFn: ({ signal }) => api('GET /api/boards/:boardId/members/:userId/achievements', { params: { boardId, userId }, signal }),
    staleTime: 0,
    // One retry, so that the failure shows soon. The query runs again by itself once the server answers.
    retry: 1,
  });
