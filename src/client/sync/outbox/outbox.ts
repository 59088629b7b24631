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
import { ingest } from '#client/sync/cache/ingest.ts';
import { queryClient } from '#client/sync/cache/query-client.ts';
import { changeIngested } from '#client/sync/cache/signals.ts';
import type { WorkerObserver, OutboxWorker } from './worker.ts';
import type { FailedCommand, PendingActivity, PendingItem, PendingUndo, Command, QueueContent } from './queue.ts';

export type LoggedAction = Pick<Action, 'id' | 'title' | 'points' | 'emoji'>;

export interface Outbox {
  /** Logs an action on one board; returns the activity's id. */
  logActivity(log: { boardId: string; action: LoggedAction }): string;
  /** Logs on several boards, all or nothing. The action's id is each board's own. */
  logOnBoards(log: { boards: readonly { boardId: string; actionId: string }[]; action: Omit<LoggedAction, 'id'> }): string[];
  /** Takes an activity back, wherever it is: still here, on its way, or on the server. */
  undoActivity(undo: { boardId: string; activity: Pick<Activity, 'id' | 'title' | 'points' | 'userId'> }): void;
  /** Whose commands these are. Those of whoever was here before stay kept for that person, and are neither shown nor sent. */
  belongTo(userId: string | null): void;
  /** Gives up all that waits, as a person does who signs out all the same. Settles when nothing more is being written. */
  drop(): Promise<void>;
  /** Something makes it likely that the server answers again. */
  retryNow(): void;
  /** All that is on its way: the same list as long as nothing about it moves. */
  pending(): readonly PendingItem[];
  /** What the server refused, or never got, until the person says that it was seen. The oldest first. */
  failed(): readonly FailedCommand[];
  /** Sends a failed command again, under the same ids. */
  retry(sequence: string): void;
  dismiss(sequence: string): void;
  /** Whether what is pressed now outlives the tab, if the server can't be reached. */
  isDurable(): boolean;
  /** How much of what is on its way ends with the tab. */
  unsafe(): number;
  /** Told when what was done in this tab is kept for later, as the server can't be reached now. */
  onKept(listener: () => void): () => void;
  subscribe(listener: () => void): () => void;
}

export interface OutboxParts {
  createWorker(userId: string, observer: WorkerObserver): Promise<OutboxWorker>;
  ingest(change: BoardChange): void;
}

/** A command as this tab knows it. */
interface ShownCommand extends Command {
  /** Whether the queue has it, or had it. */
  kept: boolean;
  /** Made in this tab, and not said to be kept for later. */
  untold: boolean;
  /** Whether it ends with the tab: the store of the browser has not taken it. */
  unsafe: boolean;
}

/** One person's time at this tab. */
interface Stay {
  userId: string;
  worker: Promise<OutboxWorker>;
  /** Once it is there. */
  opened?: OutboxWorker;
}

const workerAgainMs = 5000;

