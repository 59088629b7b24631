import type { BoardChange } from '#shared/boards';
import { Refused, Unreachable } from '#client/api/api.ts';
import { announceSessionEnd } from '#client/api/session.ts';
import { lastWords } from '#client/sync/storage/last-words.ts';
import { createMemoryQueue, type PendingItem, type Command, type Queue, type QueueContent } from './queue.ts';
import { type Attempt, createSender } from './sender.ts';

/** Keeps and sends the commands of one person, in this tab. */
export interface OutboxWorker {
  /** Whether what is pressed now outlives the tab. */
  isDurable(): boolean;
  /** Calls `onKept` once the command is as safe as it gets; only then is it sent. */
  add(command: Command, onKept: () => void): void;
  /** Undoes an activity; `logSequence`: of its log, if that waits. */
  undo(undo: Command, logSequence: string | null, onKept: () => void): void;
  /** Sends a failed command again, under the same ids. */
  retry(sequence: string): void;
  dismiss(sequence: string): void;
  /** Something makes it likely that the server answers again. */
  retryNow(): void;
  /** Whether it waits for a server that can't be reached now. */
  isWaiting(): boolean;
  /** The page is put away, perhaps for good: another one must be able to send, and what only this one has is sent now. */
  rest(): void;
  /** The page is shown again, or the store of the browser is back. */
  wake(): void;
  /** Sends nothing more from here. What waits stays kept for its person. */
  close(): void;
  /** Writes nothing more either. Settles when nothing is being written. */
  drop(): Promise<void>;
}

/** Who is told what becomes of the queue: what this tab shows of it. */
export interface WorkerObserver {
  /** The queue as it is now. */
  show(queue: QueueContent): void;
  ingest(change: BoardChange): void;
  /** Whether a change brought what the item did. */
  isConfirmed(item: PendingItem): boolean;
  /** The server can't be reached, and is tried again by itself. */
  onPause(): void;
}

/** What tabs tell each other: `changes` that the server made of a command; without them, that the queue moved. */
interface Message {
  userId: string;
  changes?: readonly BoardChange[];
}

/** As much of a `BroadcastChannel` as is needed. */
export interface Channel {
  postMessage(message: Message): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Message>) => void): void;
  close(): void;
}

export interface WorkerParts {
  userId: string;
  /** Null where the browser keeps nothing: then a command lives in memory, is tried three times, and given up. */
  durable: Queue | null;
  /** Sends one command as this person, to whom the session must belong; with `keepalive`, though the page ends. Returns what it changed. */
  send(command: Command, userId: string, keepalive?: boolean): Promise<readonly BoardChange[]>;
  /** Runs the job while no other tab runs one of this name. When `signal` is aborted it waits for that no longer. */
  exclusively<T>(name: string, job: () => Promise<T>, signal: AbortSignal): Promise<T>;
  channel: Channel | null;
  observer: WorkerObserver;
  /** Without a durable queue: waits before each repetition after the server could not be reached, in milliseconds. */
  pauses?: readonly number[];
}

/** The session turned out to be somebody else's. */
export class SentAsAnother extends Error {
  override readonly name = 'SentAsAnother';
}

// Time for the tab that a command was given in to send it: another one sends it only if that tab is gone.
const othersWaitMs = 3000;

