import type { BoardChange } from '#shared/boards';
import { Refused, Unreachable } from '#client/api/api.ts';
import { announceSessionEnd } from '#client/api/signals.ts';
import { lastWords } from '#client/sync/storage/last-words.ts';
import { memoryQueue, type PendingItem, type Press, type Queue, type QueueContent } from './queue.ts';
import { type Attempt, createSender } from './sender.ts';

/** From where the presses of one person are kept and sent, in this tab. */
export interface Desk {
  /** Whether what is pressed now outlives the tab. */
  keeps(): boolean;
  /** Calls `onKept` once the press is as safe as it gets; only then is it sent. */
  add(press: Press, onKept: () => void): void;
  /** Takes an activity back, whose log waits at `logPlace` if it waits. */
  takeBack(undo: Press, logPlace: string | null, onKept: () => void): void;
  /** Sends a failed press again, under the same ids. */
  retry(place: string): void;
  dismiss(place: string): void;
  /** Something makes it likely that the server answers again. */
  hurry(): void;
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

/** What the desk works for: what this tab shows of it. */
export interface Counter {
  /** The queue as it is now. */
  show(queue: QueueContent): void;
  receive(change: BoardChange): void;
  /** Whether a change brought what the item did. */
  hasLanded(item: PendingItem): boolean;
  /** The server can't be reached, and is tried again by itself. */
  onPause(): void;
}

/** What tabs tell each other: `changes` that the server made of a press; without them, that the queue moved. */
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

export interface DeskParts {
  userId: string;
  /** Null where the browser keeps nothing: then a press lives in memory, is tried three times, and taken back. */
  lasting: Queue | null;
  /** Sends one press as this person, to whom the session must belong; with `keepalive`, though the page ends. Returns what it changed. */
  send(press: Press, userId: string, keepalive?: boolean): Promise<readonly BoardChange[]>;
  /** Runs the job while no other tab runs one of this name. When `signal` is aborted it waits for that no longer. */
  exclusively<T>(name: string, job: () => Promise<T>, signal: AbortSignal): Promise<T>;
  channel: Channel | null;
  counter: Counter;
  /** Without a lasting queue: waits before each repetition after the server could not be reached, in milliseconds. */
  pauses?: readonly number[];
}

/** The session turned out to be somebody else's. */
export class SentAsAnother extends Error {
  override readonly name = 'SentAsAnother';
}

// Time for the tab that made a press to send it: another one sees to it only if that tab is gone.
const othersWaitMs = 3000;

export function openDesk({ userId, lasting, send, exclusively, channel, counter, pauses = [400, 1200] }: DeskParts): Desk {
  const queue = lasting ?? memoryQueue();
  /** What this tab writes, one after the other. */
  let writes: Promise<void> = Promise.resolve();
  /** Logs that the queue has not taken yet. */
  const unwritten = new Map<string, Press>();
  let isReading = false;
  let readAgain = false;
  let closed = false;
  let dropped = false;
  const sender = createSender({
    attempt,
    exclusively: (job, signal) => exclusively(`ou-la-la-outbox-${userId}`, job, signal),
    onPause: counter.onPause,
  });

  channel?.addEventListener('message', ({ data }) => hear(data));
  refresh();
  sender.start();

  function write(job: () => Promise<void>): void {
    writes = writes.then(() => (dropped ? undefined : job())).catch(() => undefined);
  }

  async function attempt(): Promise<Attempt> {
    if (closed) return 'held';
    const press = await queue.next();
    if (!press) return 'empty';
    if (closed) return 'held';
    try {
      const changes = await (lasting ? send(press, userId) : sendPatiently(press));
      // Before it leaves the queue: nowhere may its points be missing in between.
      tell(changes);
      if (!closed) for (const change of changes) counter.receive(change);
    } catch (error) {
      if (error instanceof SentAsAnother) announceSessionEnd();
      if (error instanceof SentAsAnother || (error instanceof Refused && error.status === 401)) return 'held';
      if (lasting ? mayPassLater(error) : isTooMany(error))
        return { later: true, afterMs: error instanceof Refused ? error.retryAfterMs : 0 };
      if (!isGoneAlready(press, error)) {
        await fail(press, error);
        moved();
        return 'done';
      }
    }
    await queue.remove(press.place);
    moved();
    return 'done';
  }

  async function sendPatiently(press: Press): Promise<readonly BoardChange[]> {
    for (let repetition = 0; ; repetition += 1) {
      try {
        return await send(press, userId);
      } catch (error) {
        const wait = pauses[repetition];
        if (!(error instanceof Unreachable) || wait === undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, wait));
        if (closed) throw error;
      }
    }
  }

