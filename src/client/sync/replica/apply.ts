/** What a change does to the cached views of its board: when it comes, and again when a read ends that was under way by then. */
import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';
import type { BoardChange } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { type Views, viewsAfter } from './views.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { type SyncState, syncStateOf } from './state.ts';

/** Applies the change wherever it fits. Again, late or out of order it changes nothing: every view knows its own revision. */
export function applyChange(client: QueryClient, sync: SyncState, received: BoardChange): Views {
  // What is cached at revision 0 is of a history that is no more: nothing can be added to it.
  const change = received.after === 0 ? { ...received, complete: false } : received;
  const { boardId } = change;
  const before = viewsOf(client, sync, boardId);
  const after = viewsAfter(before, change);
  if (after.listPosition !== undefined) sync.listPositions.set(boardId, after.listPosition);
  sync.feedPositions.set(boardId, after.feedPosition);

  put(client, queryKeys.board(boardId), before.opened, after.opened);
  put(client, queryKeys.boardActivities(boardId), before.list, after.list);
  put(client, queryKeys.boards, before.cards, after.cards);
  if (after.feed === null) refetchFeed(client);
  else put(client, queryKeys.feed, before.feed, after.feed);
  // Without the board's revision, whether the list lacks a change is unknown.
  if (!after.opened && !client.isFetching({ queryKey: queryKeys.board(boardId) }))
    client.removeQueries({ queryKey: queryKeys.boardActivities(boardId), type: 'inactive' });
  return after;
}

export function viewsOf(client: QueryClient, { listPositions, feedPositions }: SyncState, boardId: BoardId): Views {
  const opened = client.getQueryData(queryKeys.board(boardId));
  return {
    opened,
    list: client.getQueryData(queryKeys.boardActivities(boardId)),
    listPosition: listPositions.get(boardId) ?? opened?.board.revision,
    cards: client.getQueryData(queryKeys.boards),
    feed: client.getQueryData(queryKeys.feed),
    hasFeed: feedExists(client),
    feedPosition: feedPositions.get(boardId),
  };
}

export function feedExists(client: QueryClient): boolean {
  const state = client.getQueryState(queryKeys.feed);
  return state !== undefined && (state.data !== undefined || state.fetchStatus === 'fetching');
}

/** What is to be read again when it is next shown stays so: the change does not bring what it lacks. */
export function put<Data>(client: QueryClient, queryKey: DataTag<QueryKey, Data, Error>, before: unknown, after: Data | undefined): void {
  if (after === before) return;
  const isInvalidated = client.getQueryState(queryKey)?.isInvalidated;
  client.setQueryData<Data>(queryKey, after);
  if (isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** Reads the feed again, from its first page on; pages read further down are dropped. */
export function refetchFeed(client: QueryClient): void {
  const query = client.getQueryCache().find({ queryKey: queryKeys.feed });
  if (!query) return;
  const again = () => {
    client.setQueryData(queryKeys.feed, (feed) => feed && { pages: feed.pages.slice(0, 1), pageParams: feed.pageParams.slice(0, 1) });
    void client.invalidateQueries({ queryKey: queryKeys.feed });
  };
  // A first read under way is shown, then repeated: it may be older than a change that was announced.
  // If it fails, there is nothing to repeat.
  if (query.state.data === undefined && query.promise) void query.promise.then(again, () => undefined);
  else again();
}

interface ReadStart {
  /** All pages of one read have the same. */
  signal: AbortSignal;
  lastNumber: number;
  /** Board → the revision known when the read began: the reply contains at least this one. */
  positions: ReadonlyMap<string, number>;
}

/** Query → the start of its latest read. */
const reads = new WeakMap<object, ReadStart>();

/** A page of the feed or of a board's list is about to be read. */
export function beginRead(client: QueryClient, queryKey: QueryKey, signal: AbortSignal): void {
  const query = client.getQueryCache().find({ queryKey });
  if (!query || reads.get(query)?.signal === signal) return;
  const sync = syncStateOf(client);
  const boardId = String(queryKey[1]) as BoardId;
  const positions = isFeed(queryKey) ? sync.feedPositions : [[boardId, viewsOf(client, sync, boardId).listPosition ?? -1] as const];
  reads.set(query, { signal, lastNumber: sync.lastNumber, positions: new Map(positions) });
}

/**
 * A read that ends replaces the pages by what the server had when it began. Changes that arrived since are applied again here,
 * before the result is drawn.
 */
export function endRead(client: QueryClient, query: { queryKey: QueryKey }): void {
  const { queryKey } = query;
  const sync = syncStateOf(client);
  const start = reads.get(query);
  if (start) {
    const positions = isFeed(queryKey) ? sync.feedPositions : sync.listPositions;
    for (const [boardId, position] of start.positions) positions.set(boardId, position);
    const since = sync.recent.filter(({ number, change }) => number > start.lastNumber && start.positions.has(change.boardId));
    // A late, older change must not overwrite a newer title or name.
    for (const { change } of since.toSorted((a, b) => a.change.revision - b.change.revision)) applyChange(client, sync, change);
  }
  if (start ? !isFeed(queryKey) : queryKey[0] === queryKeys.allBoards[0]) followBoard(client, sync, String(queryKey[1]) as BoardId);
}

function isFeed([room]: QueryKey): boolean {
  return room === queryKeys.feed[0];
}

/** A board or its list was read. The list starts anew with the board's newest page where it lacks changes that the board has. */
function followBoard(client: QueryClient, sync: SyncState, boardId: BoardId): void {
  const { opened, list } = viewsOf(client, sync, boardId);
  if (!opened || (list && (sync.listPositions.get(boardId) ?? -1) >= opened.board.revision)) return;
  sync.listPositions.set(boardId, opened.board.revision);
  client.setQueryData(queryKeys.boardActivities(boardId), { pages: [opened.activities], pageParams: [null] });
}
