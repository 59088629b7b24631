import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Account } from '#shared/accounts';
import type { LiveEvent, LiveEventType } from '#shared/live-events';
import { sessionOf, sessionQuery } from '#client/accounts/session-queries.ts';
import { api } from '#client/api/api.ts';
import { announceSessionEnd, sessionOver, unanswered } from '#client/api/signals.ts';
import { pendingRequestsQuery, requestsQuery } from '#client/requests/request-queries.ts';
import { compareRevisions, loseBoard, receive, refetchLists } from '#client/sync/cache/ingest.ts';
import { queryClient } from '#client/sync/cache/query-client.ts';
import { memoryOf } from '#client/sync/cache/state.ts';
import { presence } from '#client/sync/presence.ts';
import { type Browser, type Connection, greetingAfter, type Hello, joinTabs, type News, type Tabs } from './tab-leader.ts';

export interface Live {
  /** Opens the stream of this person, or follows the tab that has it, until `stop`. */
  start(userId: string): void;
  stop(): void;
  /** Something got no answer: whether the server is there is asked, in the tab that has the stream. */
  doubt(): void;
  connection(): Connection;
  subscribe(listener: () => void): () => void;
}

interface LiveParts {
  openStream(): EventSource;
  /** Whose session the browser has; null without one. Throws `Unreachable` when the server cannot be asked. */
  askWhoIsSignedIn(): Promise<string | null>;
  handle(event: LiveEvent): void;
  /** Undefined where tabs cannot know of each other: then each has a stream of its own. */
  browser?: Browser | undefined;
}

const lostAfterMs = 1500;
// For a question put because of a doubt: longer, as it may be the first for a while on a slow network.
const doubtedMs = 3000;
// The server sends `beat` every 20 s.
const silentAfterMs = 45_000;
/** For so long a stream that was one too many does not come back for other tabs' sake. */
const asideMs = 30_000;
const leaderSilentAfterMs = 25_000;
const shortestWaitMs = 1000;
const longestWaitMs = 15_000;

const eventTypes = [
  'hello',
  'change',
  'joined',
  'gone',
  'requests',
  'presence',
  'account',
  'bye',
] as const satisfies readonly LiveEventType[];