  async function fail(press: Press, error: unknown): Promise<void> {
    const { presses } = await queue.read();
    const logged = new Set(press.items.map(({ kind, id }) => (kind === 'log' ? id : '')));
    const undos = presses.filter((other) => other.items.every(({ kind, id }) => kind === 'undo' && logged.has(id)));
    // Who took it back need not hear that it was not logged.
    const takenBack = new Set(undos.flatMap((undo) => undo.items.map(({ id }) => id)));
    // The stream may have brought it while every reply got lost. Of several, one whose board was deleted since has the others refused.
    const missed = press.items.filter((item) => (item.kind === 'undo' || !takenBack.has(item.id)) && !counter.hasLanded(item));
    const reason = error instanceof Refused ? { code: error.code, sentence: error.sentence } : { code: null, sentence: null };
    const failed = missed.length === 0 ? null : { place: press.place, items: missed, ...reason };
    // What was not logged need not be taken back. Of several, some may have been, by a try whose reply got lost before one of
    // their boards was deleted: those undos are sent.
    const idle = press.items.length === 1 ? undos.map(({ place }) => place) : [];
    await queue.fail(press.place, failed, idle);
  }

  function moved(): void {
    tell();
    refresh();
  }

  function tell(changes?: readonly BoardChange[]): void {
    channel?.postMessage({ userId, ...(changes && { changes }) });
  }

  function hear(message: Message): void {
    if (closed || message.userId !== userId) return;
    if (message.changes) {
      for (const change of message.changes) counter.receive(change);
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
    if (!closed) counter.show(content);
  }

  function settleFailure(job: () => Promise<void>): void {
    write(async () => {
      await job();
      moved();
      sender.start();
    });
  }

  return {
    keeps: () => queue.keeps(),
    add(press, onKept) {
      unwritten.set(press.place, press);
      write(async () => {
        await queue.add(press).finally(() => unwritten.delete(press.place));
        onKept();
        tell();
        // To say that it is not safe.
        if (!queue.keeps()) refresh();
        sender.start();
      });
    },
    takeBack(undo, logPlace, onKept) {
      write(async () => {
        await queue.takeBack(undo, logPlace);
        onKept();
        moved();
        sender.start();
      });
    },
    retry: (place) => settleFailure(() => queue.retry(place)),
    dismiss: (place) => settleFailure(() => queue.dismiss(place)),
    hurry: sender.hurry,
    isWaiting: sender.isWaiting,
    rest() {
      if (closed) return;
      // The server may have them from now on, wherever they come to lie.
      for (const place of unwritten.keys()) lastWords.add('sent', place);
      for (const press of [...unwritten.values(), ...queue.handOver()]) send(press, userId, true).catch(() => undefined);
      sender.rest();
    },
    wake() {
      if (closed) return;
      moved();
      sender.hurry();
    },
    close() {
      closed = true;
      sender.stop();
      // What is being written still is told of: the person may be back at another desk by then.
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
function isGoneAlready({ items }: Press, error: unknown): boolean {
  return items[0]?.kind === 'undo' && error instanceof Refused && error.code === 'activity_not_found';
}

function isTooMany(error: unknown): boolean {
  return error instanceof Refused && error.status === 429;
}

/** Whether the very same press can succeed later: the server is away, busy or full. */
function mayPassLater(error: unknown): boolean {
  return error instanceof Refused ? error.status >= 500 || error.status === 408 || error.status === 429 : error instanceof Unreachable;
}
