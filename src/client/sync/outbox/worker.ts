import type { BoardChange } from '#shared/boards';
import { Refused, Unreachable } from '#client/api/api.ts';
import { announceSessionEnd } from '#client/api/session.ts';
import { lastWords } from '#client/sync/storage/last-words.ts';
import { createMemoryQueue, type PendingItem, type Command, type Queue, type QueueContent } from './queue.ts';
import { type Attempt, createSender } from './sender.ts';

/** Keeps and sends the commands of one person, in this tab. */
export interface OutboxWorker {
  /** Whether a command given now is durable. */
  isDurable(): boolean;
  /** Calls `onKept` once the command is as safe as it gets; only then is it sent. */
  add(command: Command, onKept: () => void): void;
  /** Undoes an activity; `logSequence`: of its log, if that waits. */
  undo(undo: Command, logSequence: string | null, onKept: () => void): void;
  /** Sends a failed command again, under the same ids. */
  retry(sequence: string): void;
  dismiss(sequence: string): void;
  /** Retries now, when the server is likely to be reachable again. */
  retryNow(): void;
  /** Whether it waits for a server that can't be reached now. */
  isWaiting(): boolean;
  /** The page is hidden away, perhaps for good: other tabs must be able to send, and commands only in memory are sent now. */
  rest(): void;
  /** The page is shown again, or the store of the browser is back. */
  wake(): void;
  /** Sends nothing more from here. Waiting commands stay stored for their person. */
  close(): void;
  /** Stops writing, too. Settles when no write is running. */
  drop(): Promise<void>;
}

/** Told what happens to the queue, so that this tab can show it. */
export interface WorkerObserver {
  /** The queue as it is now. */
  show(queue: QueueContent): void;
  ingest(change: BoardChange): void;
  /** Whether a change brought what the item did. */
  isConfirmed(item: PendingItem): boolean;
  /** The server can't be reached, and is tried again by itself. */
  onPause(): void;
}

/** Message between tabs: the `changes` that a command led to or, without them, that the queue has changed. */
interface Message {
  userId: string;
  changes?: readonly BoardChange[];
}

/** The part of `BroadcastChannel` that is used. */
export interface Channel {
  postMessage(message: Message): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Message>) => void): void;
  close(): void;
}

export interface WorkerParts {
  userId: string;
  /** Null where the browser stores nothing: then a command stays in memory, and fails after three tries. */
  durable: Queue | null;
  /** Sends one command as this person, to whom the session must belong; with `keepalive`, though the page ends. Returns what it changed. */
  send(command: Command, userId: string, keepalive?: boolean): Promise<readonly BoardChange[]>;
  /** Runs the job while no other tab runs one of this name. Aborting `signal` ends the wait. */
  exclusively<T>(name: string, job: () => Promise<T>, signal: AbortSignal): Promise<T>;
  channel: Channel | null;
  observer: WorkerObserver;
  /** Without a durable queue: waits before each repetition after the server could not be reached, in milliseconds. */
  pauses?: readonly number[];
}

/** The session turned out to be another person's. */
export class SentAsAnother extends Error {
  override readonly name = 'SentAsAnother';
}

// Gives the tab in which a command was given time to send it; others send it only if that tab is gone.
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
  /** Logs that are not stored yet. */
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
      // Ingested before the command leaves the queue, so that its points never disappear in between.
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
    // A log that the person has undone need not be reported as failed.
    const undone = new Set(undos.flatMap((undo) => undo.items.map(({ id }) => id)));
    // The stream may have confirmed items although every reply was lost. If one of several boards is deleted by then, the retry is refused for all.
    const missed = command.items.filter((item) => (item.kind === 'undo' || !undone.has(item.id)) && !observer.isConfirmed(item));
    const reason =
      error instanceof Refused
        ? { code: error.code, sentence: error.sentence, ...boardRefused(command, error) }
        : { code: null, sentence: null };
    const failed = missed.length === 0 ? null : { sequence: command.sequence, items: missed, ...reason };
    // What was not logged need not be undone. Of several items, some may have been logged by a try whose reply was lost before one
    // of their boards was deleted: their undos are sent.
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

  /** Reads the queue again: other tabs change it, too. */
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
        // Reads the queue, to show that the command is not safe.
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
      // From now on the server may have them, whichever queue they end up in.
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
      // The channel stays open until all writes are done: the person may be back with another worker by then.
      void writes.then(async () => {
        // Commands only in memory are written to the store, if it works now.
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

/** When the activity is not there, its undo has nothing left to do. */
function isGoneAlready({ items }: Command, error: unknown): boolean {
  return items[0]?.kind === 'undo' && error instanceof Refused && error.code === 'activity_not_found';
}

/** Of a log on several boards: on which one it was refused, and so on all. */
function boardRefused({ items }: Command, { field }: Refused): { boardId?: string } {
  const place = /^activities\.(\d+)$/.exec(field ?? '')?.[1];
  const boardId = place === undefined ? undefined : items.filter(({ kind }) => kind === 'log')[Number(place)]?.boardId;
  return boardId === undefined ? {} : { boardId };
}

function isTooMany(error: unknown): boolean {
  return error instanceof Refused && error.status === 429;
}

/** Whether the same command can succeed later: the server is unreachable, busy or full. */
function mayPassLater(error: unknown): boolean {
  return error instanceof Refused ? error.status >= 500 || error.status === 408 || error.status === 429 : error instanceof Unreachable;
}
