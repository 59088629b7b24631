/** A browser with tabs for the histories of R3: the app's own outbox on a store, locks and messages between tabs that can be cut off anywhere. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { BoardChange } from '#shared/boards';
import { sessionOver } from '#client/api/session.ts';
import { changeIngested } from '#client/sync/replica/signals.ts';
import type { NewOf, PendingItem } from '#client/sync/commands/items.ts';
import { keyOf } from '#client/sync/commands/registry.ts';
import { sendCommand } from '#client/sync/commands/sending.ts';
import { createDurableQueue } from '#client/sync/outbox/durable-queue.ts';
import { createFallbackQueue } from '#client/sync/outbox/fallback-queue.ts';
import { createOutbox, type Outbox } from '#client/sync/outbox/outbox.ts';
import type { Command, Queue } from '#client/sync/outbox/queue.ts';
import { type Channel, type WorkerObserver, type OutboxWorker, createOutboxWorker } from '#client/sync/outbox/worker.ts';
import { createBrowserStore, type Store, StoreAway } from '#client/sync/storage/store.ts';
import { createVault, type Vault } from '#client/sync/storage/vault.ts';
import { host, origin, type Someone, type TestApp } from '../test-app.ts';
import { holdStore } from './held-store.ts';
import type { Direct } from './outbox-play-steps.ts';

/** What becomes of the next call that changes something. */
export type Fault = 'request lost' | 'reply lost' | 'delivered twice' | 'server busy' | 'tab dies before' | 'tab dies after';

/** What the histories are judged by: everything that was done, by the ids of activities. */
export interface Record {
  /** Every activity that was ever shown, and every loss that waits to become one. */
  made: Map<string, Made>;
  /** Kept, so far as the person was told. */
  kept: Set<string>;
  /** Undone, so far as the person was told; and those that vanished before they were sent. */
  undone: Set<string>;
  undoTried: Set<string>;
  /** Activity → the tabs in which the person asked for its undo. */
  undoAsked: Map<string, readonly Tab[]>;
  /** Every reaction, favourite and note that was ever set, in the order of presses. */
  pressed: Press[];
  /** Every answer to a loss and to a proposal. */
  answered: Answered[];
  /** Everything that was sent at once, without the outbox. */
  direct: Direct[];
  /** How many calls were carried out in the session of somebody else than who pressed. */
  foreign: number;
  /** Item → its place in the queue. */
  sequences: Map<string, string>;
  /** Sequences of the commands that were sent, and left the queue. */
  removed: Set<string>;
  /** The items that the store would not take at once. */
  troubled: Set<string>;
  /** The items made in a tab that is there still when everybody comes back. */
  alive: Set<string>;
}

/** The member who noted an activity, in which tab, and for whom. `isOwed`: a loss for somebody else, which is none yet. */
export interface Made {
  userId: string;
  tab: Tab;
  boardId: string;
  of: string;
  hasNote: boolean;
  isOwed: boolean;
}

/** `about`: the loss or the proposal. */
export interface Answered {
  item: NewOf<'avowal'> | NewOf<'denial'> | NewOf<'answer'>;
  about: string;
  userId: string;
}

/** A press that sets something of a person: `key` says what, `value` to what. */
export interface Press {
  key: string;
  item: NewOf<'reaction'> | NewOf<'favourite'> | NewOf<'note'>;
  value: string;
  tab: Tab;
  /** The last press on the same was made in this tab, or was sent before. Otherwise two tabs raced, and either may come first. */
  isAfterLast: boolean;
}

/** An answer to a loss has the id of the loss. */
export function idOf({ kind, id }: Pick<PendingItem, 'kind' | 'id'>): string {
  return kind === 'avowal' || kind === 'denial' ? keyOf({ kind, id }) : id;
}

let browsers = 0;
/** Short, as each history has to wait for it. What is done in time on a slow machine is no matter: either way nothing may be lost. */
const storeLimits = { lookAgainMs: 10, longestLookAgainMs: 40 };
/** In milliseconds. In a tab with the shorter one the store is as good as away again and again, as on a slow device. */
const timeLimits = [8, 50] as const;

