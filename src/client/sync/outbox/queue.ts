/** What waits to be sent, and where it waits. */
import type { BoardId } from '#shared/ids';
import type { RefusalCode } from '#shared/refusals';
import type { PendingItem } from '#client/sync/commands/items.ts';

/** A change that waits to be sent: items of one kind, which are carried out together or not at all. */
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
  boardId?: BoardId;
}

export interface QueueContent {
  commands: readonly Command[];
  failed: readonly FailedCommand[];
  /** Sequences of the commands that are lost with the tab. */
  unsafe?: ReadonlySet<string>;
  /** How many commands of another version of the app are kept, which this one can neither show nor send. */
  unknown?: number;
}

/** A waiting command that a later one makes void, if it was never sent. */
export interface Earlier {
  sequence: string;
  /** The ids of its items. */
  ids: readonly string[];
  /** Whether the later one then has nothing left to do either. */
  both: boolean;
}

export interface Adding {
  /** The server may have it, or will be asked to take it at once. */
  sent?: boolean;
  earlier?: Earlier | null | undefined;
}

/** The commands of one person, in the order they were given. Calls from several tabs are serialised. */
export interface Queue {
  /** Whether a command added now is durable, as far as is known. */
  isDurable(): boolean;
  /** What it held at the end of the last call. */
  latest(): QueueContent;
  read(): Promise<QueueContent>;
  /** Settles when the command is as safe as the queue makes it. True when it vanished together with the earlier one. */
  add(command: Command, adding?: Adding): Promise<boolean>;
  /**
   * The command to send now: the first. From now on it counts as sent, even if this tab ends. `isCurrent`: no other tab can have
   * sent anything since the last call.
   */
  next(isCurrent?: boolean): Promise<Command | null>;
  remove(sequence: string): Promise<void>;
  /** Replaces the command by `failed`, or by nothing, and removes `others`. */
  fail(sequence: string, failed: FailedCommand | null, others: readonly string[]): Promise<void>;
  /** Puts a failed command back into the queue, to be sent again. */
  retry(sequence: string): Promise<void>;
  dismiss(sequence: string): Promise<void>;
  /** The commands that would be lost with the tab and follow no other, to be sent as it ends. From now on they count as sent. */
  handOver(): readonly Command[];
}

/** What a command still does without the items that were made void before they were sent. */
export function without(command: Command, ids: readonly string[]): Command {
  return ids.length === 0 ? command : { sequence: command.sequence, items: command.items.filter(({ id }) => !ids.includes(id)) };
}

/** Open to whoever falls back to it. By sequence. */
export interface MemoryQueue extends Queue {
  waiting: Map<string, Command>;
  failures: Map<string, FailedCommand>;
  sent: Set<string>;
  /** The command that each one follows. */
  earlierOnes: Map<string, Earlier>;
  put(command: Command, adding: Adding): void;
}

/** A queue in memory, for browsers that store nothing, or nothing safely. */
export function createMemoryQueue(): MemoryQueue {
  const waiting = new Map<string, Command>();
  const failures = new Map<string, FailedCommand>();
  const sent = new Set<string>();
  const earlierOnes = new Map<string, Earlier>();
  const put = (command: Command, { sent: isSent = false, earlier }: Adding) => {
    waiting.set(command.sequence, command);
    if (isSent) sent.add(command.sequence);
    if (earlier) earlierOnes.set(command.sequence, earlier);
  };
  const latest = () => ({ commands: inOrder(waiting.values()), failed: inOrder(failures.values()), unsafe: new Set(waiting.keys()) });
  return {
    ...{ waiting, failures, sent, earlierOnes, put, latest },
    isDurable: () => false,
    handOver() {
      const first = latest().commands.filter(({ sequence }) => !earlierOnes.has(sequence));
      for (const { sequence } of first) sent.add(sequence);
      return first;
    },
    read: async () => latest(),
    add: async (command, { sent: isSent = false, earlier } = {}) => {
      const before = earlier ? waiting.get(earlier.sequence) : undefined;
      if (!earlier || !before || sent.has(before.sequence)) {
        put(command, { sent: isSent, earlier });
        return false;
      }
      const left = without(before, earlier.ids);
      if (left.items.length > 0) waiting.set(before.sequence, left);
      else waiting.delete(before.sequence);
      if (!earlier.both) put(command, { sent: isSent });
      return earlier.both;
    },
    next: async () => {
      const command = latest().commands[0] ?? null;
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
