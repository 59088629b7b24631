/**
 * What is on its way to the server. Which kinds of items there are is in `commands/registry.ts`; screens show the server's snapshot plus
 * these (`commands/projection.ts`).
 *
 * This is what is shown of it. Where each command is kept in the browser, and how it is sent, in order, by one tab at a time,
 * as its person and nobody else, until the server has taken or refused it, is in the worker and its queue, which come after the first screen.
 */
import { useSyncExternalStore } from 'react';
import type { UserId } from '#shared/ids';
import type { LiveEvent } from '#shared/live-events';
import { ingestEvent } from '#client/sync/replica/live-events.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { changeIngested, historyReplaced } from '#client/sync/replica/signals.ts';
import { reportUnexpected } from '#client/ui/unexpected.ts';
import type { Kind, NewItem, PendingItem } from '#client/sync/commands/items.ts';
import { cancelledBy, keyOf } from '#client/sync/commands/registry.ts';
import { earlierOf, hasUntold, isConfirmed, nothingShown, type OutboxEvent, reduce, sequenceOf, type ShownOutbox } from './shown-outbox.ts';
import type { OutboxWorker, WorkerObserver } from './worker.ts';

export interface Outbox {
  /** Shows a command at once, keeps it and sends it: items of one kind, which are carried out together or not at all. What waits already is not given again. */
  enqueue(...items: readonly NewItem[]): void;
  /** Says whose commands these are. Those of the previous person stay stored for them, and are neither shown nor sent. */
  belongTo(userId: UserId | null): void;
  /** Drops all waiting commands, when the person signs out in spite of them. Settles when nothing more is being written. */
  drop(): Promise<void>;
  /** Retries now, when the server is likely to be reachable again. */
  retryNow(): void;
  /** Whether something of this kind was given in this tab since it was loaded. */
  wasGiven(kind: Kind): boolean;
  shown(): ShownOutbox;
  /** Sends a failed command again, under the same ids. */
  retry(sequence: string): void;
  dismiss(sequence: string): void;
  /** Whether a command given now is durable, if the server can't be reached. */
  isDurable(): boolean;
  /** Called when commands of this tab are stored for later because the server can't be reached. */
  onKept(listener: () => void): () => void;
  /** Calls `listener` once none of these items waits to be sent any more, with whether the server has them all and nothing takes one back. */
  onSettled(items: readonly Pick<PendingItem, 'kind' | 'id'>[], listener: (areSent: boolean) => void): void;
  subscribe(listener: () => void): () => void;
}

export interface OutboxParts {
  createWorker(userId: UserId, observer: WorkerObserver): Promise<OutboxWorker>;
  ingest(event: LiveEvent): void;
}

/** One person, from signing in to signing out, in this tab. */
interface Session {
  userId: UserId;
  workerComes: Promise<OutboxWorker>;
  /** Once it is there. */
  worker?: OutboxWorker;
}

const workerAgainMs = 5000;
const shownParts = ['pending', 'waiting', 'unsafe', 'unknown', 'failed'] as const;

