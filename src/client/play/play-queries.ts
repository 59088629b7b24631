import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BoardId } from '#shared/ids';
import { api } from '#client/api/api.ts';

/** What there is to choose from as the gesture of the week, and one's own choice. */
export const gestureQuery = (boardId: BoardId) =>
  queryOptions({
    queryKey: ['gesture', boardId] as const,
    queryFn: async ({ signal }) => (await api('GET /api/boards/:boardId/gesture', { params: { boardId }, signal })).gesture,
    // Opened seldom, and others go on logging.
    staleTime: 0,
    retry: 1,
  });

/** The gestures of past weeks, the newest first. */
export const gesturesQuery = (boardId: BoardId) =>
  infiniteQueryOptions({
    queryKey: ['gestures', boardId] as const,
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/boards/:boardId/gestures', { params: { boardId }, query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    retry: 1,
  });

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
