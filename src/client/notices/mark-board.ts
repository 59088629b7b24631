import type { QueryClient } from '@tanstack/react-query';
import type { BoardChange } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { type ActivityNews, newsSince } from '#shared/news';
import { queryKeys } from '#client/api/query-keys.ts';
import { noteNews } from '#client/sync/replica/reading.ts';

/** Gives a board its dot where a change has news that this person has not seen. The server tells it at the next greeting as well. */
export function markBoard(client: QueryClient, myId: UserId, change: BoardChange, isUnseen: (one: ActivityNews) => boolean): void {
  const card = client.getQueryData(queryKeys.boards)?.find(({ id }) => id === change.boardId);
  if (!card || card.isMuted) return;
  if (newsSince(change, card.seen ?? Infinity, myId).some(isUnseen)) noteNews(client, card.id);
  // What was taken back may have been the only news: the server knows.
  else if (card.hasNews && change.changed?.some(({ undone, added = [] }) => undone || added.length === 0))
    void client.invalidateQueries({ queryKey: queryKeys.boards });
}
