/** Performs what `connection.ts` decides: the one live stream of this browser, held by one of its tabs. */
import { useSyncExternalStore } from 'react';
import type { UserId } from '#shared/ids';
import type { LiveEvent, LiveEventType } from '#shared/live-events';
import { api } from '#client/api/api.ts';
import { unanswered } from '#client/api/api.ts';
import { backoff } from '#client/api/backoff.ts';
import { announceSessionEnd, sessionOver } from '#client/api/session.ts';
import { ingestEvent } from '#client/sync/replica/live-events.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { presence } from '#client/sync/replica/presence.ts';
import { reduce } from './connection.ts';
import { initialState, type StreamEffect, type StreamEvent, type TimerName } from './connection-state.ts';
import { type Browser, type Connection, joinTabs, type Tabs } from './tab-leader.ts';

export interface Live {
  /** Opens the stream of this person, or follows the tab that has it, until `stop`. */
  start(userId: UserId): void;
  stop(): void;
  /** A call got no answer: has the tab with the stream ask whether the server is there. */
  probe(): void;
  connection(): Connection;
  subscribe(listener: () => void): () => void;
}

interface LiveParts {
  openStream(): EventSource;
  /** The person whose session the browser has; null without one. Throws `Unreachable` when the server cannot be asked. */
  askWhoIsSignedIn(): Promise<UserId | null>;
  handle(event: LiveEvent): void;
  /** Undefined where tabs cannot communicate: then each has a stream of its own. */
  browser?: Browser | undefined;
}

/** Whatever is not listened for by its name never arrives. */
const listened: Record<LiveEventType, true> = {
  hello: true,
  change: true,
  joined: true,
  gone: true,
  requests: true,
  proposals: true,
  owed: true,
  presence: true,
  account: true,
  notice: true,
  favourites: true,
  readings: true,
  bye: true,
};
const eventTypes = Object.keys(listened) as LiveEventType[];
/** Until a browser that says that it is offline, though the server answers, is doubted again. */
const stillOfflineMs = 10_000;

