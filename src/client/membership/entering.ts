import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import type { InvitationPage } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { boardQuery } from '#client/boards/board-queries.ts';
import { welcome } from './welcome.ts';

/** In milliseconds; then the board's own skeleton is better than a page that does not go on. */
const longestWait = 2000;

/** Opens the board for a person who was let in. Their page stays until the board can be drawn; nothing happens once they have left it. */
export function useEntering(isSignedIn: boolean) {
  const client = useQueryClient();
  const router = useRouter();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  useEffect(() => {
    // Loads the scripts of the board while the person waits for the answer.
    if (isSignedIn) void router.preloadRoute({ to: '/board/$boardId', params: { boardId: '' as BoardId } });
  }, [isSignedIn, router]);

  return useCallback(
    async (boardId: BoardId, welcomed: Pick<InvitationPage, 'title' | 'theme'> | null) => {
      const params = { boardId };
      await Promise.race([
        Promise.all([client.prefetchQuery(boardQuery(boardId)), router.preloadRoute({ to: '/board/$boardId', params })]),
        new Promise((resolve) => setTimeout(resolve, longestWait)),
      ]);
      if (!isHere.current) return;
      if (welcomed) welcome({ boardId, ...welcomed });
      await router.navigate({ to: '/board/$boardId', params, replace: true });
    },
    [client, router],
  );
}
