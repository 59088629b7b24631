import { queryOptions } from '@tanstack/react-query';
import type { UserOnBoard } from '#shared/ids';
import { api } from '#client/api/api.ts';

/** One's own. Every log may change them, so they are read anew by whoever looks. */
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
    // Whoever looks is told soon that it cannot be read: it is, by itself, once the server is heard again.
    retry: 1,
  });
