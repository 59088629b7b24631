/** What waits to be sent, and where it waits. */
import type { RefusalCode } from '#shared/refusals';

/** An activity that the person sees already and the server may not have yet. `startedAt` in milliseconds since 1970. */
export interface PendingActivity {
  kind: 'log';
  /** Also the activity's id: what makes sending it twice harmless. */
  id: string;
  boardId: string;
  actionId: string;
  userId: string;
  title: string;
  points: number;
  emoji: string | null;
  startedAt: number;
  /** The revision of the board that holds it, once that is known; cached views older than it still lack it. */
  landedAt: number | null;
}

/** An activity that is being taken back: it is shown as gone already. */
export interface PendingUndo {
  kind: 'undo';
  /** The activity's. */
  id: string;
  boardId: string;
  /** Who takes it back. */
  userId: string;
  /** Whose points go; null when that account is gone. */
  authorId: string | null;
  title: string;
  points: number;
  startedAt: number;
  landedAt: number | null;
}

export type PendingItem = PendingActivity | PendingUndo;

/** What one press of a button did: the activities of one log, which are logged together or not at all, or one undo. */
export interface Press {
  /** Unique, and sorted as text the order of sending. */
  place: string;
  items: readonly PendingItem[];
}

/** A press that the server refused, kept until the person has seen why. */
export interface FailedPress extends Press {
  /** Null when no server was reached. */
  code: RefusalCode | null;
  /** The server's reason, made to be shown. */
  sentence: string | null;
}

export interface QueueContent {
  presses: readonly Press[];
  failed: readonly FailedPress[];
  /** Places of the presses that end with the tab. */
  unsafe?: ReadonlySet<string>;
}

/** The presses of one person, in the order they were made. What several tabs do to it at once happens one after the other. */
export interface Queue {
  /** Whether what is put into it now outlives the tab, as far as is known. */
  keeps(): boolean;
  read(): Promise<QueueContent>;
  /** Settles when the press is as safe as the queue makes it. `sent`: the server may have it. */
  add(press: Press, sent?: boolean): Promise<void>;
  /**
   * Takes an activity back. When the log that waits at `logPlace` was never sent, both vanish; else the undo is added.
   * True when they vanished.
   */
  takeBack(undo: Press, logPlace: string | null): Promise<boolean>;
  /** The press to send now: the first. From now on it counts as sent, whatever becomes of this tab. */
  next(): Promise<Press | null>;
  remove(place: string): Promise<void>;
  /** Puts `failed` in the place of the press, or nothing, and removes `others`. */
  fail(place: string, failed: FailedPress | null, others: readonly string[]): Promise<void>;
  /** Puts a failed press back at its place, to be sent again. */
  retry(place: string): Promise<void>;
  dismiss(place: string): Promise<void>;
  /** The logs that end with the tab, to be sent at its end. From now on they count as sent. */
  handOver(): readonly Press[];
}

/** What a press still does without the activities that were taken back before they were sent. */
export function without(press: Press, ids: readonly string[]): Press {
  return ids.length === 0 ? press : { place: press.place, items: press.items.filter(({ id }) => !ids.includes(id)) };
}

export interface MemoryQueue extends Queue {
  all(): readonly Press[];
  holds(place: string): boolean;
  holdsFailed(place: string): boolean;
  isSent(place: string): boolean;
  markSent(place: string): void;
  put(press: Press, sent: boolean): void;
  putFailed(failed: FailedPress): void;
  drop(place: string): void;
}

/** A queue that ends with the tab: all there is where the browser keeps nothing, or nothing safely. */
export function memoryQueue(): MemoryQueue {
  const waiting = new Map<string, Press>();
  const failures = new Map<string, FailedPress>();
  const sent = new Set<string>();
  const put = (press: Press, isSent: boolean) => {
    waiting.set(press.place, press);
    if (isSent) sent.add(press.place);
  };
  const handOver = () => {
    const logs = inOrder(waiting.values()).filter(({ items }) => items.every(({ kind }) => kind === 'log'));
    for (const { place } of logs) sent.add(place);
    return logs;
  };
  return {
    keeps: () => false,
    handOver,
    all: () => inOrder(waiting.values()),
    holds: (place) => waiting.has(place),
    holdsFailed: (place) => failures.has(place),
    isSent: (place) => sent.has(place),
    markSent: (place) => void sent.add(place),
    put,
    putFailed: (failed) => void failures.set(failed.place, failed),
    drop: (place) => void waiting.delete(place),
    read: async () => ({ presses: inOrder(waiting.values()), failed: inOrder(failures.values()), unsafe: new Set(waiting.keys()) }),
    add: async (press, isSent = false) => put(press, isSent),
    takeBack: async (undo, logPlace) => {
      const log = logPlace === null ? undefined : waiting.get(logPlace);
      if (!log || sent.has(log.place)) {
        waiting.set(undo.place, undo);
        return false;
      }
      const left = without(
        log,
        undo.items.map(({ id }) => id),
      );
      if (left.items.length > 0) waiting.set(log.place, left);
      else waiting.delete(log.place);
      return true;
    },
    next: async () => {
      const press = inOrder(waiting.values())[0] ?? null;
      if (press) sent.add(press.place);
      return press;
    },
    remove: async (place) => void waiting.delete(place),
    fail: async (place, failed, others) => {
      for (const gone of [place, ...others]) waiting.delete(gone);
      if (failed) failures.set(place, failed);
    },
    retry: async (place) => {
      const failed = failures.get(place);
      if (failed) waiting.set(place, { place, items: failed.items });
      failures.delete(place);
    },
    dismiss: async (place) => void failures.delete(place),
  };
}

export function inOrder<P extends Press>(presses: Iterable<P>): P[] {
  return [...presses].toSorted((a, b) => (a.place < b.place ? -1 : 1));
}
