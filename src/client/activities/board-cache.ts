import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { OpenedBoard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { queryKeys } from '#client/api/query-keys.ts';

/** What is known of a board: `read` gives the very same for as long as nothing of it changes. */
export function useCached<Part>(boardId: BoardId, read: (opened: OpenedBoard | undefined) => Part): Part {
  const client = useQueryClient();
  // Reads the cache without a query: one that only observes the board would keep it from being fetched again.
  const subscribe = useCallback(
    (notify: () => void) => {
      const [kind] = queryKeys.board(boardId);
      return client.getQueryCache().subscribe(({ query: { queryKey } }) => {
        if (queryKey[0] === kind && queryKey[1] === boardId) notify();
      });
    },
    [client, boardId],
  );
  return useSyncExternalStore(subscribe, () => read(client.getQueryData(queryKeys.board(boardId))));
}

export const contestsOf = (opened: OpenedBoard | undefined) => opened?.play?.contests;
