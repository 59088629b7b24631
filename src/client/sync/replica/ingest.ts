/** How changes of boards get into the caches, and how missed changes are fetched. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { BoardCard, BoardChange } from '#shared/boards';
import type { ActionId, BoardId } from '#shared/ids';
import type { GoneReason } from '#shared/live-events';
import { feedWithout, type Views } from './views.ts';
import { api, Refused } from '#client/api/api.ts';
import { backoff } from '#client/api/backoff.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { reporting, reportUnexpected } from '#client/ui/unexpected.ts';
import { boardGone, boardLost, changeIngested, greeted } from './signals.ts';
import { readAnew } from './history.ts';
import { applyChange, feedExists, put, refetchFeed, viewsOf } from './apply.ts';
import { boardHeaderOf, noteChange, noteRevision, type SyncState, syncStateOf } from './state.ts';

/**
 * Takes a change from the stream or a reply: applies it wherever it fits, notifies listeners, and fetches
 * what is missing where it does not.
 */
export function ingest(client: QueryClient, change: BoardChange): void {
  if (isFromEarlierState(change)) return void readAnew(client);
  const sync = noteChange(client, change);
  try {
    take(client, sync, change);
  } catch (error) {
    // It is asked for again, and all is read anew where that does not help.
    reportUnexpected('stream', error);
  }
  void catchUp(client, change.boardId);
}

function take(client: QueryClient, sync: SyncState, change: BoardChange): void {
  const views = applyChange(client, sync, change);
  if (change.actions) void client.invalidateQueries({ queryKey: queryKeys.offeredActions });
  const reached = Math.min(...revisionsOf(views, change.boardId));
  changeIngested.announce({ change, caughtUpTo: reached });
}

/**
 * Fetches the changes that the cached views of a board lack, until they are at its newest known revision. One run per board at
 * a time; failed fetches are repeated, less and less often, until the board is dropped.
 */
function catchUp(client: QueryClient, boardId: BoardId): Promise<void> {
  const memory = syncStateOf(client);
  const running = memory.recovering.get(boardId);
  if (running) return running;
  if (behindFrom(client, boardId) === null) return Promise.resolve();
  // A board can be lost and joined again while an answer is on its way: that run is over, and another has begun.
  const isCurrent = () => syncStateOf(client) === memory && memory.recovering.get(boardId) === run;
  const run: Promise<void> = recover(client, boardId, isCurrent).finally(() => {
    if (isCurrent()) memory.recovering.delete(boardId);
  });
  memory.recovering.set(boardId, run);
  return run;
}

/** Fetches a board's changes even if none were announced: after a command whose reply does not carry them. */
export async function refreshBoard(client: QueryClient, boardId: BoardId): Promise<void> {
  const from = caughtUpTo(client, boardId);
  if (Number.isFinite(from)) ingest(client, await changesAfter(boardId, from));
}

/** What the person keeps at hand on a board, all of it. */
export function ingestFavourites(client: QueryClient, boardId: BoardId, favourites: ActionId[]): void {
  const opened = client.getQueryData(queryKeys.board(boardId));
  put(client, queryKeys.board(boardId), opened, opened && { ...opened, favourites });
  void client.invalidateQueries({ queryKey: queryKeys.quickActions });
}

/** Drops everything cached of a board that the person lost, and announces why, unless the person did it here. */
export function loseBoard(client: QueryClient, boardId: BoardId, reason: GoneReason | null): void {
  const memory = syncStateOf(client);
  const title = boardHeaderOf(client, boardId)?.title ?? null;
  memory.newestRevisions.delete(boardId);
  memory.feedPositions.delete(boardId);
  memory.listPositions.delete(boardId);
  memory.recovering.delete(boardId);
  memory.setbacks.delete(boardId);
  // Whatever was read of it: by custom the second part of a key is the board.
  for (const { queryKey } of client.getQueryCache().findAll({ predicate: (query) => query.queryKey[1] === boardId }))
    removeOnceUnused(client, queryKey);
  client.setQueryData(queryKeys.boards, (cards) => cards?.filter(({ id }) => id !== boardId));
  client.setQueryData(queryKeys.feed, (feed) => feed && feedWithout(feed, boardId));
  refetchLists(client);
  boardLost.announce(boardId);
  if (title !== null && !memory.leaving.has(boardId)) boardGone.announce({ boardId, title, reason });
}

/** Reads again the lists that a board coming or going changes. */
export function refetchLists(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: queryKeys.boards });
  void client.invalidateQueries({ queryKey: queryKeys.offeredActions });
  refetchFeed(client);
}

