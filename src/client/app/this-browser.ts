/** The storage of this browser for its users. Loaded after the first screen, which needs none of it. */
import { hashKey, type QueryCacheNotifyEvent } from '@tanstack/react-query';
import type { Account } from '#shared/accounts';
import type { UserId } from '#shared/ids';
import { sessionOf } from '#client/session/session-queries.ts';
import { api } from '#client/api/api.ts';
import { backoff } from '#client/api/backoff.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { keepOnlyAvatarsOf } from '#client/boards/kept-avatars.ts';
import { keepBoardsReady } from '#client/boards/ready-boards.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { forgetQueueOf } from '#client/sync/outbox/browser-worker.ts';
import { browserStore, browserVault } from '#client/sync/storage/browser-vault.ts';
import { keepSeen, type LastSeen, readLastSeen, type SeenKeeper } from '#client/sync/storage/persistence.ts';
import { lastContact } from '#client/sync/stream/last-contact.ts';
import { live } from '#client/sync/stream/live.ts';
import { reportUnexpected } from '#client/ui/unexpected.ts';

let keeping: { userId: UserId | null; keeper: Promise<SeenKeeper | null> } | undefined;

/** Ends the readying of boards. */
let readyBoards: (() => void) | undefined;

browserStore.onBack(() => {
  // Begins to store, if that had to wait for the browser's store.
  if (keeping) void keepAgain(keeping);
});

/** From now on keeps what this person sees, and makes all boards ready; what others saw here is forgotten. With nobody, all is. */
export function keepSeenOf(userId: UserId | null): void {
  if (keeping?.userId === userId) return;
  keepOnlyAvatarsOf(userId);
  readyBoards?.();
  readyBoards = userId === null ? undefined : makeBoardsReady(userId);
  const before = keeping?.keeper;
  keeping = { userId, keeper: followOn(before, userId).catch(storageFailed) };
  document.addEventListener('visibilitychange', saveWhenHidden);
}

async function keepAgain(failed: NonNullable<typeof keeping>): Promise<void> {
  const keeper = await failed.keeper;
  if (keeper) await keeper.save();
  else if (keeping === failed) keeping.keeper = followOn(undefined, failed.userId).catch(storageFailed);
}

/** Forgets all of a person who signs out, with the key. */
export async function wipe(userId: UserId): Promise<void> {
  forgetQueueOf(userId);
  if (keeping?.userId === userId) keepSeenOf(null);
  await keeping?.keeper;
  await (await browserVault)?.wipe(userId);
}

/** The last stored state, for a start without the server; null also when the store does not answer. */
export async function lastSeen(): Promise<LastSeen | null> {
  const vault = await browserVault;
  return vault && (await readLastSeen(vault, build()).catch(storageFailed));
}

/** Puts what this person saw here before into the caches, where nothing newer is, if by then it is still wanted. */
export async function restoreSeenOf(userId: UserId, isWanted = () => true): Promise<void> {
  const seen = await lastSeen();
  if (seen?.user.id === userId && sessionOf(queryClient)?.id === userId && isWanted()) seen.restore(queryClient);
}

/** Asks who is signed in until the server answers. */
export async function untilAnswered(): Promise<Account | null> {
  for (let failures = 0; ; failures += 1) {
    await untilLikely(backoff(failures));
    try {
      return (await api('GET /api/session')).user;
    } catch (error) {
      reportUnexpected('start', error);
    }
  }
}

/** Nothing is kept, and everything else works. */
function storageFailed(error: unknown): null {
  reportUnexpected('storage', error);
  return null;
}

async function followOn(before: Promise<SeenKeeper | null> | undefined, userId: UserId | null): Promise<SeenKeeper | null> {
  await (await before)?.stop();
  const vault = await browserVault;
  if (!vault) return null;
  if (userId !== null) return await keepSeen({ client: queryClient, vault, userId, build: build(), asOf: lastContact });
  await vault.forgetSeen();
  return null;
}

// The code and data of the screen come first, and still load for a while after it is drawn.
const firstReadyAfterMs = 3000;
const betweenBoardsMs = 200;

function makeBoardsReady(userId: UserId): () => void {
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

const boardsHash = hashKey(queryKeys.boards);

function isTimeForBoards(): boolean {
  const me = sessionOf(queryClient);
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return (
    performance.now() > firstReadyAfterMs &&
    live.connection() === 'live' &&
    document.visibilityState === 'visible' &&
    connection?.saveData !== true &&
    // Without essential cookies nothing may outlive the browser (decision D8).
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
