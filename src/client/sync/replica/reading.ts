/** The reading cursors of the person: how far they have seen each board, on any device. Its card has it. */
import type { QueryClient } from '@tanstack/react-query';
import type { BoardCard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import type { Reading } from '#shared/live-events';
import { queryKeys } from '#client/api/query-keys.ts';
import { put } from './apply.ts';

/** The server told of a look on some device, or of a board that was muted there. */
export function ingestReadings(client: QueryClient, readings: readonly Reading[]): void {
  const known = new Map(readings.map((reading) => [reading.boardId, reading]));
  const isOld = ({ id, revision, hasNews }: BoardCard) => hasNews && revision > (known.get(id)?.revision ?? Infinity);
  // What came since then may be news: the server knows.
  const isUnsure = client.getQueryData(queryKeys.boards)?.some(isOld) ?? false;
  putStates(client, ({ id }) => known.get(id));
  if (isUnsure) void client.invalidateQueries({ queryKey: queryKeys.boards });
}

/** A greeting tells of which boards there is news. Another tab may repeat one without: then the server is asked. */
export function ingestGreeting(
  client: QueryClient,
  { boards, readings }: { boards: Record<BoardId, number>; readings?: readonly Reading[] | undefined },
): void {
  if (!readings) return void client.invalidateQueries({ queryKey: queryKeys.boards });
  const known = new Map(readings.map((reading) => [reading.boardId, reading]));
  putStates(client, ({ id }) => known.get(id) ?? { seen: boards[id] ?? 0, hasNews: false, isMuted: false });
}

/** This device shows boards up to these revisions: the other devices hear of it from the server. */
export function noteSeen(client: QueryClient, boards: readonly { boardId: BoardId; revision: number }[]): void {
  const reached = new Map(boards.map(({ boardId, revision }) => [boardId, revision]));
  putStates(client, ({ id, isMuted = false }) => {
    const seen = reached.get(id);
    return seen === undefined ? undefined : { seen, hasNews: false, isMuted };
  });
}

export function noteNews(client: QueryClient, boardId: BoardId): void {
  putStates(client, ({ id, seen = 0 }) => (id === boardId ? { seen, hasNews: true, isMuted: false } : undefined));
}

type State = Pick<Reading, 'seen' | 'hasNews' | 'isMuted'>;

function putStates(client: QueryClient, stateOf: (card: BoardCard) => State | undefined): void {
  const cards = client.getQueryData(queryKeys.boards);
  put(
    client,
    queryKeys.boards,
    cards,
    cards?.map((card) => withState(card, stateOf(card))),
  );
}

/** A cursor goes forward only: an older one says nothing of news. The very same card where nothing changes. */
function withState(card: BoardCard, state: State | undefined): BoardCard {
  if (!state) return card;
  const { hasNews = false, isMuted: wasMuted = false, seen = 0, ...rest } = card;
  const isOlder = state.seen < seen;
  const now = { seen: Math.max(seen, state.seen), hasNews: isOlder && !state.isMuted ? hasNews : state.hasNews, isMuted: state.isMuted };
  if (now.seen === card.seen && now.hasNews === hasNews && now.isMuted === wasMuted) return card;
  return { ...rest, seen: now.seen, ...(now.hasNews && { hasNews: true as const }), ...(now.isMuted && { isMuted: true as const }) };
}