export function createOutboxWorker({
  userId,
  durable,
  send,
  exclusively,
  channel,
  observer,
  pauses = [400, 1200],
}: WorkerParts): OutboxWorker {
  const queue = durable ?? createMemoryQueue();
  /** What this tab writes, one after the other. */
  let writes: Promise<void> = Promise.resolve();
  /** Logs that the queue has not taken yet. */
  const unwritten = new Map<string, Command>();
  let isReading = false;
  let readAgain = false;
  let closed = false;
  let dropped = false;
  const sender = createSender({
    attempt,
    exclusively: (job, signal) => exclusively(`ou-la-la-outbox-${userId}`, job, signal),
    onPause: observer.onPause,
  });

  channel?.addEventListener('message', ({ data }) => onMessage(data));
  refresh();
  sender.start();

  function write(job: () => Promise<void>): void {
    writes = writes.then(() => (dropped ? undefined : job())).catch(() => undefined);
  }

  async function attempt(): Promise<Attempt> {
    if (closed) return 'held';
    const command = await queue.next();
    if (!command) return 'empty';
    if (closed) return 'held';
    try {
      const changes = await (durable ? send(command, userId) : sendPatiently(command));
      // Before it leaves the queue: nowhere may its points be missing in between.
      tell(changes);
      if (!closed) for (const change of changes) observer.ingest(change);
    } catch (error) {
      if (error instanceof SentAsAnother) announceSessionEnd();
      if (error instanceof SentAsAnother || (error instanceof Refused && error.status === 401)) return 'held';
      if (durable ? mayPassLater(error) : isTooMany(error))
        return { later: true, afterMs: error instanceof Refused ? error.retryAfterMs : 0 };
      if (!isGoneAlready(command, error)) {
        await fail(command, error);
        moved();
        return 'done';
      }
    }
    await queue.remove(command.sequence);
    moved();
    return 'done';
  }

  async function sendPatiently(command: Command): Promise<readonly BoardChange[]> {
    for (let repetition = 0; ; repetition += 1) {
      try {
        return await send(command, userId);
      } catch (error) {
        const wait = pauses[repetition];
        if (!(error instanceof Unreachable) || wait === undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, wait));
        if (closed) throw error;
      }
    }
  }

  async function fail(command: Command, error: unknown): Promise<void> {
    const { commands } = await queue.read();
    const logged = new Set(command.items.map(({ kind, id }) => (kind === 'log' ? id : '')));
    const undos = commands.filter((other) => other.items.every(({ kind, id }) => kind === 'undo' && logged.has(id)));
    // Who undid it need not hear that it was not logged.
    const undone = new Set(undos.flatMap((undo) => undo.items.map(({ id }) => id)));
    // The stream may have brought it while every reply got lost. Of several, one whose board was deleted since has the others refused.
    const missed = command.items.filter((item) => (item.kind === 'undo' || !undone.has(item.id)) && !observer.isConfirmed(item));
    const reason = error instanceof Refused ? { code: error.code, sentence: error.sentence } : { code: null, sentence: null };
    const failed = missed.length === 0 ? null : { sequence: command.sequence, items: missed, ...reason };
    // What was not logged need not be undone. Of several, some may have been, by a try whose reply got lost before one of
    // their boards was deleted: those undos are sent.
    const idle = command.items.length === 1 ? undos.map(({ sequence }) => sequence) : [];
    await queue.fail(command.sequence, failed, idle);
  }

  function moved(): void {
    tell();
    refresh();
  }

  function tell(changes?: readonly BoardChange[]): void {
    channel?.postMessage({ userId, ...(changes && { changes }) });
  }

  function onMessage(message: Message): void {
    if (closed || message.userId !== userId) return;
    if (message.changes) {
      for (const change of message.changes) observer.ingest(change);
      return;
    }
    refresh();
    setTimeout(() => sender.start(), othersWaitMs);
  }

  /** Reads the queue again: it is what counts, and other tabs change it too. */
  function refresh(): void {
    readAgain = true;
    if (isReading) return;
    isReading = true;
    write(async () => {
      while (readAgain && !closed) {
        readAgain = false;
        await read().catch(() => undefined);
      }
      isReading = false;
    });
  }

  async function read(): Promise<void> {
    const content = await queue.read();
    if (!closed) observer.show(content);
  }

  function settleFailure(job: () => Promise<void>): void {
    write(async () => {
      await job();
      moved();
      sender.start();
    });
  }

  return {
    isDurable: () => queue.isDurable(),
    add(command, onKept) {
      unwritten.set(command.sequence, command);
      write(async () => {
        await queue.add(command).finally(() => unwritten.delete(command.sequence));
        onKept();
        tell();
        // To say that it is not safe.
        if (!queue.isDurable()) refresh();
        sender.start();
      });
    },
    undo(undo, logSequence, onKept) {
      write(async () => {
        await queue.undo(undo, logSequence);
        onKept();
        moved();
        sender.start();
      });
    },
    retry: (sequence) => settleFailure(() => queue.retry(sequence)),
    dismiss: (sequence) => settleFailure(() => queue.dismiss(sequence)),
    retryNow: sender.retryNow,
    isWaiting: sender.isWaiting,
    rest() {
      if (closed) return;
      // The server may have them from now on, wherever they come to lie.
      for (const sequence of unwritten.keys()) lastWords.add('sent', sequence);
      for (const command of [...unwritten.values(), ...queue.handOver()]) send(command, userId, true).catch(() => undefined);
      sender.rest();
    },
    wake() {
      if (closed) return;
      moved();
      sender.retryNow();
    },
    close() {
      closed = true;
      sender.stop();
      // The channel stays open for what is still being written: the person may be back, with another worker, by then.
      void writes.then(async () => {
        // What waits in memory only is brought to the store, if that takes it now.
        if (!dropped) await queue.read();
        channel?.close();
      });
    },
    async drop() {
      dropped = true;
      await writes;
    },
  };
}

/** An undo of what is not there has nothing left to do. */
function isGoneAlready({ items }: Command, error: unknown): boolean {
  return items[0]?.kind === 'undo' && error instanceof Refused && error.code === 'activity_not_found';
}

function isTooMany(error: unknown): boolean {
  return error instanceof Refused && error.status === 429;
}

/** Whether the very same command can succeed later: the server is away, busy or full. */
function mayPassLater(error: unknown): boolean {
  return error instanceof Refused ? error.status >= 500 || error.status === 408 || error.status === 429 : error instanceof Unreachable;
}
