/** One browser with several tabs, and a server with one board list, for the tests of the live stream. Time is that of the fake timers. */
import type { Account } from '#shared/accounts';
import type { LiveEvent } from '#shared/live-events';
import { createLive, type Live } from '#client/sync/stream/live.ts';
import type { Browser } from '#client/sync/stream/tab-leader.ts';

/** What the server knows and what each tab was told of it. */
interface Known {
  boards: Map<string, number>;
  pendingRequests: number;
  avatar: string;
}

export interface Tab {
  live: Live;
  known: Known;
  heard: LiveEvent[];
  /** `frozen`: the browser runs nothing of it, and keeps what comes. `crashed`: for good. */
  state: 'awake' | 'frozen' | 'crashed' | 'closed';
  visible: boolean;
}

export class BrowserModel {
  readonly tabs: Tab[] = [];
  readonly truth: Known = { boards: new Map([['first', 1]]), pendingRequests: 0, avatar: '🧑' };
  signedIn: string | null = 'lea';
  reachable = true;
  /** How many streams were opened in all. */
  opened = 0;
  /** Board → its latest revision, kept after the board is left: it comes back where it was. */
  readonly #revisions = new Map<string, number>();
  readonly #mail = new Map<Tab, (() => void)[]>();
  readonly #streams = new Map<Stream, Tab>();
  readonly #channels = new Map<Channel, Tab>();
  readonly #locks = new Map<Tab, 'refused'>();
  #holder: Holder | null = null;
  #queue: Holder[] = [];
  readonly #beat = setInterval(() => this.#toStreams('beat', {}), 20_000);

  open({ withoutLocks = false } = {}): Tab {
    const known: Known = { boards: new Map(), pendingRequests: 0, avatar: this.truth.avatar };
    const tab: Tab = { live: undefined as unknown as Live, known, heard: [], state: 'awake', visible: true };
    this.#mail.set(tab, []);
    if (withoutLocks) this.#locks.set(tab, 'refused');
    tab.live = createLive({
      openStream: () => this.#openStream(tab),
      askWhoIsSignedIn: async () => {
        if (!this.reachable) throw new Error('unreachable');
        return this.signedIn;
      },
      handle: (event) => {
        tab.heard.push(event);
        this.#learn(known, event);
      },
      browser: this.#browserOf(tab),
    });
    this.tabs.push(tab);
    tab.live.start('lea');
    return tab;
  }

  close(tab: Tab): void {
    tab.live.stop();
    tab.state = 'closed';
  }

