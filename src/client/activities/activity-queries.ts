import { infiniteQueryOptions } from '@tanstack/react-query';
import type { BoardId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { beginRead } from '#client/sync/replica/apply.ts';
import { sharedById } from '#client/sync/replica/views.ts';

/** The activities of all boards of the person, newest first. Show `flattened(data)`. */
export const feedQuery = infiniteQueryOptions({
  queryKey: queryKeys.feed,
  initialPageParam: null as string | null,
  queryFn: ({ client, queryKey, pageParam, signal }) => {
    beginRead(client, queryKey, signal);
    return api('GET /api/activities', { query: pageParam === null ? {} : { before: pageParam }, signal });
  },
  getNextPageParam: ({ next }) => next,
  ...sharedById,
});

/**
 * The activities of one board, newest first. Show `flattened(data)`. Opening the board brings the first page: enable
 * this once the board is there.
 */
export const boardActivitiesQuery = (boardId: BoardId) =>
  infiniteQueryOptions({
    queryKey: queryKeys.boardActivities(boardId),
    initialPageParam: null as number | null,
    queryFn: ({ client, queryKey, pageParam, signal }) => {
      beginRead(client, queryKey, signal);
      return api('GET /api/boards/:boardId/activities', {
        params: { boardId },
        query: pageParam === null ? {} : { before: String(pageParam) },
        signal,
      });
    },
    getNextPageParam: ({ next }) => next,
    ...sharedById,
  });
