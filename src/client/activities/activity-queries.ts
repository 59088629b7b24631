import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { BoardCard, OpenedBoard } from '#shared/boards';
import { api } from '#client/api/api.ts';
import type { BoardFace } from './activity-lists.ts';

export const feedKey = ['feed'] as const;
export const boardActivitiesKey = (boardId: string) => ['board-activities', boardId] as const;

/** The activities of all boards of the person, newest first. Show `flattened(data)`. */
export const feedQuery = infiniteQueryOptions({
  queryKey: feedKey,
  initialPageParam: null as string | null,
  queryFn: ({ pageParam, signal }) => api('GET /api/activities', { query: pageParam === null ? {} : { before: pageParam }, signal }),
  getNextPageParam: ({ next }) => next,
});

/**
 * The activities of one board, newest first. Show `flattened(data)`. Opening the board brings the first page: enable
 * this once the board is there.
 */
export const boardActivitiesQuery = (boardId: string) =>
  infiniteQueryOptions({
    queryKey: boardActivitiesKey(boardId),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/boards/:boardId/activities', {
        params: { boardId },
        query: pageParam === null ? {} : { before: String(pageParam) },
        signal,
      }),
    getNextPageParam: ({ next }) => next,
  });

/** What is cached of a board's title, icon and theme. */
export function faceOf(client: QueryClient, boardId: string): BoardFace | undefined {
  const opened = client.getQueryData<OpenedBoard>(['board', boardId]);
  return opened?.board ?? client.getQueryData<BoardCard[]>(['boards'])?.find(({ id }) => id === boardId);
}
