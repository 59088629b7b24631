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
  confirmedRevision: number | null;
}

/** An activity that is being undone: it is shown as gone already. */
export interface PendingUndo {
  kind: 'undo';
  /** The activity's id. */
  id: string;
  boardId: string;
  /** Who undoes it. */
  userId: string;
  /** Whose points are taken; null when that account was deleted. */
  authorId: string | null;
  title: string;
  points: number;
  startedAt: number;
  confirmedRevision: number | null;
}

export type PendingItem = PendingActivity | PendingUndo;

/** A change that waits to be sent: the activities of one log, which are logged together or not at all, or one undo. */
export interface Command {
  /** Unique; sorted as text, the order of sending. */
  sequence: string;
  items: readonly PendingItem[];
}

/** A command that the server refused, kept until the person has seen why. */
export interface FailedCommand extends Command {
  /** Null when no server was reached. */
  code: RefusalCode | null;
  /** The server's reason, made to be shown. */
  sentence: string | null;
  /** The board that it is about, of several on which it was to be logged. */
  boardId?: string;
}

export interface QueueContent {
  commands: readonly Command[];
  failed: readonly FailedCommand[];
  /** Sequences of the commands that are lost with the tab. */
  unsafe?: ReadonlySet<string>;
}

/** The commands of one person, in the order they were given. Calls from several tabs are serialised. */
export interface Queue {
  /** Whether a command added now is durable, as far as is known. */
  isDurable(): boolean;
  read(): Promise<QueueContent>;
  /** Settles when the command is as safe as the queue makes it. `sent`: the server may have it. */
  add(command: Command, sent?: boolean): Promise<void>;
  /**
   * When the log that waits at `logSequence` was never sent, log and undo both vanish; else the undo is added.
   * True when they vanished.
   */
  undo(undo: Command, logSequence: string | null): Promise<boolean>;
  /** The command to send now: the first. From now on it counts as sent, even if this tab ends. */
  next(): Promise<Command | null>;
  remove(sequence: string): Promise<void>;
  /** Replaces the command by `failed`, or by nothing, and removes `others`. */
  fail(sequence: string, failed: FailedCommand | null, others: readonly string[]): Promise<void>;
  /** Puts a failed command back into the queue, to be sent again. */
  retry(sequence: string): Promise<void>;
  dismiss(sequence: string): Promise<void>;
  /** The logs that would be lost with the tab, to be sent as it ends. From now on they count as sent. */
  handOver(): readonly Command[];
}

/** What a command still does without the activities that were undone before they were sent. */
export function without(command: Command, ids: readonly string[]): Command {
  return ids.length === 0 ? command : { sequence: command.sequence, items: command.items.filter(({ id }) => !ids.includes(id)) };
}

export interface MemoryQueue extends Queue {
  all(): readonly Command[];
  holds(sequence: string): boolean;
  holdsFailed(sequence: string): boolean;
  isSent(sequence: string): boolean;
  markSent(sequence: string): void;
  put(command: Command, sent: boolean): void;
  putFailed(failed: FailedCommand): void;
  dropFailed(sequence: string): void;
  drop(sequence: string): void;
}

/** A queue in memory, for browsers that store nothing, or nothing safely. */
export function createMemoryQueue(): MemoryQueue {
  const waiting = new Map<string, Command>();
  const failures = new Map<string, FailedCommand>();
  const sent = new Set<string>();
  const put = (command: Command, isSent: boolean) => {
    waiting.set(command.sequence, command);
    if (isSent) sent.add(command.sequence);
  };
  const handOver = () => {
    const logs = inOrder(waiting.values()).filter(({ items }) => items.every(({ kind }) => kind === 'log'));
    for (const { sequence } of logs) sent.add(sequence);
    return logs;
  };
  return {
    isDurable: () => false,
    handOver,
    all: () => inOrder(waiting.values()),
    holds: (sequence) => waiting.has(sequence),
    holdsFailed: (sequence) => failures.has(sequence),
    isSent: (sequence) => sent.has(sequence),
    markSent: (sequence) => void sent.add(sequence),
    put,
    putFailed: (failed) => void failures.set(failed.sequence, failed),
    dropFailed: (sequence) => void failures.delete(sequence),
    drop: (sequence) => void waiting.delete(sequence),
    read: async () => ({ commands: inOrder(waiting.values()), failed: inOrder(failures.values()), unsafe: new Set(waiting.keys()) }),
    add: async (command, isSent = false) => put(command, isSent),
    undo: async (undo, logSequence) => {
      const log = logSequence === null ? undefined : waiting.get(logSequence);
      if (!log || sent.has(log.sequence)) {
        waiting.set(undo.sequence, undo);
        return false;
      }
      const left = without(
        log,
        undo.items.map(({ id }) => id),
      );
      if (left.items.length > 0) waiting.set(log.sequence, left);
      else waiting.delete(log.sequence);
      return true;
    },
    next: async () => {
      const command = inOrder(waiting.values())[0] ?? null;
      if (command) sent.add(command.sequence);
      return command;
    },
    remove: async (sequence) => void waiting.delete(sequence),
    fail: async (sequence, failed, others) => {
      for (const gone of [sequence, ...others]) waiting.delete(gone);
      if (failed) failures.set(sequence, failed);
    },
    retry: async (sequence) => {
      const failed = failures.get(sequence);
      if (failed) waiting.set(sequence, { sequence, items: failed.items });
      failures.delete(sequence);
    },
    dismiss: async (sequence) => void failures.delete(sequence),
  };
}

export function inOrder<P extends Command>(commands: Iterable<P>): P[] {
  return [...commands].toSorted((a, b) => (a.sequence < b.sequence ? -1 : 1));
}