/**
 * Compares the boards of a `hello` (their revisions) with what is cached and fetches only what moved. Settles when the
 * recovery is over.
 */
export async function compareRevisions(client: QueryClient, revisions: Record<BoardId, number>, isAgain = false): Promise<void> {
  const memory = syncStateOf(client);
  repeatFailedReads(client, revisions);
  const boardIds = boardsIn(revisions).map(([boardId]) => boardId);
  const cards = client.getQueryData(queryKeys.boards);
  const known = new Set(cards?.map(({ id }) => id));
  const unlisted = cards !== undefined && boardIds.some((id) => !known.has(id));
  const unread = feedExists(client) && boardIds.some((id) => !memory.feedPositions.has(id));
  for (const [boardId, revision] of boardsIn(revisions)) {
    noteRevision(client, boardId, revision);
    // Without a recorded revision the feed is being read again, or will be, and will contain these changes.
    if (!memory.feedPositions.has(boardId) || !feedExists(client)) memory.feedPositions.set(boardId, revision);
  }
  // Only now: changes from before the recorded revisions that arrive late must not be applied to these reads.
  if (unlisted) refetchLists(client);
  else if (unread) refetchFeed(client);
  // It has no revision that would tell what it missed before this stream, or between two streams.
  if (!unlisted) void client.invalidateQueries({ queryKey: queryKeys.offeredActions });

  const recoveries = boardIds.map((boardId) => catchUp(client, boardId));
  const missing = [...cachedBoards(client)].filter((boardId) => !(boardId in revisions));
  const gone = missing.map((boardId) => checkStillThere(client, boardId));
  // What was read anew is as old as the server is: where its copies disagree, that would go on and on.
  await Promise.all([...recoveries, ...gone, ...(isAgain ? [] : [checkOlder(client, revisions)])]);
}

/**
 * Asks the server about the boards that it says are older than what is cached. A greeting that another tab handed on may be older itself;
 * a server that has no later revision either went back to an earlier state.
 */
async function checkOlder(client: QueryClient, revisions: Record<BoardId, number>): Promise<void> {
  for (const [boardId, revision] of boardsIn(revisions)) {
    const known = Math.max(...viewRevisions(client, boardId));
    if (known <= revision) continue;
    try {
      const change = await changesAfter(boardId, known);
      if (!isFromEarlierState(change)) continue;
      await readAnew(client);
      return await compareRevisions(client, revisions, true);
    } catch (error) {
      // The next greeting compares again.
      reportUnexpected('stream', error);
    }
  }
}

/** Whether the server has less than it was asked to go on from. */
function isFromEarlierState({ after, revision }: BoardChange): boolean {
  return revision < after;
}

/**
 * A greeting proves that the network is back, so failed queries are retried at once. A list whose refetch failed would otherwise
 * stay as it was, though its recorded revision says that it is complete.
 */
function repeatFailedReads(client: QueryClient, revisions: Record<BoardId, number>): void {
  void client.refetchQueries({
    type: 'active',
    // A refusal stands, and retrying would make its page flicker, unless it is about a board that the person has joined since.
    predicate: ({ queryKey: [kind, id], state: { fetchFailureCount, error } }) =>
      fetchFailureCount > 0 && (!isFinal(error) || (kind === queryKeys.allBoards[0] && String(id) in revisions)),
  });
}

function isFinal(error: Error | null): boolean {
  return error instanceof Refused && error.status < 500;
}

/** The keys of an object are no more than text to the compiler. */
function boardsIn(revisions: Record<BoardId, number>): [BoardId, number][] {
  return Object.entries(revisions) as [BoardId, number][];
}

function changesAfter(boardId: BoardId, after: number): Promise<BoardChange> {
  return api('GET /api/boards/:boardId/changes', { params: { boardId }, query: { after: String(after) } });
}

/** The revisions at which the views of a board are. */
function revisionsOf({ opened, cards, hasFeed, feedPosition }: Views, boardId: BoardId): number[] {
  const card = cards?.find(({ id }) => id === boardId);
  return [opened?.board.revision, card?.revision, hasFeed ? feedPosition : undefined].filter((revision) => revision !== undefined);
}

/** A screen that still shows the board is about to close; removing its data first would flash an error. */
function removeOnceUnused(client: QueryClient, queryKey: QueryKey): void {
  client.removeQueries({ queryKey, type: 'inactive' });
  const shown = client.getQueryCache().find({ queryKey });
  if (!shown) return;
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (query !== shown || (type !== 'observerRemoved' && type !== 'removed')) return;
    if (type === 'observerRemoved' && shown.getObserversCount() > 0) return;
    stop();
    client.removeQueries({ queryKey, type: 'inactive' });
  });
}

