import { useQueryClient } from '@tanstack/react-query';
import { api, sentenceOf } from '#client/api/api.ts';
import { ingestFavourites } from '#client/sync/replica/ingest.ts';
import { useOrderedCommand } from '#client/ui/command.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { favouriteMessages } from './favourite-messages.fr.ts';
import { quickActionsQuery } from './quick-queries.ts';

interface Mark {
  actionId: string;
  isOn: boolean;
}

/** Keeps an action of the board at hand, or no more. Not through the outbox: nothing is lost that could not be pressed again. */
export function useMarkFavourite(boardId: string) {
  const client = useQueryClient();
  const { show } = useToasts();
  return useOrderedCommand(`favourites ${boardId}`, {
    mutationFn: ({ actionId, isOn }: Mark) => {
      const params = { boardId, actionId };
      return isOn
        ? api('PUT /api/boards/:boardId/actions/:actionId/favourite', { params })
        : api('DELETE /api/boards/:boardId/actions/:actionId/favourite', { params });
    },
    onSuccess: ({ favourites }) => {
      ingestFavourites(client, boardId, favourites);
      // Before Accueil is opened: what it learned only there would push its feed down.
      void client.prefetchQuery(quickActionsQuery);
    },
    onError: (error) => void show({ kind: 'error', message: `${favouriteMessages.failed} ${sentenceOf(error)}` }),
  });
}
