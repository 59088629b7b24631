/**
 * One browser of R4, in a process of its own: the app's own live client on the app's own caches, with screens that show the boards, the
 * feed, the requests and two boards; behind a network that is cut. Told what to do by messages.
 */
import { inspect, isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { Agent, EventSource, fetch } from 'undici';
import type { BoardCard } from '#shared/boards';
import { sessionQuery } from '#client/session/session-queries.ts';
import { flattened } from '#client/sync/replica/views.ts';
import { boardActivitiesQuery, feedQuery } from '#client/activities/activity-queries.ts';
import { api } from '#client/api/api.ts';
import { sessionOver } from '#client/api/session.ts';
import { boardQuery, boardsQuery } from '#client/boards/board-queries.ts';
import { pendingRequestsQuery, requestsQuery } from '#client/membership/request-queries.ts';
import { ingestEvent } from '#client/sync/replica/live-events.ts';
import { createQueryClient } from '#client/sync/replica/query-client.ts';
import { boardGone } from '#client/sync/replica/signals.ts';
import { createLive } from '#client/sync/stream/live.ts';
import { Person } from '../people.ts';

export interface Settings {
  /** The server, and the same through the network that is cut. */
  direct: string;
  cut: string;
  name: string;
  cookie: string;
}
export type Order = { do: 'start'; settings: Settings } | { do: 'come online' } | { do: 'scroll' } | { do: 'compare'; within: number };
export type Report =
  | { said: 'started' | 'greeted' | 'signed out' }
  /** What differs from the server, once nothing does or the time is over. */
  | { said: 'compared'; differences: string[] };

// The page, as far as it is used.
const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(page);
globalThis.removeEventListener = page.removeEventListener.bind(page);
globalThis.document = Object.assign(new EventTarget(), { visibilityState: 'visible' }) as unknown as Document;

const client = createQueryClient();
const shown = 2;
/** As on the screens: another page waits for a list that is being read again, rather than end that. */
const patiently = { cancelRefetch: false };
const opened = new Map<string, { stop(): void; scroll(): Promise<unknown> }>();
let scrollFeed = async (): Promise<unknown> => undefined;
let person: Person;

process.on('message', (order: Order) => {
  if (order.do === 'start') void start(order.settings);
  if (order.do === 'come online') page.dispatchEvent(new Event('online'));
  if (order.do === 'scroll') for (const { scroll } of [{ scroll: scrollFeed }, ...opened.values()]) void scroll();
  if (order.do === 'compare')
    void compare(order.within)
      .catch((failure: unknown) => [String(failure)])
      .then((differences) => report({ said: 'compared', differences }));
});

function report(said: Report): void {
  process.send?.(said);
}

async function start({ direct, cut, name, cookie }: Settings): Promise<void> {
  person = new Person({ origin: direct }, name);
  person.cookie = cookie;
  const dispatcher = new Agent().compose(
    (dispatch) => (options, handler) =>
      dispatch({ ...options, headers: { ...(options.headers as Record<string, string>), cookie } }, handler),
  );
  globalThis.fetch = ((address: string, init: object) => fetch(new URL(address, cut), { ...init, dispatcher })) as typeof globalThis.fetch;
  const openStream = () => new EventSource(`${cut}/api/live`, { node: { dispatcher } }) as unknown as globalThis.EventSource;

  const live = createLive({
    openStream,
    askWhoIsSignedIn: async () => (await api('GET /api/session')).user?.id ?? null,
    handle(event) {
      ingestEvent(client, event);
      if (event.type === 'hello') report({ said: 'greeted' });
    },
  });
  sessionOver.listen(() => report({ said: 'signed out' }));
  boardGone.listen(({ boardId }) => leaveBoard(boardId));
  const { user } = await person.does('GET /api/session');
  report({ said: 'started' });
  // Ended before it began.
  if (!user) return report({ said: 'signed out' });
  client.setQueryData(sessionQuery.queryKey, user);
  new QueryObserver(client, requestsQuery).subscribe(() => undefined);
  new QueryObserver(client, pendingRequestsQuery).subscribe(() => undefined);
  const feed = new InfiniteQueryObserver(client, feedQuery);
  feed.subscribe(() => undefined);
  scrollFeed = () => feed.fetchNextPage(patiently);
  new QueryObserver(client, boardsQuery).subscribe(({ data }) => {
    for (const { id } of data ?? []) if (opened.size < shown && !opened.has(id)) createSharedBoard(id);
  });
  live.start(user.id);
}

/** As the board's screen does: its list once the board is there. */
function createSharedBoard(boardId: string): void {
  const list = new InfiniteQueryObserver(client, boardActivitiesQuery(boardId));
  let stopList: (() => void) | undefined;
  const stopBoard = new QueryObserver(client, boardQuery(boardId)).subscribe(({ data }) => {
    if (data) stopList ??= list.subscribe(() => undefined);
  });
  opened.set(boardId, {
    stop: () => {
      stopBoard();
      stopList?.();
    },
    scroll: () => list.fetchNextPage(patiently),
  });
}

function leaveBoard(boardId: string): void {
  opened.get(boardId)?.stop();
  opened.delete(boardId);
}

/** What the caches show otherwise than the server has it; asked of the server on a way that is not cut. */
async function compare(within: number): Promise<string[]> {
  const deadline = performance.now() + within;
  const truth = await readTruth();
  for (;;) {
    const differences = [...differencesFrom(truth)];
    if (differences.length === 0 || performance.now() > deadline) return differences;
    await pause(20);
  }
}

type Truth = Awaited<ReturnType<typeof readTruth>>;

async function readTruth() {
  const { boards } = await person.does('GET /api/boards');
  const requests = await person.does('GET /api/requests');
  const feed = await readPages(flattened(feedNow()).length, (query) => person.does('GET /api/activities', { query }));
  const boardsById = await Promise.all(
    boards.map(async ({ id: boardId }) => {
      const params = { boardId };
      const board = await person.does('GET /api/boards/:boardId', { params });
      const depth = flattened(listNow(boardId)).length;
      const activities = await readPages(depth, (query) => person.does('GET /api/boards/:boardId/activities', { params, query }));
      return [boardId, { ...board, activities }] as const;
    }),
  );
  return { boards, requests, feed, opened: new Map(boardsById) };
}

const feedNow = () => client.getQueryData(feedQuery.queryKey);
const listNow = (boardId: string) => client.getQueryData(boardActivitiesQuery(boardId).queryKey);

/** Some pages further than the caches reach now. */
async function readPages<A>(
  reached: number,
  read: (query: Record<string, string>) => Promise<{ activities: A[]; next: string | number | null }>,
): Promise<A[]> {
  const all: A[] = [];
  for (let before: string | number | null | undefined; before !== null && all.length < reached + 100; ) {
    const { activities, next } = await read(before === undefined ? {} : { before: String(before) });
    all.push(...activities);
    before = next;
  }
  return all;
}

function* differencesFrom(truth: Truth): Generator<string> {
  const cards = client.getQueryData(boardsQuery.queryKey) ?? [];
  yield* difference('boards', byId(cards.map((card) => unread(withTime(card, truth.boards)))), byId(truth.boards.map(unread)));
  yield* difference('requests', client.getQueryData(requestsQuery.queryKey), truth.requests);
  yield* difference('pending requests', client.getQueryData(pendingRequestsQuery.queryKey), truth.requests.pendingCount);
  yield* listDifference('feed', flattened(feedNow()), truth.feed, ({ loggedAt }) => loggedAt);
  for (const boardId of opened.keys()) {
    const mine = client.getQueryData(boardQuery(boardId).queryKey);
    const theirs = truth.opened.get(boardId);
    if (!mine || !theirs) {
      if (mine || theirs) yield `board ${boardId}: ${mine ? 'there' : 'missing'}, on the server ${theirs ? 'there' : 'missing'}`;
      continue;
    }
    yield* difference(`board ${boardId}`, mine.board, theirs.board);
    yield* difference(`members of ${boardId}`, mine.members, theirs.members);
    yield* difference(`actions of ${boardId}`, mine.actions, theirs.actions);
    const revisionOf = ({ revision }: { revision: number }) => revision;
    yield* listDifference(`newest of ${boardId}`, mine.activities.activities, theirs.activities, revisionOf);
    yield* listDifference(`activities of ${boardId}`, flattened(listNow(boardId)), theirs.activities, revisionOf);
  }
}

/** What was logged last may be gone with the account that logged it, and no change tells: a card may keep the later time until it is read again. */
function withTime(card: BoardCard, boards: readonly BoardCard[]): BoardCard {
  const lastActivityAt = boards.find(({ id }) => id === card.id)?.lastActivityAt ?? 0;
  return card.lastActivityAt > lastActivityAt ? { ...card, lastActivityAt } : card;
}

/** What a person has seen of a board no change tells: a log of their own moves the cursor, and a look the app notes. */
function unread({ seen: _seen, hasNews: _hasNews, ...card }: BoardCard): BoardCard {
  return card;
}

function byId<T extends { id: string }>(all: readonly T[]): T[] {
  return all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function* difference(what: string, mine: unknown, theirs: unknown): Generator<string> {
  if (isDeepStrictEqual(mine, theirs)) return;
  const linesOf = (value: unknown) => inspect(value, { depth: 9, sorted: true }).split('\n');
  const [ours, its] = [linesOf(mine), linesOf(theirs)];
  const parting = Math.max(ours.findIndex((line, index) => line !== its[index]) - 2, 0);
  yield `${what}: ${ours.slice(parting, parting + 6).join()} ≠ ${its.slice(parting, parting + 6).join()}`;
}

/** As far down as it was read: the same, newest first. Those of one moment may stand in any order, and end a page anywhere. */
function* listDifference<A extends { id: string }>(
  what: string,
  mine: readonly A[],
  theirs: readonly A[],
  placeOf: (activity: A) => number,
): Generator<string> {
  if (mine.length < Math.min(30, theirs.length)) yield `${what}: ${mine.length} of ${theirs.length}`;
  for (let index = 1; index < mine.length; index += 1) {
    const [above, below] = [mine[index - 1], mine[index]];
    if (above && below && placeOf(above) < placeOf(below)) yield `${what}: ${below.id} stands below an older one`;
  }
  const last = mine.at(-1);
  const end = last ? placeOf(last) : Infinity;
  const above = (all: readonly A[]) => byId(all.filter((activity) => placeOf(activity) > end));
  const [ours, right] = [above(mine), above(theirs)];
  const rightIds = new Set(right.map(({ id }) => id));
  const missing = right.filter(({ id }) => !ours.some((activity) => activity.id === id)).length;
  const more = ours.filter(({ id }) => !rightIds.has(id)).length;
  if (missing + more > 0) yield `${what}: ${missing} missing, ${more} too many`;
  else {
    const index = ours.findIndex((activity, place) => !isDeepStrictEqual(activity, right[place]));
    if (index >= 0) yield* difference(`${what}, one`, ours[index], right[index]);
  }
}
