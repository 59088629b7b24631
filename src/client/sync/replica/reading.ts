/** The reading cursors of the person: how far they have seen each board, on any device. Its card has it. */
import type { QueryClient } from '@tanstack/react-query';
import type { BoardCard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import type { Reading } from '#shared/live-events';
import { queryKeys } from '#client/api/query-keys.ts';

/** The server told of a look on some device, or of a board that was muted there. */
export function ingestReading(client: QueryClient, { boardId, revision, seen, hasNews, isMuted }: Reading): void {
  const card = client.getQueryData(queryKeys.boards)?.find(({ id }) => id === boardId);
  // What came since then may be news: the server knows.
  if (card?.hasNews && !hasNews && card.revision > revision && !isMuted) void client.invalidateQueries({ queryKey: queryKeys.boards });
  put(client, boardId, { seen, hasNews, isMuted });
}

/** A greeting tells of which boards there is news. */
export function ingestNews(
  client: QueryClient,
  { boards, news }: { boards: Record<BoardId, number>; news?: Record<BoardId, number> | undefined },
): void {
  if (!news) return;
  for (const { id } of client.getQueryData(queryKeys.boards) ?? [])
    put(client, id, { seen: news[id] ?? boards[id] ?? 0, hasNews: id in news });
}

/** This device shows a board up to a revision: the other devices hear of it from the server. */
export function noteSeen(client: QueryClient, boardId: BoardId, revision: number): void {
  put(client, boardId, { seen: revision, hasNews: false });
}

export function noteNews(client: QueryClient, boardId: BoardId): void {
  put(client, boardId, { seen: 0, hasNews: true });
}

function put(client: QueryClient, boardId: BoardId, reading: Partial<Reading> & Pick<Reading, 'seen' | 'hasNews'>): void {
  client.setQueryData(queryKeys.boards, (cards) => cards?.map((card) => (card.id === boardId ? withReading(card, reading) : card)));
}

function withReading(card: BoardCard, { seen, hasNews, isMuted = card.isMuted }: Parameters<typeof put>[2]): BoardCard {
  const { hasNews: _, isMuted: __, ...rest } = card;
  return { ...rest, seen: Math.max(seen, card.seen ?? 0), ...(hasNews && { hasNews }), ...(isMuted && { isMuted }) };
}
