/** Keeps paged lists complete while changes arrive in the middle of a read. */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { BoardChange, OpenedBoard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { boardActivitiesAfter, type Feed, feedAfter, standing } from './views.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { faceOf, syncStateOf } from './state.ts';

/**
 * A read that ends replaces the pages by what the server had when it began. Changes that arrived since are applied again here,
 * before the result is drawn. Called once for each client.
 */
export function keepListsWhole(client: QueryClient): void {
  const begun = new WeakMap<Query, ReadStart>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const [room, id] = query.queryKey;
    const boardId = String(id) as BoardId;
    const isList = room === queryKeys.boardActivities(boardId)[0];
    if (action.type === 'fetch' && (isList || room === queryKeys.feed[0])) begun.set(query, startOfRead(client, boardId));
    if (action.type !== 'success' || action.manual) return;
    const start = begun.get(query);
    if (room === queryKeys.allBoards[0]) followBoard(client, boardId);
    else if (start && isList) repeatOnList(client, boardId, start);
    else if (start) repeatOnFeed(client, start);
  });
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
  if (query.state.data === undefined && query.promise) void query.promise.then(again, () => undefined);
  else again();
}

interface ReadStart {
  lastNumber: number;
  /** The revisions known when the read began: its reply contains at least these. */
  positions: ReadonlyMap<string, number>;
  /** The same for the board whose list is read; undefined while unknown. */
  listPosition: number | undefined;
}

function startOfRead(client: QueryClient, boardId: BoardId): ReadStart {
  const { lastNumber, feedPositions, listPositions } = syncStateOf(client);
  const opened = client.getQueryData(queryKeys.board(boardId));
  return { lastNumber, positions: new Map(feedPositions), listPosition: listPositions.get(boardId) ?? opened?.board.revision };
}

function repeatOnFeed(client: QueryClient, { lastNumber, positions }: ReadStart): void {
  for (const change of changesSince(client, lastNumber)) {
    if (change.revision <= (positions.get(change.boardId) ?? -1)) continue;
    const feed = client.getQueryData(queryKeys.feed);
    if (!feed) return;
    putInFeed(client, feed, change);
  }
}

/** Applies a change to the feed; reads it again when the change alone is not enough. */
export function putInFeed(client: QueryClient, feed: Feed, change: BoardChange): void {
  const after = feedAfter(feed, change, faceOf(client, change.boardId));
  if (after === null) refetchFeed(client);
  else if (after !== feed) client.setQueryData(queryKeys.feed, after);
}

/** A board was read. Its list is read again when that read skipped changes that the list lacks. */
function followBoard(client: QueryClient, boardId: BoardId): void {
  const opened = client.getQueryData(queryKeys.board(boardId));
  if (!opened) return;
  const { listPositions } = syncStateOf(client);
  const list = client.getQueryData(queryKeys.boardActivities(boardId));
  if (!list || (listPositions.get(boardId) ?? -1) < opened.board.revision) restartList(client, opened);
}

/** A list was read: it gets the changes that the opened board got in the meantime, or is read again when they are unknown. */
function repeatOnList(client: QueryClient, boardId: BoardId, { lastNumber, listPosition }: ReadStart): void {
  const opened = client.getQueryData(queryKeys.board(boardId));
  const read = client.getQueryData(queryKeys.boardActivities(boardId));
  // Without the board the list is not shown; opening the board reads it again.
  if (!opened || !read) return;
  let list = read;
  let position = listPosition ?? -1;
  for (const change of changesSince(client, lastNumber)) {
    if (change.boardId !== boardId || standing(position, change) !== 'next') continue;
    list = boardActivitiesAfter(list, change);
    position = change.revision;
  }
  if (position < opened.board.revision) restartList(client, opened);
  else if (list !== read) client.setQueryData(queryKeys.boardActivities(boardId), list);
}

function restartList(client: QueryClient, { board, activities }: OpenedBoard): void {
  syncStateOf(client).listPositions.set(board.id, board.revision);
  client.setQueryData(queryKeys.boardActivities(board.id), { pages: [activities], pageParams: [null] });
}

/** Sorted by revision: a late, older change must not overwrite a newer title or name. */
function changesSince(client: QueryClient, lastNumber: number): BoardChange[] {
  const { recent } = syncStateOf(client);
  return recent.flatMap(({ number, change }) => (number > lastNumber ? [change] : [])).toSorted((a, b) => a.revision - b.revision);
}