  crash(tab: Tab): void {
    tab.state = 'crashed';
    tab.visible = false;
    for (const [stream, owner] of this.#streams) if (owner === tab) this.#streams.delete(stream);
    for (const [channel, owner] of this.#channels) if (owner === tab) this.#channels.delete(channel);
    this.#queue = this.#queue.filter(({ tab: other }) => other !== tab);
    if (this.#holder?.tab === tab) this.#free();
  }

  freeze(tab: Tab): void {
    tab.state = 'frozen';
    tab.visible = false;
  }

  thaw(tab: Tab): void {
    tab.state = 'awake';
    tab.visible = true;
    this.#deliverMail(tab);
  }

  /** Streams of tabs that run: a frozen one may still hold one, which nobody reads. */
  streams(): Tab[] {
    return [...this.#streams.values()].filter(({ state }) => state === 'awake');
  }

  change(boardId: string): void {
    const after = this.truth.boards.get(boardId) ?? 0;
    this.#revisions.set(boardId, after + 1);
    this.#say({ type: 'change', boardId, after, revision: after + 1, complete: true, totalPoints: 0, scores: [], activities: [] });
  }

  join(boardId: string): void {
    const revision = this.#revisions.get(boardId) ?? 0;
    this.truth.boards.set(boardId, revision);
    this.#say({ type: 'joined', boardId });
  }

  leave(boardId: string): void {
    this.#say({ type: 'gone', boardId, reason: 'left' });
  }

  ask(): void {
    this.#say({ type: 'requests', pendingRequests: this.truth.pendingRequests + 1 });
  }

  /** The avatar is changed elsewhere. */
  dress(avatar: string): void {
    this.truth.avatar = avatar;
    this.#say({ type: 'account' });
  }

  /** The network goes for a moment. */
  cut(): void {
    for (const [stream, tab] of this.#streams) this.#post(tab, () => stream.dispatchEvent(new Event('error')));
    this.#streams.clear();
  }

  endSession(): void {
    this.signedIn = null;
    this.#toStreams('bye', { reason: 'session_ended' });
  }

  dispose(): void {
    clearInterval(this.#beat);
    for (const { live } of this.tabs) live.stop();
  }

  #say(event: LiveEvent): void {
    this.#learn(this.truth, event);
    const { type, ...data } = event;
    this.#toStreams(type, data);
  }

  #toStreams(type: string, data: unknown): void {
    for (const [stream, tab] of this.#streams) this.#post(tab, () => stream.say(type, data));
  }

  #learn(known: Known, event: LiveEvent): void {
    switch (event.type) {
      case 'hello':
        known.boards = new Map(Object.entries(event.boards).map(([id, revision]) => [id, Math.max(revision, known.boards.get(id) ?? 0)]));
        known.pendingRequests = event.pendingRequests;
        // Read, as it is now, where the greeting tells that it is not as known.
        if (event.account.avatar !== known.avatar) known.avatar = this.truth.avatar;
        return;
      case 'change':
        known.boards.set(event.boardId, Math.max(event.revision, known.boards.get(event.boardId) ?? 0));
        return;
      case 'joined': {
        // Fetched, as it is now; it can be gone again.
        const revision = this.truth.boards.get(event.boardId);
        if (revision !== undefined) known.boards.set(event.boardId, revision);
        return;
      }
      case 'gone':
        known.boards.delete(event.boardId);
        return;
      case 'requests':
        known.pendingRequests = event.pendingRequests;
        return;
      case 'account':
        known.avatar = this.truth.avatar;
        return;
      case 'favourites':
      case 'readings':
      case 'presence':
      case 'notice':
      case 'proposals':
      case 'owed':
      case 'bye':
        return;
      default:
        event satisfies never;
    }
  }

  #openStream(tab: Tab): EventSource {
    const stream = new Stream(() => this.#streams.delete(stream));
    if (tab.state === 'crashed') return stream as unknown as EventSource;
    this.opened += 1;
    if (this.signedIn === null || !this.reachable) {
      this.#post(tab, () => stream.dispatchEvent(new Event('error')));
      return stream as unknown as EventSource;
    }
    this.#streams.set(stream, tab);
    const { boards, pendingRequests, avatar } = this.truth;
    const greeting = { boards: Object.fromEntries(boards), pendingRequests, online: [], account: accountOf(avatar) };
    this.#post(tab, () => stream.dispatchEvent(new Event('open')));
    this.#post(tab, () => stream.say('hello', greeting));
    return stream as unknown as EventSource;
  }

  #browserOf(tab: Tab): Browser {
    const request = (_name: string, options: LockOptions, granted: () => Promise<void> | undefined) =>
      new Promise<void>((resolve, reject) => {
        if (tab.state === 'crashed') return;
        if (this.#locks.has(tab)) {
          reject(new DOMException('not here', 'SecurityError'));
          return;
        }
        const abort = () => reject(new DOMException('not any more', 'AbortError'));
        const holder: Holder = { tab, granted, resolve, reject: abort };
        options.signal?.addEventListener('abort', () => {
          if (!this.#queue.includes(holder)) return;
          this.#queue = this.#queue.filter((other) => other !== holder);
          abort();
        });
        if (options.steal) {
          const robbed = this.#holder;
          if (robbed) this.#post(robbed.tab, robbed.reject);
          this.#give(holder);
        } else {
          this.#queue.push(holder);
          if (!this.#holder) this.#free();
        }
      });
    return {
      locks: { request: request as unknown as LockManager['request'] },
      openChannel: () => {
        const channel = new Channel(
          (data) => this.#broadcast(tab, channel, data),
          () => this.#channels.delete(channel),
        );
        this.#channels.set(channel, tab);
        return channel as unknown as BroadcastChannel;
      },
      isVisible: () => tab.visible,
    };
  }

  #broadcast(from: Tab, sender: Channel, data: unknown): void {
    if (from.state !== 'awake') return;
    for (const [channel, tab] of this.#channels) {
      if (channel !== sender) this.#post(tab, () => channel.dispatchEvent(new MessageEvent('message', { data })));
    }
  }

  #give(holder: Holder): void {
    this.#holder = holder;
    this.#post(holder.tab, () => {
      void Promise.resolve(holder.granted()).then(() => {
        holder.resolve();
        if (this.#holder === holder) this.#free();
      });
    });
  }

  #free(): void {
    this.#holder = null;
    const next = this.#queue.shift();
    if (next) this.#give(next);
  }

  /** A task of that tab: run a little later, in order, and not while it is frozen. */
  #post(tab: Tab, task: () => void): void {
    this.#mail.get(tab)?.push(task);
    setTimeout(() => this.#deliverMail(tab), 1);
  }

  #deliverMail(tab: Tab): void {
    const mail = this.#mail.get(tab) ?? [];
    while (tab.state !== 'frozen' && mail.length > 0) {
      const task = mail.shift();
      if (tab.state !== 'crashed') task?.();
    }
  }
}

/** The account of Léa, wearing this. */
export function accountOf(avatar: string): Account {
  const preferences = { dataCollection: false, onlineStatus: true, essentialCookies: true, analytics: false, screenshotProtection: true };
  return {
    id: 'lea',
    username: 'Léa',
    email: 'lea@exemple.fr',
    isGuest: false,
    demoUntil: null,
    avatar,
    points: 0,
    boardsCount: 1,
    actionsCount: 0,
    createdAt: 0,
    preferences: { ...preferences, consentAsked: true },
  };
}

interface Holder {
  tab: Tab;
  granted: () => Promise<void> | undefined;
  resolve: () => void;
  reject: () => void;
}

class Stream extends EventTarget {
  #closed = false;
  readonly #onClose: () => void;
  constructor(onClose: () => void) {
    super();
    this.#onClose = onClose;
  }
  close(): void {
    this.#closed = true;
    this.#onClose();
  }
  say(type: string, data: unknown): void {
    if (!this.#closed) this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

class Channel extends EventTarget {
  readonly postMessage: (data: unknown) => void;
  readonly close: () => void;
  constructor(onMessage: (data: unknown) => void, onClose: () => void) {
    super();
    this.postMessage = (data) => onMessage(structuredClone(data));
    this.close = onClose;
  }
}
