import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { LiveEvent, LiveEventType } from '#shared/live-events';
import { api } from './api.ts';
import { compareRevisions, loseBoard, receive, refetchLists } from './live-cache.ts';
import { memoryOf } from './live-memory.ts';
import { queryClient } from './query-client.ts';
import { pendingRequestsQuery, requestsQuery } from './requests/request-queries.ts';
import { announceSessionEnd } from './signals.ts';

/** `lost` after 1.5 s without a stream: a short break is nobody's concern. */
export type Connection = 'connecting' | 'live' | 'lost';

export interface Live {
  /** Opens the stream of this person and keeps it open until `stop`. */
  start(userId: string): void;
  stop(): void;
  connection(): Connection;
  subscribe(listener: () => void): () => void;
}

interface LiveParts {
  openStream(): EventSource;
  /** Whose session the browser has; null without one. Throws `Unreachable` when the server cannot be asked. */
  askWhoIsSignedIn(): Promise<string | null>;
  handle(event: LiveEvent): void;
}

const lostAfterMs = 1500;
// The server sends `beat` every 20 s.
const silentAfterMs = 45_000;
const shortestWaitMs = 1000;
const longestWaitMs = 15_000;

const eventTypes = ['hello', 'change', 'joined', 'gone', 'requests', 'bye'] as const satisfies readonly LiveEventType[];

export function createLive({ openStream, askWhoIsSignedIn, handle }: LiveParts): Live {
  let userId: string | null = null;
  let stream: EventSource | null = null;
  let opened = false;
  let failures = 0;
  let lastHeard = 0;
  let connection: Connection = 'connecting';
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  const watchers = new Set<() => void>();

  function setConnection(next: Connection): void {
    if (connection === next) return;
    connection = next;
    for (const watcher of [...watchers]) watcher();
  }

  function open(): void {
    close();
    const mine = openStream();
    stream = mine;
    lostTimer ??= setTimeout(() => setConnection('lost'), lostAfterMs);
    const heard = () => {
      if (stream !== mine) return false;
      lastHeard = Date.now();
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(() => lose(0), silentAfterMs);
      return true;
    };
    heard();
    mine.addEventListener('open', () => {
      if (!heard()) return;
      opened = true;
      clearTimeout(lostTimer);
      lostTimer = undefined;
      setConnection('live');
    });
    mine.addEventListener('beat', heard);
    mine.addEventListener('error', () => {
      if (stream === mine) lose(waitMs());
    });
    for (const type of eventTypes) {
      mine.addEventListener(type, ({ data }: MessageEvent<string>) => {
        if (!heard()) return;
        receiveEvent({ type, ...JSON.parse(data) } as LiveEvent);
      });
    }
  }

  function receiveEvent(event: LiveEvent): void {
    // Only a greeting proves the stream: one that is accepted and cut again at once must not be retried in a hurry.
    if (event.type === 'hello') failures = 0;
    handle(event);
    if (event.type !== 'bye') return;
    if (event.reason === 'session_ended') stop();
    else lose(200 + Math.random() * 2000);
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
    if (refused) {
      try {
        const actual = await askWhoIsSignedIn();
        if (userId !== expected || stream) return;
        if (actual !== expected) {
          stop();
          announceSessionEnd();
          return;
        }
      } catch {
        if (userId !== expected || stream) return;
        lose(waitMs());
        return;
      }
    }
    if (userId !== null && !stream) open();
  }

  function waitMs(): number {
    return Math.min(longestWaitMs, shortestWaitMs * 2 ** failures) * (0.5 + Math.random() / 2);
  }

  function close(): void {
    clearTimeout(retryTimer);
    clearTimeout(silenceTimer);
    stream?.close();
    stream = null;
    opened = false;
  }

  function hurry(): void {
    if (userId === null) return;
    // A phone that slept can hold a dead stream that looks open.
    const asleep = Date.now() - lastHeard > silentAfterMs;
    if (!stream || asleep) open();
  }

  function hurryWhenSeen(): void {
    if (document.visibilityState === 'visible') hurry();
  }

  function stop(): void {
    if (userId === null) return;
    userId = null;
    close();
    clearTimeout(lostTimer);
    lostTimer = undefined;
    removeEventListener('online', hurry);
    document.removeEventListener('visibilitychange', hurryWhenSeen);
    setConnection('connecting');
  }

  return {
    start(id) {
      if (userId === id) return;
      stop();
      userId = id;
      failures = 0;
      addEventListener('online', hurry);
      document.addEventListener('visibilitychange', hurryWhenSeen);
      open();
    },
    stop,
    connection: () => connection,
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** What each event does to the caches. */
export function handleLiveEvent(client: QueryClient, event: LiveEvent): void {
  switch (event.type) {
    case 'hello':
      client.setQueryData(pendingRequestsQuery.queryKey, event.pendingRequests);
      void client.invalidateQueries({ queryKey: requestsQuery.queryKey });
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
    case 'account':
      return;
    default:
      event satisfies never;
  }
}

export const live = createLive({
  openStream: () => new EventSource('/api/live'),
  askWhoIsSignedIn: async () => (await api('GET /api/session')).user?.id ?? null,
  handle: (event) => handleLiveEvent(queryClient, event),
});

/** Whether changes of others arrive at once. */
export function useConnection(): Connection {
  return useSyncExternalStore(live.subscribe, live.connection);
}