export function createOutbox(parts: OutboxParts): Outbox {
  let stay: Stay | null = null;
  let commands: readonly ShownCommand[] = [];
  /** Items that left the queue and are still missing in a cached view. */
  let lingering: readonly PendingItem[] = [];
  let items: readonly PendingItem[] = [];
  let unsafe = 0;
  let failures: readonly FailedCommand[] = [];
  let lastStamp = 0;
  /** By item: the revision that holds it, and whether every cached view has come as far. */
  const confirmations = new Map<string, { revision: number; done: boolean }>();
  const watchers = new Set<() => void>();
  const keptListeners = new Set<() => void>();

  changeIngested.listen(({ change, caughtUpTo }) => {
    let moved = false;
    for (const item of items) {
      if (item.boardId !== change.boardId) continue;
      const revision = confirmations.get(keyOf(item))?.revision ?? confirmationOf(item, change);
      if (revision === null) continue;
      confirmations.set(keyOf(item), { revision, done: revision <= caughtUpTo });
      moved = true;
    }
    if (!moved) return;
    lingering = lingering.filter((item) => !confirmations.get(keyOf(item))?.done);
    show();
  });

  function show(): void {
    const next = [...lingering, ...commands.flatMap((command) => command.items)]
      .filter((item) => !confirmations.get(keyOf(item))?.done)
      .map((item) => ({ ...item, confirmedRevision: confirmations.get(keyOf(item))?.revision ?? null }));
    if (!isSame(items, next)) items = next;
    unsafe = commands
      .filter((command) => command.unsafe)
      .flatMap((command) => command.items)
      .filter((item) => !confirmations.has(keyOf(item))).length;
    for (const watcher of [...watchers]) watcher();
  }

  function enter(userId: string): Stay {
    const observer: WorkerObserver = {
      show: (queue) => {
        if (stay === entered) showQueue(queue);
      },
      ingest: parts.ingest,
      isConfirmed: (item) => confirmations.has(keyOf(item)),
      onPause: () => tellKept(entered),
    };
    const entered: Stay = { userId, worker: Promise.resolve().then(() => openPatiently(entered, observer)) };
    return entered;
  }

  /** Without the code for it nothing can be sent, only shown: it is asked for until it comes. */
  async function openPatiently(entered: Stay, observer: WorkerObserver): Promise<OutboxWorker> {
    for (;;) {
      try {
        entered.opened = await parts.createWorker(entered.userId, observer);
        if (stay !== entered) entered.opened.close();
        return entered.opened;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, workerAgainMs));
      }
    }
  }

  function leave(): void {
    stay?.opened?.close();
    stay = null;
    commands = [];
    lingering = [];
    failures = [];
    confirmations.clear();
    show();
  }

  function showQueue(queue: QueueContent): void {
    const known = new Map(commands.map((command) => [command.sequence, command]));
    const waiting = queue.commands.map((command) => ({
      ...command,
      kept: true,
      untold: known.get(command.sequence)?.untold ?? false,
      unsafe: queue.unsafe?.has(command.sequence) ?? false,
    }));
    const there = new Set(waiting.map(({ sequence }) => sequence));
    const gone = commands.filter(({ sequence, kept }) => kept && !there.has(sequence)).flatMap((command) => command.items);
    lingering = [...lingering, ...gone.filter((item) => confirmations.get(keyOf(item))?.done === false)];
    commands = [...waiting, ...commands.filter(({ sequence, kept }) => !kept && !there.has(sequence))].toSorted(bySequence);
    for (const { sequence } of commands) lastStamp = Math.max(lastStamp, Number.parseInt(sequence, 10));
    // The very same objects as long as they say the same: a notice is about one of them.
    const before = new Map(failures.map((failure) => [failure.sequence, failure]));
    const failed = queue.failed.map((failure) => before.get(failure.sequence) ?? failure);
    if (failed.length !== failures.length || failed.some((failure, index) => failure !== failures[index])) failures = failed;
    show();
  }

  /** Shows what was pressed at once, and has it kept and sent. */
  function take(pressed: readonly PendingItem[], keep: (worker: OutboxWorker, made: Command, onKept: () => void) => void): void {
    const [here, first] = [stay, pressed[0]];
    if (!here || !first) return;
    lastStamp = Math.max(Date.now(), lastStamp + 1);
    const sequence = `${String(lastStamp).padStart(15, '0')}-${first.id}`;
    const made: ShownCommand = { sequence, items: pressed, kept: false, untold: true, unsafe: false };
    commands = [...commands, made];
    show();
    const onKept = () => {
      made.kept = true;
      made.unsafe = !here.opened?.isDurable();
      tellKept(here);
    };
    void here.worker.then((worker) => keep(worker, { sequence: made.sequence, items: pressed }, onKept));
  }

  function tellKept(here: Stay): void {
    if (here !== stay || !here.opened?.isWaiting()) return;
    const told = commands.filter((command) => command.kept && command.untold && !command.unsafe);
    for (const one of told) one.untold = false;
    if (told.length > 0) for (const listener of [...keptListeners]) listener();
  }

  function settleFailure(sequence: string, settle: (worker: OutboxWorker) => void): void {
    failures = failures.filter((failure) => failure.sequence !== sequence);
    show();
    void stay?.worker.then(settle);
  }

  function ownerId(): string {
    if (!stay) throw new Error('nobody is signed in');
    return stay.userId;
  }

  function log(boardId: string, actionId: string, { title, points, emoji }: Omit<LoggedAction, 'id'>): PendingActivity {
    const userId = ownerId();
    return { kind: 'log', id: newId(), boardId, actionId, userId, title, points, emoji, startedAt: Date.now(), confirmedRevision: null };
  }

  return {
    logActivity({ boardId, action }) {
      const item = log(boardId, action.id, action);
      take([item], (worker, made, onKept) => worker.add(made, onKept));
      return item.id;
    },
    logOnBoards({ boards, action }) {
      const batch = boards.map(({ boardId, actionId }) => log(boardId, actionId, action));
      take(batch, (worker, made, onKept) => worker.add(made, onKept));
      return batch.map(({ id }) => id);
    },
    undoActivity({ boardId, activity: { id, title, points, userId: authorId } }) {
      const [userId, startedAt] = [ownerId(), Date.now()];
      const undo: PendingUndo = { kind: 'undo', id, boardId, userId, authorId, title, points, startedAt, confirmedRevision: null };
      if (sequenceOf(commands, 'undo', id) !== null) return;
      const logSequence = sequenceOf(commands, 'log', id);
      take([undo], (worker, made, onKept) => worker.undo(made, logSequence, onKept));
    },
    belongTo(userId) {
      if (userId === (stay?.userId ?? null)) return;
      leave();
      if (userId !== null) stay = enter(userId);
    },
    async drop() {
      const worker = stay?.worker;
      leave();
      await (await worker)?.drop();
    },
    retryNow: () => stay?.opened?.retryNow(),
    pending: () => items,
    failed: () => failures,
    retry: (sequence) => settleFailure(sequence, (worker) => worker.retry(sequence)),
    dismiss: (sequence) => settleFailure(sequence, (worker) => worker.dismiss(sequence)),
    isDurable: () => stay?.opened?.isDurable() ?? false,
    unsafe: () => unsafe,
    onKept(listener) {
      keptListeners.add(listener);
      return () => keptListeners.delete(listener);
    },
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
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

/** How much of what is on its way ends with the tab. */
export function useUnsafe(): number {
  return useSyncExternalStore(outbox.subscribe, outbox.unsafe);
}

/** What failed and was not seen yet. */
export function useFailedCommands(): readonly FailedCommand[] {
  return useSyncExternalStore(outbox.subscribe, outbox.failed);
}

/** The revision at which a change holds the item; null when it does not tell. */
function confirmationOf({ kind, id }: PendingItem, change: BoardChange): number | null {
  const told = [...change.activities, ...(change.undone ?? [])].find((activity) => activity.id === id);
  if (!told) return null;
  if (kind === 'log') return told.revision;
  return told.undone === null ? null : change.revision;
}

function sequenceOf(commands: readonly Command[], kind: PendingItem['kind'], id: string): string | null {
  return commands.find((command) => command.items.some((item) => item.kind === kind && item.id === id))?.sequence ?? null;
}

function bySequence(a: Command, b: Command): number {
  return a.sequence < b.sequence ? -1 : 1;
}

function isSame(shown: readonly PendingItem[], next: readonly PendingItem[]): boolean {
  return shown.length === next.length && next.every((item, index) => isSameItem(shown[index], item));
}

function isSameItem(shown: PendingItem | undefined, item: PendingItem): boolean {
  return shown !== undefined && keyOf(shown) === keyOf(item) && shown.confirmedRevision === item.confirmedRevision;
}

function keyOf({ kind, id }: PendingItem): string {
  return `${kind} ${id}`;
}
