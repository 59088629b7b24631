/**
 * What is on its way to the server: activities, and activities undone. Screens show the server's snapshot plus these
 * (`projection.ts`).
 *
 * This is what is shown of it. Where each command is kept in the browser, and how it is sent, in order, by one tab at a time,
 * as its person and nobody else, until the server has taken or refused it, is in the worker and its queue, which come after the first screen.
 */
import { useSyncExternalStore } from 'react';
import type { Action } from '#shared/actions';
import type { Activity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import { newId } from '#client/api/new-id.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { changeIngested, historyReplaced } from '#client/sync/replica/signals.ts';
import type { Command, FailedCommand, PendingActivity, PendingItem, PendingUndo } from './queue.ts';
import { hasUntold, isConfirmed, nothingShown, type OutboxEvent, reduce, sequenceOf } from './shown-outbox.ts';
import type { OutboxWorker, WorkerObserver } from './worker.ts';

export type LoggedAction = Pick<Action, 'id' | 'title' | 'points' | 'emoji'>;

export interface Outbox {
  /** Logs an action on one board; returns the activity's id. */
  logActivity(log: { boardId: string; action: LoggedAction }): string;
  /** Logs on several boards, all or nothing. The action's id is each board's own. */
  logOnBoards(log: { boards: readonly { boardId: string; actionId: string }[]; action: Omit<LoggedAction, 'id'> }): string[];
  /** Undoes an activity, whether it is still in the queue, being sent, or on the server. */
  undoActivity(undo: { boardId: string; activity: Pick<Activity, 'id' | 'title' | 'points' | 'userId'> }): void;
  /** Whose commands these are. Those of the previous person stay stored for them, and are neither shown nor sent. */
  belongTo(userId: string | null): void;
  /** Drops all waiting commands, when the person signs out in spite of them. Settles when nothing more is being written. */
  drop(): Promise<void>;
  /** Retries now, when the server is likely to be reachable again. */
  retryNow(): void;
  /** Whether a log was given in this tab since it was loaded. */
  hasLogged(): boolean;
  /** All pending items; the same array until something changes. */
  pending(): readonly PendingItem[];
  /** Commands that were refused or never reached the server, until the person dismisses them. Oldest first. */
  failed(): readonly FailedCommand[];
  /** Sends a failed command again, under the same ids. */
  retry(sequence: string): void;
  dismiss(sequence: string): void;
  /** Whether a command given now is durable, if the server can't be reached. */
  isDurable(): boolean;
  /** How many pending items are kept until the server has them. What was given this instant is not kept yet. */
  waiting(): number;
  /** How many pending items would be lost with the tab. */
  unsafe(): number;
  /** Called when commands of this tab are stored for later because the server can't be reached. */
  onKept(listener: () => void): () => void;
  /** Calls `listener` once none of these activities waits to be sent any more, with whether the server has them all and nobody undid one. */
  onSettled(ids: readonly string[], listener: (areLogged: boolean) => void): void;
  subscribe(listener: () => void): () => void;
}

export interface OutboxParts {
  createWorker(userId: string, observer: WorkerObserver): Promise<OutboxWorker>;
  ingest(change: BoardChange): void;
}

/** One person, from signing in to signing out, in this tab. */
interface Session {
  userId: string;
  workerComes: Promise<OutboxWorker>;
  /** Once it is there. */
  worker?: OutboxWorker;
}

const workerAgainMs = 5000;
const shownParts = ['pending', 'waiting', 'unsafe', 'failed'] as const;

export function createOutbox(parts: OutboxParts): Outbox {
  let session: Session | null = null;
  let state = nothingShown;
  let hasLogged = false;
  const observers = new Set<() => void>();
  const keptListeners = new Set<() => void>();

  changeIngested.listen((ingested) => dispatch({ type: 'ingested', ...ingested }));
  historyReplaced.listen(() => dispatch({ type: 'historyReplaced' }));

  function dispatch(event: OutboxEvent): void {
    const before = state;
    state = reduce(state, event);
    if (shownParts.some((part) => state[part] !== before[part])) for (const observer of [...observers]) observer();
  }

  function enter(userId: string): Session {
    const observer: WorkerObserver = {
      show: (queue) => {
        if (session === entered) dispatch({ type: 'read', queue });
      },
      ingest: parts.ingest,
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
      } catch {
        await new Promise((resolve) => setTimeout(resolve, workerAgainMs));
      }
    }
  }

  function leave(): void {
    session?.worker?.close();
    session = null;
    dispatch({ type: 'left' });
  }

  /** Shows the command at once, and hands it to the worker to store and send. */
  function give(items: readonly PendingItem[], keep: (worker: OutboxWorker, command: Command, onKept: () => void) => void): void {
    const here = session;
    const [first, ...others] = items;
    if (!here || !first) return;
    dispatch({ type: 'given', items: [first, ...others], now: Date.now() });
    const sequence = sequenceOf(state, first.kind, first.id);
    if (sequence === null) return;
    const onKept = () => {
      if (here !== session) return;
      dispatch({ type: 'kept', sequence, isSafe: here.worker?.isDurable() ?? false });
      tellKept(here);
    };
    void here.workerComes.then((worker) => keep(worker, { sequence, items }, onKept));
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

  function ownerId(): string {
    if (!session) throw new Error('nobody is signed in');
    return session.userId;
  }

  function log(boardId: string, actionId: string, { title, points, emoji }: Omit<LoggedAction, 'id'>): PendingActivity {
    const userId = ownerId();
    hasLogged = true;
    return { kind: 'log', id: newId(), boardId, actionId, userId, title, points, emoji, startedAt: Date.now(), confirmedRevision: null };
  }

  return {
    logActivity({ boardId, action }) {
      const item = log(boardId, action.id, action);
      give([item], (worker, command, onKept) => worker.add(command, onKept));
      return item.id;
    },
    logOnBoards({ boards, action }) {
      const batch = boards.map(({ boardId, actionId }) => log(boardId, actionId, action));
      give(batch, (worker, command, onKept) => worker.add(command, onKept));
      return batch.map(({ id }) => id);
    },
    undoActivity({ boardId, activity: { id, title, points, userId: authorId } }) {
      const [userId, startedAt] = [ownerId(), Date.now()];
      const undo: PendingUndo = { kind: 'undo', id, boardId, userId, authorId, title, points, startedAt, confirmedRevision: null };
      if (sequenceOf(state, 'undo', id) !== null) return;
      const logSequence = sequenceOf(state, 'log', id);
      give([undo], (worker, command, onKept) => worker.undo(command, logSequence, onKept));
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
    hasLogged: () => hasLogged,
    pending: () => state.pending,
    failed: () => state.failed,
    retry: (sequence) => settleFailure(sequence, (worker) => worker.retry(sequence)),
    dismiss: (sequence) => settleFailure(sequence, (worker) => worker.dismiss(sequence)),
    isDurable: () => session?.worker?.isDurable() ?? false,
    waiting: () => state.waiting,
    unsafe: () => state.unsafe,
    onKept(listener) {
      keptListeners.add(listener);
      return () => keptListeners.delete(listener);
    },
    onSettled(ids, listener) {
      const isUndone = (id: string) => sequenceOf(state, 'undo', id) !== null;
      const isWaiting = (id: string) =>
        !isUndone(id) && state.pending.some((item) => item.kind === 'log' && item.id === id && item.confirmedRevision === null);
      const settle = () => {
        if (ids.some(isWaiting)) return;
        observers.delete(settle);
        listener(ids.every((id) => !isUndone(id) && isConfirmed(state, { kind: 'log', id })));
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
  ingest: (change) => ingest(queryClient, change),
});

/** What is on its way, for the selectors of `projection.ts`. */
export function usePending(): readonly PendingItem[] {
  return useSyncExternalStore(outbox.subscribe, outbox.pending);
}

/** How many pending items are kept until the server has them. */
export function useWaiting(): number {
  return useSyncExternalStore(outbox.subscribe, outbox.waiting);
}

/** How many pending items would be lost with the tab. */
export function useUnsafe(): number {
  return useSyncExternalStore(outbox.subscribe, outbox.unsafe);
}

/** What failed and was not seen yet. */
export function useFailedCommands(): readonly FailedCommand[] {
  return useSyncExternalStore(outbox.subscribe, outbox.failed);
}
