/** The members of a board who play without an email, for its administrator. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BoardId, UserId } from '#shared/ids';
import { api } from '#client/api/api.ts';
import { useCommand } from '#client/ui/command.ts';

export const boardGuestsQuery = (boardId: BoardId) =>
  queryOptions({
    queryKey: ['board-guests', boardId],
    queryFn: async ({ signal }) => (await api('GET /api/boards/:boardId/guests', { params: { boardId }, signal })).guests,
    // No stream tells of them: they are read whenever the members come into sight.
    staleTime: 0,
  });

/** Makes a link of re-entry for a member, in place of one that waits. */
export function useMakeReEntryLink(boardId: BoardId) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (userId: UserId) => api('POST /api/boards/:boardId/members/:userId/re-entry', { params: { boardId, userId } }),
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: boardGuestsQuery(boardId).queryKey }),
  });
}