/** The person whose press is being sent, and the tab that sends it. */
const callers = new AsyncLocalStorage<{ tab: Tab; as: string | undefined }>();

// A 401 in a tab ends that tab's session, as app.tsx does it.
sessionOver.listen(() => callers.getStore()?.tab.hearWhoIsSignedIn(null));

export class Browser {
  readonly testApp: TestApp;
  readonly record: Record;
  readonly locks = new Locks();
  /** Its own: a tab of the history before may open its store only now, wherever `indexedDB` is by then. */
  readonly #storeName = `ou-la-la-${(browsers += 1)}`;
  readonly #random: () => number;
  /** The person whose session the browser has; its cookie is all that the server sees. */
  signedIn: Someone | null = null;
  online = true;
  faults: Fault[] = [];
  tabs: Tab[] = [];
  /** How many more writes the store refuses, as a full one does. */
  refusedWrites = 0;
  /** How many more writes happen though the tab has given them up. */
  lateWrites = 0;
  /** Calls that left, whether or not their tab still waits for them. */
  #underWay = 0;
  #release: (() => void) | null = null;
  #reading: Promise<Vault | null> | undefined;

  constructor(testApp: TestApp, record: Record, random: () => number) {
    this.testApp = testApp;
    this.record = record;
    this.#random = random;
    globalThis.indexedDB = new IDBFactory();
    globalThis.fetch = (address, init) => this.fetch(typeof address === 'string' ? address : '', init ?? {});
  }

