/** Keeps the lists that are read page by page whole while changes arrive in the middle of a read. */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { ActivityPage } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import { type BoardActivities, type Feed, feedAfter, withNewestPage } from './activities/activity-lists.ts';
import { boardActivitiesKey, faceOf, feedKey } from './activities/activity-queries.ts';
import { memoryOf } from './live-memory.ts';

/**
 * A read that ends puts back the pages as they were when it began: what a change brought meanwhile would be lost, until
 * it is put in again here, before anybody sees it missing. Called once for each client.
 */
export function keepListsWhole(client: QueryClient): void {
  const begun = new WeakMap<Query, ReadStart>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const [room, boardId] = query.queryKey;
    if (room !== feedKey[0] && room !== boardActivitiesKey('')[0]) return;
    if (action.type === 'fetch') begun.set(query, startOfRead(client));
    if (action.type !== 'success' || action.manual) return;
    const start = begun.get(query);
    if (room !== feedKey[0]) putNewestIn(client, String(boardId));
    else if (start) repeatOnFeed(client, start);
  });
}

/** Reads the feed again, from its first page on; pages read further down are dropped. */
export function refetchFeed(client: QueryClient): void {
  const query = client.getQueryCache().find({ queryKey: feedKey });
  if (!query) return;
  const again = () => {
    client.setQueryData<Feed>(feedKey, (feed) => feed && { pages: feed.pages.slice(0, 1), pageParams: feed.pageParams.slice(0, 1) });
    void client.invalidateQueries({ queryKey: feedKey });
  };
  // A first read under way is shown first, then read again: it may be from before what we heard.
  if (query.state.data === undefined && query.promise) void query.promise.then(again, () => undefined);
  else again();
}

interface ReadStart {
  lastNumber: number;
  /** What the server had told by then, so what its reply contains. */
  positions: ReadonlyMap<string, number>;
}

function startOfRead(client: QueryClient): ReadStart {
  const { lastNumber, feedPositions } = memoryOf(client);
  return { lastNumber, positions: new Map(feedPositions) };
}

function repeatOnFeed(client: QueryClient, { lastNumber, positions }: ReadStart): void {
  const missed = memoryOf(client)
    .recent.filter(({ number, change }) => number > lastNumber && change.revision > (positions.get(change.boardId) ?? -1))
    // A late change of the past must not have the last word on a title.
    .toSorted((a, b) => a.change.revision - b.change.revision);
  for (const { change } of missed) {
    const feed = client.getQueryData<Feed>(feedKey);
    if (!feed) return;
    putInFeed(client, feed, change);
  }
}

/** The feed with a change; read again when the change alone cannot tell how it looks. */
export function putInFeed(client: QueryClient, feed: Feed, change: BoardChange): void {
  const after = feedAfter(feed, change, faceOf(client, change.boardId));
  if (after === null) refetchFeed(client);
  else if (after !== feed) client.setQueryData(feedKey, after);
}

/** The opened board gets every change and knows its revision, so its newest activities are those of the list. */
function putNewestIn(client: QueryClient, boardId: string): void {
  const opened = client.getQueryData<{ activities: ActivityPage }>(['board', boardId]);
  const list = client.getQueryData<BoardActivities>(boardActivitiesKey(boardId));
  if (!opened || !list) return;
  const whole = withNewestPage(list, opened.activities);
  if (whole !== list) client.setQueryData(boardActivitiesKey(boardId), whole);
}