export function createOutbox(parts: OutboxParts): Outbox {
  let session: Session | null = null;
  let state = nothingShown;
  const given = new Set<Kind>();
  const observers = new Set<() => void>();
  const keptListeners = new Set<() => void>();

  changeIngested.listen((ingested) => dispatch({ type: 'ingested', ...ingested }));
  historyReplaced.listen(() => dispatch({ type: 'historyReplaced' }));

  function dispatch(event: OutboxEvent): void {
    const before = state;
    state = reduce(state, event);
    if (shownParts.some((part) => state[part] !== before[part])) for (const observer of [...observers]) observer();
  }

  function enter(userId: UserId): Session {
    const observer: WorkerObserver = {
      show: (queue, taken) => {
        if (session !== entered) return;
        dispatch({ type: 'read', queue, taken });
        tellKept(entered);
      },
      onAnswer: (sequence, events) => {
        if (session === entered) dispatch({ type: 'answered', sequence, events });
        for (const event of events) parts.ingest(event);
      },
      isConfirmed: (item) => isConfirmed(state, item),
      onPause: () => tellKept(entered),
    };
    const entered: Session = { userId, workerComes: Promise.resolve().then(() => createPatiently(entered, observer)) };
    return entered;
  }

  /** Loads the worker's code, and retries until it is there: without it commands are shown, but not sent. */
  async function createPatiently(entered: Session, observer: WorkerObserver): Promise<OutboxWorker> {
    for (;;) {
      try {
        entered.worker = await parts.createWorker(entered.userId, observer);
        if (session !== entered) entered.worker.close();
        return entered.worker;
      } catch (error) {
        reportUnexpected('outbox', error);
        await new Promise((resolve) => setTimeout(resolve, workerAgainMs));
      }
    }
  }

  function leave(): void {
    session?.worker?.close();
    session = null;
    dispatch({ type: 'left' });
  }

  function tellKept(here: Session): void {
    if (here !== session || !here.worker?.isWaiting() || !hasUntold(state)) return;
    dispatch({ type: 'told' });
    for (const listener of [...keptListeners]) listener();
  }

  function settleFailure(sequence: string, settle: (worker: OutboxWorker) => void): void {
    dispatch({ type: 'settled', sequence });
    void session?.workerComes.then(settle);
  }

  return {
    enqueue(...items) {
      const here = session;
      if (!here) throw new Error('nobody is signed in');
      const [first, ...others] = items.map((item) => ({ ...item, userId: here.userId, startedAt: Date.now(), confirmedRevision: null }));
      if (!first || sequenceOf(state, first) !== null) return;
      given.add(first.kind);
      const earlier = earlierOf(state, first);
      dispatch({ type: 'given', items: [first, ...others], now: Date.now() });
      const sequence = sequenceOf(state, first);
      if (sequence !== null) void here.workerComes.then((worker) => worker.enqueue({ sequence, items: [first, ...others] }, earlier));
    },
    belongTo(userId) {
      if (userId === (session?.userId ?? null)) return;
      leave();
      if (userId !== null) session = enter(userId);
    },
    async drop() {
      const worker = session?.workerComes;
      leave();
      await (await worker)?.drop();
    },
    retryNow: () => session?.worker?.retryNow(),
    wasGiven: (kind) => given.has(kind),
    shown: () => state,
    retry: (sequence) => settleFailure(sequence, (worker) => worker.retry(sequence)),
    dismiss: (sequence) => settleFailure(sequence, (worker) => worker.dismiss(sequence)),
    isDurable: () => session?.worker?.isDurable() ?? false,
    onKept(listener) {
      keptListeners.add(listener);
      return () => keptListeners.delete(listener);
    },
    onSettled(items, listener) {
      const keys = new Set(items.map(keyOf));
      const settle = () => {
        const takenBack = new Set(state.pending.map(cancelledBy));
        const isWaiting = (item: PendingItem) => item.confirmedRevision === null && keys.has(keyOf(item)) && !takenBack.has(keyOf(item));
        if (state.pending.some(isWaiting)) return;
        observers.delete(settle);
        listener(items.every((item) => !takenBack.has(keyOf(item)) && isConfirmed(state, item)));
      };
      observers.add(settle);
    },
    subscribe(observer) {
      observers.add(observer);
      return () => observers.delete(observer);
    },
  };
}

export const outbox = createOutbox({
  createWorker: async (userId, observer) => await (await import('./browser-worker.ts')).createBrowserWorker(userId, observer),
  ingest: (event) => ingestEvent(queryClient, event),
});

/** A part of what is shown of the outbox: `pending` is for the selectors of `commands/projection.ts`. */
export function useOutbox<Part extends (typeof shownParts)[number]>(part: Part): ShownOutbox[Part] {
  return useSyncExternalStore(outbox.subscribe, () => outbox.shown()[part]);
}
