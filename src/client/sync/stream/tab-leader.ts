/**
 * One of the tabs of a browser that show the same person has the lead: it holds the live stream and hands on what comes.
 * The browser decides by a Web Lock, which is free again the moment the leader's tab is closed or crashes.
 */
import type { LiveEvent } from '#shared/live-events';

/** `lost` only after 1.5 s without a stream: shorter breaks are not shown. */
export type Connection = 'connecting' | 'live' | 'lost';

/** The browser's means for it. Over plain http from another machine there are none, and each tab is alone. */
export interface Browser {
  locks: Pick<LockManager, 'request'>;
  openChannel(name: string): BroadcastChannel;
  isVisible(): boolean;
}

/** What the leader says; without an event, only that it is there. */
export interface News {
  connection: Connection;
  event?: LiveEvent;
  /** Only for the tab that asked. */
  to?: string | undefined;
}

interface Part {
  /** This tab is the leader from now on. */
  lead(): void;
  /** Another tab took the lead, because this one had not answered. */
  follow(): void;
  /** The leader sent something. */
  onNews(news: News): void;
  /** A tab asks the leader for the current state; without its name, the answer goes to all. */
  answer(asker: string | undefined): void;
  /** A tab that follows asks whether the server is there. */
  probe(): void;
}

export interface Tabs {
  /** Sends to the followers; does nothing unless this tab leads. */
  tell(news: News): void;
  /** Asks the leader for the current state. If it is silent for 1.5 s (phones freeze tabs) and this tab is visible, this tab takes the lead. */
  ask(): void;
  /** Has the leader ask whether the server is there. */
  probe(): void;
  leave(): void;
}

export type Hello = Extract<LiveEvent, { type: 'hello' }>;

const patienceMs = 1500;
/** Stays for tabs of older versions. */
const probeMessage = 'doubt';

export function joinTabs(name: string, { locks, openChannel, isVisible }: Browser, part: Part): Tabs {
  const me = Math.random().toString(36);
  const channel = openChannel(name);
  let queueing = new AbortController();
  /** Gives the lead away; null unless this tab has it. */
  let release: (() => void) | null = null;
  let left = false;
  let patience: ReturnType<typeof setTimeout> | undefined;

  channel.addEventListener('message', ({ data }: MessageEvent<News | { from: string | undefined } | typeof probeMessage>) => {
    if (left) return;
    if (data === probeMessage) {
      if (release) part.probe();
      return;
    }
    if ('from' in data) {
      if (release) part.answer(data.from);
      return;
    }
    // From a former leader that has not noticed yet.
    if (release) return;
    clearTimeout(patience);
    if (data.to === undefined || data.to === me) part.onNews(data);
  });

  async function request(options: LockOptions): Promise<void> {
    let mine: (() => void) | null = null;
    try {
      await locks.request(name, options, () => {
        if (left) return undefined;
        clearTimeout(patience);
        const held = new Promise<void>((resolve) => {
          mine = resolve;
        });
        release = mine;
        part.lead();
        return held;
      });
    } catch (error) {
      if (left) return;
      if (mine !== null && mine === release) {
        release = null;
        part.follow();
        queue();
        // Its last messages as a leader may have been out of date, so the new leader is asked to inform all tabs again.
        ask({ from: undefined });
      } else if ((error as Error).name !== 'AbortError') {
        // Locks are forbidden for this page, so it works alone.
        release = () => undefined;
        part.lead();
      }
    }
  }

  function queue(): void {
    queueing.abort();
    queueing = new AbortController();
    void request({ signal: queueing.signal });
  }

  function steal(): void {
    queueing.abort();
    void request({ steal: true });
  }

  function ask(question: { from: string | undefined } = { from: me }): void {
    if (release) return;
    channel.postMessage(question);
    clearTimeout(patience);
    patience = setTimeout(() => {
      if (isVisible()) steal();
    }, patienceMs);
  }

  queue();
  ask();
  return {
    tell(news) {
      if (release) channel.postMessage(news);
    },
    ask: () => ask(),
    probe: () => channel.postMessage(probeMessage),
    leave() {
      left = true;
      clearTimeout(patience);
      queueing.abort();
      release?.();
      release = null;
      channel.close();
    },
  };
}

/** The greeting updated by an event, so that it says what the server would say now: null when only the server knows. */
export function greetingAfter(greeting: Hello | null, event: LiveEvent): Hello | null {
  if (event.type === 'hello') return event;
  if (greeting === null) return null;
  switch (event.type) {
    case 'change': {
      const { boardId, revision } = event;
      // Whether it is news only the server knows.
      const { readings: _, ...known } = greeting;
      return { ...known, boards: { ...greeting.boards, [boardId]: Math.max(revision, greeting.boards[boardId] ?? 0) } };
    }
    case 'requests':
      return { ...greeting, pendingRequests: event.pendingRequests };
    case 'presence': {
      const online = new Set([...greeting.online, ...event.online]);
      for (const id of event.offline) online.delete(id);
      return { ...greeting, online: [...online] };
    }
    case 'readings': {
      const { readings: _, ...known } = greeting;
      return known;
    }
    case 'notice':
    case 'proposals':
    case 'owed':
    case 'favourites':
      return greeting;
    case 'account':
    case 'joined':
    case 'gone':
    case 'bye':
      return null;
    default:
      event satisfies never;
      return null;
  }
}
