/** What this browser keeps of the people who use it. Loaded apart, after the first screen: nothing of it is needed for that. */
import { hashKey, type QueryCacheNotifyEvent } from '@tanstack/react-query';
import type { Account } from '#shared/accounts';
import { sessionOf } from '#client/accounts/session-queries.ts';
import { api } from '#client/api/api.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { keepBoardsReady } from '#client/boards/ready-boards.ts';
import { queryClient } from '#client/sync/cache/query-client.ts';
import { createDurableQueue } from '#client/sync/outbox/durable-queue.ts';
import type { Queue } from '#client/sync/outbox/queue.ts';
import { sendCommand } from '#client/sync/outbox/send-command.ts';
import { createSteadyQueue } from '#client/sync/outbox/steady-queue.ts';
import { type WorkerObserver, type OutboxWorker, createOutboxWorker } from '#client/sync/outbox/worker.ts';
import { lastContact } from '#client/sync/stream/last-contact.ts';
import { live } from '#client/sync/stream/live.ts';
import { restWithPage } from './page-rest.ts';
import { keepSeen, type LastSeen, readLastSeen, type SeenKeeper } from './persistence.ts';
import { createBrowserStore } from './store.ts';
import { createVault } from './vault.ts';

const store = createBrowserStore('ou-la-la');
const opening = createVault(store);
/** What waits in memory outlives a session that ended, as long as the page does. */
const queues = new Map<string, Queue>();
let keeping: { userId: string | null; keeper: Promise<SeenKeeper | null> } | undefined;

/** Ends the readying of boards. */
let readyBoards: (() => void) | undefined;

restWithPage(store);
store.onBack(() => {
  // Of everybody: what waits in memory is brought to the store.
  for (const queue of queues.values()) void queue.read();
  // What could not begin without the store.
  if (keeping) void keepAgain(keeping);
});

/** From where the commands of a person are kept, if this browser can keep anything, and sent. */
export async function createWorkerOf(userId: string, observer: WorkerObserver): Promise<OutboxWorker> {
  const vault = await opening;
  const queue = vault && (queues.get(userId) ?? createSteadyQueue(createDurableQueue(vault, userId)));
  if (queue) queues.set(userId, queue);
  const worker = createOutboxWorker({
    userId,
    durable: queue,
    send: sendCommand,
    exclusively: (name, job, signal) => ('locks' in navigator ? navigator.locks.request(name, { signal }, job) : job()),
    channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('ou-la-la-outbox'),
    observer,
  });
  const stops = [restWithPage(worker), store.onBack(worker.wake)];
  return {
    ...worker,
    close() {
      for (const stop of stops) stop();
      worker.close();
    },
  };
}

/** From now on keeps what this person sees, and makes all boards ready; what others saw here is forgotten. With nobody, all is. */
export function keepSeenOf(userId: string | null): void {
  if (keeping?.userId === userId) return;
  readyBoards?.();
  readyBoards = userId === null ? undefined : makeBoardsReady(userId);
  const before = keeping?.keeper;
  keeping = { userId, keeper: followOn(before, userId).catch(() => null) };
  document.addEventListener('visibilitychange', saveWhenHidden);
}

async function keepAgain(failed: NonNullable<typeof keeping>): Promise<void> {
  const keeper = await failed.keeper;
  if (keeper) await keeper.save();
  else if (keeping === failed) keeping.keeper = followOn(undefined, failed.userId).catch(() => null);
}

/** Forgets all of a person who signs out, with the key. */
export async function wipe(userId: string): Promise<void> {
  queues.delete(userId);
  if (keeping?.userId === userId) keepSeenOf(null);
  await keeping?.keeper;
  await (await opening)?.wipe(userId);
}

/** What was last seen here, for a start without the server; null also when the store does not answer. */
export async function lastSeen(): Promise<LastSeen | null> {
  const vault = await opening;
  return vault && (await readLastSeen(vault, build()).catch(() => null));
}

/** Puts what this person saw here before into the caches, where nothing newer is, if by then it is still wanted. */
export async function restoreSeenOf(userId: string, isWanted: () => boolean): Promise<void> {
  const seen = await lastSeen();
  if (seen?.user.id === userId && sessionOf(queryClient)?.id === userId && isWanted()) seen.restore(queryClient);
}

/** Asks who is signed in until the server answers. */
export async function untilAnswered(): Promise<Account | null> {
  for (let failures = 0; ; failures += 1) {
    await untilLikely(Math.min(15_000, 1000 * 2 ** failures) * (0.5 + Math.random() / 2));
    try {
      return (await api('GET /api/session')).user;
    } catch {
      // Away still.
    }
  }
}

async function followOn(before: Promise<SeenKeeper | null> | undefined, userId: string | null): Promise<SeenKeeper | null> {
  await (await before)?.stop();
  const vault = await opening;
  if (!vault) return null;
  if (userId !== null) return await keepSeen({ client: queryClient, vault, userId, build: build(), asOf: lastContact });
  await vault.forgetSeen();
  return null;
}

// What a screen is made of comes first, and is still being read a while after it is drawn.
const firstReadyAfterMs = 3000;
const betweenBoardsMs = 200;

function makeBoardsReady(userId: string): () => void {
  const boards = keepBoardsReady({ client: queryClient, userId, isGoodTime: isTimeForBoards, idle: () => untilIdle(betweenBoardsMs) });
  const timer = setTimeout(boards.goOn, firstReadyAfterMs);
  const isOurs = ({ query, type }: QueryCacheNotifyEvent) => type === 'updated' && query.queryHash === boardsHash;
  const stops = [
    live.subscribe(boards.goOn),
    queryClient.getQueryCache().subscribe((event) => {
      if (isOurs(event)) boards.goOn();
    }),
  ];
  document.addEventListener('visibilitychange', boards.goOn);
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', boards.goOn);
    boards.stop();
  };
}

const boardsHash = hashKey(boardsQuery.queryKey);

function isTimeForBoards(): boolean {
  const me = sessionOf(queryClient);
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return (
    performance.now() > firstReadyAfterMs &&
    live.connection() === 'live' &&
    document.visibilityState === 'visible' &&
    connection?.saveData !== true &&
    // Else nothing may outlive the browser (decision D8).
    me?.preferences.essentialCookies === true
  );
}

function untilIdle(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 });
      else resolve();
    }, ms);
  });
}

function saveWhenHidden(): void {
  if (document.visibilityState === 'hidden') void keeping?.keeper.then((keeper) => keeper?.save());
}

function untilLikely(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      document.removeEventListener('visibilitychange', goWhenSeen);
      resolve();
    };
    const goWhenSeen = () => {
      if (document.visibilityState === 'visible') go();
    };
    const timer = setTimeout(go, waitMs);
    addEventListener('online', go);
    document.addEventListener('visibilitychange', goWhenSeen);
  });
}

/** The name of the first script: it changes with every line of the app. */
function build(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
}