export function createLive({ openStream, askWhoIsSignedIn, handle, browser }: LiveParts): Live {
  let state = initialState(browser !== undefined);
  let tabs: Tabs | null = null;
  let stream: EventSource | null = null;
  const timers = new Map<TimerName, ReturnType<typeof setTimeout>>();
  const observers = new Set<() => void>();
  const events: StreamEvent[] = [];
  const effects: StreamEffect[] = [];
  let isBusy = false;

  /** An effect can dispatch another event, which waits until all effects of this one are done. */
  function dispatch(event: StreamEvent): void {
    events.push(event);
    if (isBusy) return;
    isBusy = true;
    try {
      for (;;) {
        const effect = effects.shift();
        if (effect) {
          perform(effect);
          continue;
        }
        const next = events.shift();
        if (!next) break;
        const transition = reduce(state, next, { now: Date.now(), chance: Math.random() });
        state = transition.state;
        effects.push(...transition.effects);
      }
    } finally {
      isBusy = false;
    }
  }

  function perform(effect: StreamEffect): void {
    switch (effect.do) {
      case 'join':
        tabs = join(effect.userId);
        return;
      case 'leave':
        tabs?.leave();
        tabs = null;
        return;
      case 'watchPage':
        return watchPage();
      case 'unwatchPage':
        return unwatchPage();
      case 'openStream':
        stream = followStream(effect.stream);
        return;
      case 'closeStream':
        stream?.close();
        stream = null;
        return;
      case 'startTimer': {
        const { timer, wait } = effect;
        clearTimeout(timers.get(timer));
        const ms = typeof wait === 'number' ? wait : backoff(wait.failures);
        timers.set(
          timer,
          setTimeout(() => dispatch({ type: 'elapsed', timer }), ms),
        );
        return;
      }
      case 'stopTimer':
        clearTimeout(timers.get(effect.timer));
        return;
      case 'tell':
        tabs?.tell(effect.news);
        return;
      case 'ask':
        tabs?.ask();
        return;
      case 'askToProbe':
        tabs?.probe();
        return;
      case 'readSession':
        return void readSession(effect.expected);
      case 'probe':
        return void probe(effect.id);
      case 'handle':
        return handle(effect.event);
      case 'forgetPresence':
        return presence.clear();
      case 'announceSessionEnd':
        return announceSessionEnd();
      case 'notify':
        for (const observer of [...observers]) observer();
        return;
      default:
        effect satisfies never;
    }
  }

  function join(userId: UserId): Tabs | null {
    if (!browser) return null;
    return joinTabs(`ou-la-la-live-${userId}`, browser, {
      lead: () => dispatch({ type: 'leads' }),
      follow: () => dispatch({ type: 'follows' }),
      onNews: (news) => dispatch({ type: 'news', news }),
      answer: (by) => dispatch({ type: 'asked', by }),
      probe: () => dispatch({ type: 'probeRequested' }),
    });
  }

  function followStream(number: number): EventSource {
    const opened = openStream();
    const moment = () => ({ stream: number, offline: isOffline() });
    opened.addEventListener('open', () => dispatch({ type: 'opened', ...moment() }));
    opened.addEventListener('beat', () => dispatch({ type: 'beat', ...moment() }));
    opened.addEventListener('error', () => dispatch({ type: 'failed', stream: number }));
    for (const type of eventTypes) {
      opened.addEventListener(type, ({ data }: MessageEvent<string>) => {
        dispatch({ type: 'told', ...moment(), event: { type, ...JSON.parse(data) } as LiveEvent });
      });
    }
    return opened;
  }

  async function readSession(expected: UserId): Promise<void> {
    // Undefined: nobody could say.
    const actual = await askWhoIsSignedIn().catch(() => undefined);
    dispatch({ type: 'sessionRead', expected, actual });
  }

  async function probe(id: number): Promise<void> {
    const isAnswered = await askWhoIsSignedIn().then(
      () => true,
      // No answer is what was asked for, too.
      () => false,
    );
    dispatch({ type: 'probed', id, isAnswered });
    // The network may go a moment after the browser says so: then this was the last answer.
    if (isAnswered && isOffline()) setTimeout(requestProbe, stillOfflineMs);
  }

  const retryNow = () => dispatch({ type: 'retryNow' });
  const requestProbe = () => dispatch({ type: 'probeRequested' });
  const rest = () => dispatch({ type: 'rested' });
  const wake = () => dispatch({ type: 'woken' });
  const noteVisibility = () => dispatch({ type: isHidden() ? 'hidden' : 'seen' });

  function watchPage(): void {
    addEventListener('online', retryNow);
    addEventListener('offline', requestProbe);
    addEventListener('pagehide', rest);
    addEventListener('pageshow', wake);
    document.addEventListener('freeze', rest);
    document.addEventListener('resume', wake);
    document.addEventListener('visibilitychange', noteVisibility);
  }

  function unwatchPage(): void {
    removeEventListener('online', retryNow);
    removeEventListener('offline', requestProbe);
    removeEventListener('pagehide', rest);
    removeEventListener('pageshow', wake);
    document.removeEventListener('freeze', rest);
    document.removeEventListener('resume', wake);
    document.removeEventListener('visibilitychange', noteVisibility);
  }

  // Signing out closes the stream before the server's `bye` can arrive.
  sessionOver.listen(({ reason }) => {
    if (reason === 'signed_out') dispatch({ type: 'signedOut' });
  });

  return {
    start: (userId) => dispatch({ type: 'started', userId, isHidden: isHidden() }),
    stop: () => dispatch({ type: 'stopped' }),
    probe: requestProbe,
    connection: () => state.connection,
    subscribe(observer) {
      observers.add(observer);
      return () => observers.delete(observer);
    },
  };
}

function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}

function isOffline(): boolean {
  return 'navigator' in globalThis && 'onLine' in navigator && !navigator.onLine;
}

export const live = createLive({
  openStream: () => new EventSource('/api/live'),
  askWhoIsSignedIn: async () => (await api('GET /api/session')).user?.id ?? null,
  handle: (event) => ingestEvent(queryClient, event),
  browser: browserOfThisPage(),
});
unanswered.listen(live.probe);

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