function viewRevisions(client: QueryClient, boardId: BoardId): number[] {
  return revisionsOf(viewsOf(client, syncStateOf(client), boardId), boardId);
}

function caughtUpTo(client: QueryClient, boardId: BoardId): number {
  return Math.min(...viewRevisions(client, boardId));
}

function behindFrom(client: QueryClient, boardId: BoardId): number | null {
  const from = caughtUpTo(client, boardId);
  return from < (syncStateOf(client).newestRevisions.get(boardId) ?? 0) ? from : null;
}

/** After so many setbacks in a row everything is read anew: whatever the board lacks, its changes do not bring it. */
const patience = 3;
/** From then on it is asked for changes calmly: after up to 16 s, and less and less, up to this. In milliseconds. */
const calmestMs = 5 * 60_000;

async function recover(client: QueryClient, boardId: BoardId, isCurrent: () => boolean): Promise<void> {
  const sync = syncStateOf(client);
  for (let from = behindFrom(client, boardId); from !== null; from = behindFrom(client, boardId)) {
    const setbacks = (sync.setbacks.get(boardId) ?? 0) + 1;
    let askedToWait = 0;
    try {
      const change = await changesAfter(boardId, from);
      if (!isCurrent()) return;
      if (isFromEarlierState(change)) return void readAnew(client);
      take(client, noteChange(client, change), change);
      if (caughtUpTo(client, boardId) > from) {
        sync.setbacks.delete(boardId);
        continue;
      }
      // This copy of the server lags behind the one that announced the change.
    } catch (error) {
      if (!isCurrent()) return;
      if (error instanceof Refused) {
        if (error.code === 'board_not_found') return loseBoard(client, boardId, null);
        // Repeating will not change any other refusal; the next hello compares the revisions again.
        if (error.status < 500 && error.status !== 429) return;
        askedToWait = error.retryAfterMs;
      }
      if (setbacks <= patience) reportUnexpected('stream', error);
    }
    sync.setbacks.set(boardId, setbacks);
    if (setbacks >= patience && (await reloadOnce(client, boardId))) return void catchUp(client, boardId);
    if (!isCurrent()) return;
    await pause(Math.max(askedToWait, waitAfter(setbacks)));
    if (!isCurrent()) return;
  }
  // It may have come by another way, such as the stream.
  sync.setbacks.delete(boardId);
}

/** Its code is needed almost never; where it does not come, nothing is read anew. */
async function reloadOnce(client: QueryClient, boardId: BoardId): Promise<boolean | undefined> {
  return await import('./reload-once.ts').then((code) => code.reloadOnce(client, boardId)).catch(reporting('code'));
}

function waitAfter(setbacks: number): number {
  return backoff(setbacks, { first: setbacks < patience ? 250 : 2000, longest: calmestMs });
}

/** A greeting ends it: then the network is back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    const stop = greeted.listen(end);
    function end() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}

function cachedBoards(client: QueryClient): Set<BoardId> {
  const opened = client.getQueriesData({ queryKey: queryKeys.allBoards }).map(([key]) => String(key[1]) as BoardId);
  const cards = client.getQueryData(queryKeys.boards)?.map(({ id }) => id) ?? [];
  return new Set([...opened, ...cards]);
}

/**
 * Cards as they were read, and those known before that were not among them. Such a board is gone, or so new that the list was read before
 * it: it stays until the server says which, so that its person is told.
 */
export function withUnlisted(client: QueryClient, listed: readonly BoardCard[], known: readonly BoardCard[]): BoardCard[] {
  const unlisted = known.filter(({ id }) => !listed.some((card) => card.id === id));
  // Once the caller has cached them.
  queueMicrotask(() => unlisted.forEach(({ id }) => void checkStillThere(client, id)));
  return [...listed, ...unlisted];
}

/** What was cached after the greeting is compared with it, too. */
export async function compareAgain(client: QueryClient): Promise<void> {
  const { newestRevisions } = syncStateOf(client);
  if (newestRevisions.size > 0) await compareRevisions(client, Object.fromEntries(newestRevisions) as Record<BoardId, number>);
}

/** A cached board that a `hello` does not name: gone, or so new that the greeting was written before it. */
async function checkStillThere(client: QueryClient, boardId: BoardId): Promise<void> {
  try {
    await refreshBoard(client, boardId);
  } catch (error) {
    if (error instanceof Refused && error.code === 'board_not_found') loseBoard(client, boardId, null);
    else reportUnexpected('stream', error);
  }
}
