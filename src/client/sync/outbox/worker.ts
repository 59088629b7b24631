import type { BoardId, UserId } from '#shared/ids';
import type { LiveEvent } from '#shared/live-events';
import { Refused, Unreachable } from '#client/api/api.ts';
import { announceSessionEnd } from '#client/api/session.ts';
import type { PendingItem } from '#client/sync/commands/items.ts';
import { cancelledBy, keyOf } from '#client/sync/commands/registry.ts';
import { sentBy, SentAsAnother } from '#client/sync/commands/sending.ts';
import { lastWords } from '#client/sync/storage/last-words.ts';
import { reporting, reportUnexpected } from '#client/ui/unexpected.ts';
import { type Attempt, createLeader } from './leader.ts';
import { type Command, createMemoryQueue, type Earlier, type Queue, type QueueContent } from './queue.ts';
import { isTooMany, mayPassLater } from './retry-policy.ts';

/** Keeps and sends the commands of one person, in this tab. */
export interface OutboxWorker {
  /** Whether a command given now is durable. */
  isDurable(): boolean;
  /** Keeps the command, and sends it once it is as safe as it gets. `earlier`: what it makes void, if that waits. */
  enqueue(command: Command, earlier: Earlier | null): void;
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
  /** The queue as it is now; `taken`: the sequence of the command that it took last. */
  show(queue: QueueContent, taken?: string): void;
  /** The server carried the command out, here or in another tab: what the stream tells the person's other browsers of it. */
  onAnswer(sequence: string, events: readonly LiveEvent[]): void;
  /** Whether a change brought what the item did. */
  isConfirmed(item: PendingItem): boolean;
  /** The server can't be reached, and is tried again by itself. */
  onPause(): void;
}

/** Message between tabs: the answer to a command or, without it, that the queue has changed. */
interface Message {
  userId: UserId;
  answer?: { sequence: string; events: readonly LiveEvent[] };
}

/** The part of `BroadcastChannel` that is used. */
export interface Channel {
  postMessage(message: Message): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Message>) => void): void;
  close(): void;
}

export interface WorkerParts {
  userId: UserId;
  /** Null where the browser stores nothing: then a command stays in memory, and fails after three tries. */
  durable: Queue | null;
  /** Sends one command as this person, to whom the session must belong; with `keepalive`, though the page ends. Returns what it changed. */
  send(command: Command, userId: UserId, keepalive?: boolean): Promise<readonly LiveEvent[]>;
  /** Runs the job while no other tab runs one of this name; `waited` says whether one did. Aborting `signal` ends the wait. */
  exclusively<T>(name: string, job: (waited: boolean) => Promise<T>, signal: AbortSignal): Promise<T>;
  channel: Channel | null;
  observer: WorkerObserver;
  /** Without a durable queue: waits before each repetition after the server could not be reached, in milliseconds. */
  pauses?: readonly number[];
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
  /** Commands that are not stored yet and follow no other. */
  const unwritten = new Map<string, Command>();
  let isReading = false;
  let readAgain = false;
  let closed = false;
  /** The channel is closed: what is still under way then has nobody to tell. */
  let isSilent = false;
  let dropped = false;
  const leader = createLeader({
    attempt,
    exclusively: (job, signal) => exclusively(`ou-la-la-outbox-${userId}`, job, signal),
    onPause: observer.onPause,
  });

  channel?.addEventListener('message', ({ data }) => onMessage(data));
  refresh();
  leader.start();

  function write(job: () => Promise<void>): void {
    writes = writes.then(() => (dropped ? undefined : job())).catch(reporting('outbox'));
  }

  async function attempt(isStale: boolean): Promise<Attempt> {
    if (closed) return 'held';
    const command = await queue.next(!isStale);
    if (!command) return 'empty';
    if (closed) return 'held';
    try {
      const events = await (durable ? send(command, userId) : sendPatiently(command));
      // Told before the command leaves the queue, so that its points never disappear in between.
      const answer = { sequence: command.sequence, events };
      tell(answer);
      if (!closed) observer.onAnswer(answer.sequence, events);
    } catch (error) {
      if (error instanceof SentAsAnother) announceSessionEnd();
      if (error instanceof SentAsAnother || (error instanceof Refused && error.status === 401)) return 'held';
      if (durable ? mayPassLater(error) : isTooMany(error))
        return { later: true, afterMs: error instanceof Refused ? error.retryAfterMs : 0 };
      if (!isDoneAlready(command, error)) {
        reportUnexpected('outbox', error);
        await fail(command, error);
        moved();
        return 'done';
      }
    }
    await queue.remove(command.sequence);
    moved();
    return 'done';
  }