export function createLive({ openStream, askWhoIsSignedIn, handle, browser }: LiveParts): Live {
  let userId: string | null = null;
  let tabs: Tabs | null = null;
  /** Whether the stream is this tab's to hold. */
  let leads = false;
  let stream: EventSource | null = null;
  let opened = false;
  /** Of a stream that looks open while calls get no answer, until it speaks or is no more. */
  let doubt: symbol | null = null;
  /** What the stream has told, for a tab that comes later: undefined before its greeting. */
  let greeting: Hello | null | undefined;
  /** When the server ended this tab's stream, since the person has too many. It comes back when somebody looks at a tab. */
  let setAsideAt: number | null = null;
  let failures = 0;
  let lastHeard = 0;
  let connection: Connection = 'connecting';
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  const watchers = new Set<() => void>();

  // Whoever signs out closes the stream before the server can say good-bye on it.
  sessionOver.listen(({ reason }) => {
    if (reason === 'signed_out') tell({ event: sessionEnded });
  });

  function setConnection(next: Connection): void {
    if (connection === next) return;
    connection = next;
    tell();
    for (const watcher of [...watchers]) watcher();
  }

  function tell(news: Omit<News, 'connection'> = {}): void {
    tabs?.tell({ connection, ...news });
  }

  function enter(name: string): void {
    if (browser) {
      tabs = joinTabs(`ou-la-la-live-${name}`, browser, { lead, follow, hear, answer, doubt: doubtConnection });
      expectNews();
    } else lead();
  }

  function lead(): void {
    leads = true;
    failures = 0;
    open();
  }

  function follow(): void {
    leads = false;
    close();
    forgetLoss();
    expectNews();
  }

  function hear({ connection: next, event }: News): void {
    expectNews();
    setConnection(next);
    if (event) take(event);
  }

  function expectNews(): void {
    keepHearing(leaderSilentAfterMs, () => {
      tabs?.ask();
      expectNews();
    });
  }

  function answer(to: string | undefined): void {
    // Coming and going boards change more than a revision, and of the account is only said that it changed.
    if (!isSetAside() && (!stream || greeting === null)) open();
    tell({ to, ...(greeting && { event: greeting }) });
  }

  function open(): void {
    close();
    setAsideAt = null;
    const mine = openStream();
    stream = mine;
    lostTimer ??= setTimeout(() => setConnection('lost'), lostAfterMs);
    const heard = () => {
      if (stream !== mine) return false;
      keepHearing(silentAfterMs, () => lose(0));
      // In a browser that calls itself offline, what still comes is what had come already.
      if (!isOffline()) doubt = null;
      if (opened && doubt === null) setConnection('live');
      return true;
    };
    heard();
    mine.addEventListener('open', () => {
      if (!heard()) return;
      opened = true;
      forgetLoss();
      setConnection('live');
    });
    mine.addEventListener('beat', () => {
      if (heard()) tell();
    });
    mine.addEventListener('error', () => {
      if (stream === mine) lose(waitMs());
    });
    for (const type of eventTypes) {
      mine.addEventListener(type, ({ data }: MessageEvent<string>) => {
        if (!heard()) return;
        const event = { type, ...JSON.parse(data) } as LiveEvent;
        greeting = greetingAfter(greeting ?? null, event);
        tell({ event });
        take(event);
      });
    }
  }

  function take(event: LiveEvent): void {
    // Only a greeting proves the stream: one that is accepted and cut again at once must not be retried in a hurry.
    if (event.type === 'hello') failures = 0;
    handle(event);
    if (event.type !== 'bye') return;
    if (event.reason === 'session_ended') stop();
    else if (event.reason === 'too_many_streams') putAside();
    else if (stream) lose(200 + Math.random() * 2000);
  }

  function putAside(): void {
    if (!stream) return;
    close();
    setAsideAt = Date.now();
    setConnection('lost');
  }

  /** Not for ever: the tab that asks may be one that is looked at. */
  function isSetAside(): boolean {
    return setAsideAt !== null && Date.now() - setAsideAt < asideMs;
  }

  /** The stream is no more: another one in `wait` milliseconds. */
  function lose(wait: number): void {
    const refused = !opened;
    close();
    failures += 1;
    lostTimer ??= setTimeout(() => setConnection('lost'), lostAfterMs);
    retryTimer = setTimeout(() => void reopen(refused), wait);
  }

  /** An EventSource does not say why it failed: a stream that never opened may mean that the session is over. */
  async function reopen(refused: boolean): Promise<void> {
    const expected = userId;
    const isSettled = () => userId !== expected || !leads || stream !== null;
    if (refused) {
      try {
        const actual = await askWhoIsSignedIn();
        if (isSettled()) return;
        if (actual !== expected) {
          tell({ event: sessionEnded });
          stop();
          announceSessionEnd();
          return;
        }
      } catch {
        if (!isSettled()) lose(waitMs());
        return;
      }
    }
    if (userId !== null && !isSettled()) open();
  }

  function doubtConnection(): void {
    if (!leads) tabs?.doubt();
    // One that is not open is being opened by all means.
    else if (opened && doubt === null) void settleDoubt();
  }

  /** In a dead zone a stream looks open until its silence is noticed. A browser that says so may be wrong: whoever gets an answer is connected. */
  async function settleDoubt(): Promise<void> {
    const mine = Symbol('doubt');
    doubt = mine;
    const verdict = setTimeout(() => {
      if (doubt !== mine) return;
      setConnection('lost');
      // One that speaks still would say that all is well; the next one proves it.
      lose(waitMs());
    }, doubtedMs);
    for (let tries = 0; doubt === mine; tries += 1) {
      try {
        await askWhoIsSignedIn();
        if (doubt !== mine) break;
        doubt = null;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, waitMs(tries)));
      }
    }
    clearTimeout(verdict);
  }

  function waitMs(tries = failures): number {
    return Math.min(longestWaitMs, shortestWaitMs * 2 ** tries) * (0.5 + Math.random() / 2);
  }

  function keepHearing(silentAfter: number, onSilence: () => void): void {
    lastHeard = Date.now();
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(onSilence, silentAfter);
  }

  function close(): void {
    clearTimeout(retryTimer);
    clearTimeout(silenceTimer);
    stream?.close();
    stream = null;
    opened = false;
    doubt = null;
    greeting = undefined;
  }

  function forgetLoss(): void {
    clearTimeout(lostTimer);
    lostTimer = undefined;
  }

  function hurry(): void {
    if (userId === null) return;
    // A phone that slept can hold a dead stream that looks open.
    const asleep = Date.now() - lastHeard > silentAfterMs;
    if (leads && (!stream || asleep || doubt)) open();
    else if (tabs) tabs.ask();
    else if (!leads) enter(userId);
  }

  function hurryWhenSeen(): void {
    if (document.visibilityState === 'visible') hurry();
  }

  /** The page is put away, perhaps to be shown again as it is: the others need not wait for it. */
  function rest(): void {
    leads = false;
    tabs?.leave();
    tabs = null;
    close();
    forgetLoss();
  }

  function wake(): void {
    if (userId !== null && !leads && !tabs) enter(userId);
  }

  function stop(): void {
    if (userId === null) return;
    userId = null;
    rest();
    removeEventListener('online', hurry);
    removeEventListener('offline', doubtConnection);
    removeEventListener('pagehide', rest);
    removeEventListener('pageshow', wake);
    document.removeEventListener('freeze', rest);
    document.removeEventListener('resume', wake);
    document.removeEventListener('visibilitychange', hurryWhenSeen);
    presence.clear();
    setConnection('connecting');
  }

  return {
    start(id) {
      if (userId === id) return;
      stop();
      userId = id;
      addEventListener('online', hurry);
      addEventListener('offline', doubtConnection);
      addEventListener('pagehide', rest);
      addEventListener('pageshow', wake);
      document.addEventListener('freeze', rest);
      document.addEventListener('resume', wake);
      document.addEventListener('visibilitychange', hurryWhenSeen);
      enter(id);
    },
    stop,
    doubt: doubtConnection,
    connection: () => connection,
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

function isOffline(): boolean {
  return 'navigator' in globalThis && 'onLine' in navigator && !navigator.onLine;
}

const sessionEnded = { type: 'bye', reason: 'session_ended' } as const;

/** What each event does to the caches. */
export function handleLiveEvent(client: QueryClient, event: LiveEvent): void {
  switch (event.type) {
    case 'hello':
      presence.reset(event.online);
      // Not taken from here: another tab's greeting may be older than what this tab has read.
      if (!isSame(sessionOf(client), event.account)) void refreshAccount(client);
      client.setQueryData(pendingRequestsQuery.queryKey, event.pendingRequests);
      void client.invalidateQueries({ queryKey: requestsQuery.queryKey });
      // Whoever looks at one may have been let in meanwhile. One that is not there stays so, and its page must not flicker.
      void client.invalidateQueries({ queryKey: ['invitation'], predicate: ({ state }) => state.data !== undefined });
      void compareRevisions(client, event.boards);
      return;
    case 'change': {
      const { type: _, ...change } = event;
      receive(client, change);
      return;
    }
    case 'joined':
      memoryOf(client).leaving.delete(event.boardId);
      void client.invalidateQueries({ queryKey: ['invitation', event.boardId] });
      void client.invalidateQueries({ queryKey: ['board', event.boardId] });
      refetchLists(client);
      return;
    case 'gone':
      loseBoard(client, event.boardId, event.reason);
      return;
    case 'requests':
      client.setQueryData(pendingRequestsQuery.queryKey, event.pendingRequests);
      void client.invalidateQueries({ queryKey: requestsQuery.queryKey });
      return;
    case 'bye':
      if (event.reason === 'session_ended') announceSessionEnd();
      return;
    case 'presence':
      presence.move(event.online, event.offline);
      return;
    case 'account':
      void refreshAccount(client);
      return;
    default:
      event satisfies never;
  }
}

function isSame(one: Account | null, other: Account): boolean {
  return replaceEqualDeep(one, other) === one;
}

let accountReads = 0;

async function refreshAccount(client: QueryClient): Promise<void> {
  accountReads += 1;
  const mine = accountReads;
  try {
    const { user } = await api('GET /api/session');
    // A later reading is newer, though its reply may have been quicker.
    if (mine !== accountReads) return;
    // That nobody, or somebody else, is signed in now is for the stream to say.
    if (user && user.id === sessionOf(client)?.id) client.setQueryData(sessionQuery.queryKey, user);
  } catch {
    // The next greeting asks again.
  }
}

export const live = createLive({
  openStream: () => new EventSource('/api/live'),
  askWhoIsSignedIn: async () => (await api('GET /api/session')).user?.id ?? null,
  handle: (event) => handleLiveEvent(queryClient, event),
  browser: browserOfThisPage(),
});
unanswered.listen(live.doubt);

function browserOfThisPage(): Browser | undefined {
  if (!('BroadcastChannel' in globalThis && globalThis.navigator?.locks)) return undefined;
  return {
    locks: navigator.locks,
    openChannel: (name) => new BroadcastChannel(name),
    isVisible: () => document.visibilityState === 'visible',
  };
}

/** Whether changes of others arrive at once. */
export function useConnection(): Connection {
  return useSyncExternalStore(live.subscribe, live.connection);
}