  async openTab(): Promise<Tab> {
    const store = createBrowserStore(this.#storeName, { ...storeLimits, limitMs: timeLimits[this.#random() < 0.5 ? 0 : 1] });
    const vault = await createVault(this.#refusing(store));
    if (!vault) throw new Error('no vault');
    const tab = new Tab(this, vault, store);
    this.tabs.push(tab);
    tab.hearWhoIsSignedIn(this.signedIn);
    return tab;
  }

  /** What still waits in the browser for this person, read with all the time in the world. */
  async queueOf({ id }: Someone): Promise<Queue> {
    this.#reading ??= createVault(createBrowserStore(this.#storeName, { limitMs: 60_000 }));
    const vault = await this.#reading;
    if (!vault) throw new Error('no vault');
    return createDurableQueue(vault, id);
  }

  /** From now on no transaction on the store ends, until it is let go. */
  async holdStore(): Promise<void> {
    this.#release ??= await holdStore(this.#storeName);
  }

  letGoOfStore(): void {
    this.#release?.();
    this.#release = null;
  }

  #refusing(store: Store): Store {
    return {
      ...store,
      transact: async (mode, job) => {
        if (mode === 'readwrite' && this.refusedWrites > 0) {
          this.refusedWrites -= 1;
          throw new DOMException('full', 'QuotaExceededError');
        }
        const result = await store.transact(mode, job);
        if (mode === 'readwrite' && this.lateWrites > 0) {
          this.lateWrites -= 1;
          throw new StoreAway(true);
        }
        return result;
      },
    };
  }

  /** Lets things happen for a while, more or less. */
  async pass(most = 12): Promise<void> {
    for (let turns = Math.floor(this.#random() * most); turns > 0; turns -= 1) await turn();
  }

  /** What a tab sent before it died still comes to the server. */
  isAnythingUnderWay(): boolean {
    return this.#underWay > 0;
  }

  async fetch(address: string, init: RequestInit): Promise<Response> {
    const caller = callers.getStore();
    if (caller?.tab.dead) return await new Promise(() => undefined);
    this.#underWay += 1;
    try {
      return await this.#answer(caller, address, init);
    } finally {
      this.#underWay -= 1;
    }
  }

  async #answer(
    caller: ReturnType<typeof callers.getStore>,
    address: string,
    { method = 'GET', headers, body }: RequestInit,
  ): Promise<Response> {
    await this.pass(4);
    if (!this.online) throw new TypeError('no network');
    const fault = method === 'GET' ? undefined : this.faults.shift();
    if (fault === 'request lost') throw new TypeError('no network');
    if (fault === 'server busy') return new Response(JSON.stringify({ code: 'unavailable', message: 'Occupé' }), { status: 503 });
    if (fault === 'tab dies before') {
      caller?.tab.die();
      throw new TypeError('no tab');
    }
    // The cookie of the moment in which it leaves, whoever the tab believes to be signed in.
    const session = this.signedIn;
    const cookie = session?.cookie;
    const deliver = () =>
      this.testApp.app.inject({
        method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
        url: address,
        headers: { host, origin, ...(headers as { [name: string]: string }), ...(cookie === undefined ? {} : { cookie }) },
        ...(typeof body === 'string' ? { payload: body } : {}),
      });
    const [reply] = await Promise.all(fault === 'delivered twice' ? [deliver(), deliver()] : [deliver()]);
    if (method !== 'GET' && reply.statusCode < 300 && session?.id !== caller?.as) this.record.foreign += 1;
    await this.pass(4);
    if (fault === 'tab dies after') caller?.tab.die();
    if (fault === 'reply lost' || fault === 'tab dies after') throw new TypeError('no network');
    return new Response(reply.statusCode === 204 ? null : reply.payload, { status: reply.statusCode });
  }
}

export class Tab {
  readonly #browser: Browser;
  readonly #ears = new Set<Ear>();
  readonly #vault: Vault;
  readonly #queues = new Map<string, Queue>();
  readonly #store: Store;
  readonly #workers: OutboxWorker[] = [];
  readonly outbox: Outbox;
  /** The person whom this tab believes to be signed in. */
  user: Someone | null = null;
  dead = false;

  constructor(browser: Browser, vault: Vault, store: Store) {
    this.#browser = browser;
    this.#vault = vault;
    this.#store = store;
    // Each tab has the modules of its own: what one ingests, the others hear of by their channel.
    const heard: ((news: { change: BoardChange; caughtUpTo: number }) => void)[] = [];
    const listening = vi.spyOn(changeIngested, 'listen').mockImplementation((listener) => {
      heard.push(listener);
      return () => undefined;
    });
    this.outbox = createOutbox({
      ingest: (event) => {
        if (event.type === 'change') heard.forEach((hear) => hear({ change: event, caughtUpTo: event.revision }));
      },
      createWorker: async (userId, observer) => this.#createOutboxWorker(userId, observer),
    });
    listening.mockRestore();
    store.onBack(() => {
      for (const queue of this.#queues.values()) if (!this.dead) void queue.read();
    });
  }

  /** Whether nothing of this person waits that the tab knows of, in memory or in the store, and all that failed is shown. */
  async hasSettled({ id }: Someone): Promise<boolean> {
    const content = await this.#queues.get(id)?.read();
    const hasTold = this.user?.id !== id || this.outbox.shown().failed.length >= (content?.failed.length ?? 0);
    return hasTold && this.outbox.shown().pending.length === 0 && (content?.commands.length ?? 0) === 0;
  }

  /** As this-browser.ts does it. */
  #createOutboxWorker(userId: string, observer: WorkerObserver): OutboxWorker {
    const queue = this.#queues.get(userId) ?? createFallbackQueue(this.#mortal(createDurableQueue(this.#vault, userId)));
    this.#queues.set(userId, queue);
    const worker = createOutboxWorker({
      userId,
      durable: queue,
      send: (command, as, keepalive) => this.#alive(callers.run({ tab: this, as }, () => sendCommand(command, as, keepalive))),
      exclusively: (name, job) => this.#alive(this.#browser.locks.request(this, name, job)),
      channel: this.#openChannel(),
      observer,
    });
    this.#workers.push(worker);
    this.#store.onBack(() => {
      if (!this.dead) worker.wake();
    });
    return worker;
  }