  async function sendPatiently(command: Command): Promise<readonly LiveEvent[]> {
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
    const keys = new Set<string | undefined>(command.items.map(keyOf));
    const undos = commands.filter(({ items }) => items.every((item) => keys.has(cancelledBy(item))));
    // A log that the person has undone need not be reported as failed.
    const undone = new Set(undos.flatMap(({ items }) => items.map(cancelledBy)));
    // The stream may have confirmed items although every reply was lost. If one of several boards is deleted by then, the retry is refused for all.
    const missed = command.items.filter((item) => !undone.has(keyOf(item)) && !observer.isConfirmed(item));
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

  /** Each call of the queue has looked at it. */
  function moved(taken?: string): void {
    tell();
    if (!closed) observer.show(queue.latest(), taken);
  }

  function tell(answer?: Message['answer']): void {
    if (!isSilent) channel?.postMessage({ userId, ...(answer && { answer }) });
  }

  function onMessage({ userId: whose, answer }: Message): void {
    if (closed || whose !== userId) return;
    if (answer) return observer.onAnswer(answer.sequence, answer.events);
    refresh();
    setTimeout(() => leader.start(), othersWaitMs);
  }

  /** Reads the queue again: other tabs change it, too. */
  function refresh(): void {
    readAgain = true;
    if (isReading) return;
    isReading = true;
    write(async () => {
      while (readAgain && !closed) {
        readAgain = false;
        await read().catch(reporting('outbox'));
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
      leader.start();
    });
  }

  return {
    isDurable: () => queue.isDurable(),
    enqueue(command, earlier) {
      // Sent as the page ends, one that follows another could arrive before it.
      if (!earlier) unwritten.set(command.sequence, command);
      write(async () => {
        // The first of the queue is sent at once: marked now, it is sent after this one transaction.
        const isNext = !leader.isWaiting() && queue.latest().commands.length === 0;
        await queue.add(command, { sent: isNext, earlier }).finally(() => unwritten.delete(command.sequence));
        moved(command.sequence);
        leader.start(isNext);
      });
    },
    retry: (sequence) => settleFailure(() => queue.retry(sequence)),
    dismiss: (sequence) => settleFailure(() => queue.dismiss(sequence)),
    retryNow: leader.retryNow,
    isWaiting: leader.isWaiting,
    rest() {
      if (closed) return;
      // From now on the server may have them, whichever queue they end up in.
      for (const sequence of unwritten.keys()) lastWords.add('sent', sequence);
      for (const command of [...unwritten.values(), ...queue.handOver()]) send(command, userId, true).catch(reporting('outbox'));
      leader.rest();
    },
    wake() {
      if (closed) return;
      tell();
      refresh();
      leader.retryNow();
    },
    close() {
      closed = true;
      leader.stop();
      // The channel stays open until all writes are done: the person may be back with another worker by then.
      void writes.then(async () => {
        // Commands only in memory are written to the store, if it works now.
        if (!dropped) await queue.read();
        isSilent = true;
        channel?.close();
      });
    },
    async drop() {
      dropped = true;
      await writes;
    },
  };
}

/** When the server says that nothing is left to be done. */
function isDoneAlready({ items: [first] }: Command, error: unknown): boolean {
  return first !== undefined && error instanceof Refused && error.code !== null && (sentBy(first).doneBy?.includes(error.code) ?? false);
}

/** The board of the item that was refused, and with it all the others. */
function boardRefused({ items }: Command, { field }: Refused): { boardId?: BoardId } {
  const index = /^\w+\.(\d+)$/.exec(field ?? '')?.[1];
  const boardId = index === undefined ? undefined : items[Number(index)]?.boardId;
  return boardId === undefined ? {} : { boardId };
}
