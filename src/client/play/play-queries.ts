import { infiniteQueryOptions } from '@tanstack/react-query';
import type { BoardId } from '#shared/ids';
import { api } from '#client/api/api.ts';

/** The seasons of a board that are over, the newest first. */
export const seasonsQuery = (boardId: BoardId) =>
  infiniteQueryOptions({
    queryKey: ['seasons', boardId] as const,
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/boards/:boardId/seasons', {
        params: { boardId },
        query: pageParam === null ? {} : { before: String(pageParam) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    // It is looked at seldom, and no change is written into it.
    staleTime: 0,
    retry: 1,
  });