  /** As the back/forward cache does it, and back again. */
  async beAway(while_: () => Promise<void>): Promise<void> {
    for (const worker of this.#workers) worker.rest();
    this.#store.rest();
    await while_();
    if (!this.dead) this.#store.wake();
  }

  /** As a press does that needs a network. A tab that is gone hears of no answer. */
  sendAtOnce<T>(call: () => Promise<T>): Promise<T> {
    return this.#alive(callers.run({ tab: this, as: this.user?.id }, call));
  }

  hearWhoIsSignedIn(user: Someone | null): void {
    if (this.dead) return;
    this.user = user;
    this.outbox.belongTo(user?.id ?? null);
  }

  /** As by a crash or a reload: what it does goes no further, wherever it is. */
  die(): void {
    this.dead = true;
    this.#browser.locks.forget(this);
    this.#ears.clear();
    this.#browser.tabs = this.#browser.tabs.filter((tab) => tab !== this);
  }

  /** Hears a message of another channel, later than it was sent. */
  tell(senders: readonly Ear[], data: Parameters<Channel['postMessage']>[0]): void {
    if (this.dead) return;
    for (const ear of this.#ears) if (!senders.includes(ear)) ear(new MessageEvent('message', { data: structuredClone(data) }));
  }

  #openChannel(): Channel {
    const browser = this.#browser;
    const mine: Ear[] = [];
    return {
      addEventListener: (_, listener) => {
        mine.push(listener);
        this.#ears.add(listener);
      },
      postMessage: (data) => {
        if (!this.dead) void browser.pass().then(() => browser.tabs.forEach((tab) => tab.tell(mine, data)));
      },
      close: () => mine.forEach((ear) => this.#ears.delete(ear)),
    };
  }

  #alive<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => this.dead || resolve(value),
        (error: unknown) => this.dead || reject(error as Error),
      );
    });
  }

  /** A queue whose answers a dead tab never gets; and which notes what the person may rely on. */
  #mortal(queue: Queue): Queue {
    const { kept, undone, undoTried, sequences, removed, troubled } = this.#browser.record;
    const idsOf = ({ items }: Command) => items.map(idOf);
    return {
      isDurable: () => true,
      handOver: () => queue.handOver(),
      latest: () => queue.latest(),
      read: () => this.#alive(queue.read()),
      add: async (command, adding) => {
        const isUndo = command.items[0]?.kind === 'undo';
        for (const id of idsOf(command)) if (isUndo) undoTried.add(id);
        for (const id of idsOf(command)) sequences.set(id, command.sequence);
        const vanished = await this.#alive(queue.add(command, adding)).catch((error: unknown) => {
          for (const id of idsOf(command)) troubled.add(id);
          throw error;
        });
        for (const id of idsOf(command)) (isUndo ? undone : kept).add(id);
        return vanished;
      },
      next: (isCurrent) => this.#alive(queue.next(isCurrent)),
      remove: (sequence) => {
        removed.add(sequence);
        return this.#alive(queue.remove(sequence));
      },
      fail: (sequence, failed, others) => this.#alive(queue.fail(sequence, failed, others)),
      retry: (sequence) => this.#alive(queue.retry(sequence)),
      dismiss: (sequence) => this.#alive(queue.dismiss(sequence)),
    };
  }
}

type Ear = Parameters<Channel['addEventListener']>[1];

/** The browser's locks: whoever dies lets go. */
class Locks {
  readonly #queues = new Map<string, { tab: Tab; start: () => void }[]>();

  request<T>(tab: Tab, name: string, job: (waited: boolean) => Promise<T>): Promise<T> {
    if (tab.dead) return new Promise(() => undefined);
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(name) ?? [];
      this.#queues.set(name, queue);
      const wish = {
        tab,
        start: () => {
          void job(waited)
            .then(resolve, reject)
            .finally(() => this.#release(name, wish));
        },
      };
      const waited = queue.length > 0;
      queue.push(wish);
      if (queue[0] === wish) wish.start();
    });
  }

  forget(tab: Tab): void {
    for (const [name, queue] of this.#queues) for (const wish of queue.filter((one) => one.tab === tab)) this.#release(name, wish);
  }

  #release(name: string, wish: { tab: Tab; start: () => void }): void {
    const queue = this.#queues.get(name) ?? [];
    const sequence = queue.indexOf(wish);
    if (sequence === -1) return;
    queue.splice(sequence, 1);
    if (sequence === 0) queue[0]?.start();
  }
}
