import { queryOptions } from '@tanstack/react-query';
import type { BoardId } from '#shared/ids';
import { api } from '#client/api/api.ts';

/** A week that is over: it changes where something in it is undone, or noted until Monday noon. */
export const recapQuery = (boardId: BoardId, week: string) =>
  queryOptions({
    queryKey: ['recap', boardId, week] as const,
    queryFn: ({ signal }) => api('GET /api/boards/:boardId/recaps/:week', { params: { boardId, week }, signal }),
    staleTime: 0,
    // One retry, so that the failure shows soon.
    retry: 1,
  });

/** The weeks that can be read. */
export const recapWeeksQuery = (boardId: BoardId) =>
  queryOptions({
    queryKey: ['recap', boardId] as const,
    queryFn: async ({ signal }) => (await api('GET /api/boards/:boardId/recaps', { params: { boardId }, signal })).weeks,
  });

/** A film changes only where something on it is undone, or somebody deletes their account. */
export const filmQuery = (boardId: BoardId, period: string) =>
  queryOptions({
    queryKey: ['film', boardId, period] as const,
    queryFn: ({ signal }) => api('GET /api/boards/:boardId/films/:period', { params: { boardId, period }, signal }),
    staleTime: 0,
    // One retry, so that the failure shows soon.
    retry: 1,
  });

/** The films that can be seen. */
export const filmsQuery = (boardId: BoardId) =>
  queryOptions({
    queryKey: ['film', boardId] as const,
    queryFn: async ({ signal }) => (await api('GET /api/boards/:boardId/films', { params: { boardId }, signal })).films,
  });

export const recapMailQuery = queryOptions({
  queryKey: ['recap-mail'] as const,
  queryFn: ({ signal }) => api('GET /api/recap-mail', { signal }),
  staleTime: 0,
});
