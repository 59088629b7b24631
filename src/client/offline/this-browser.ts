/** What this browser keeps of the people who use it. Loaded apart, after the first screen: nothing of it is needed for that. */
import type { Account } from '#shared/accounts';
import { sessionOf } from '#client/accounts/session-queries.ts';
import { api } from '#client/api.ts';
import { queryClient } from '#client/query-client.ts';
import { type Counter, type Desk, openDesk } from './desk.ts';
import { lastContact } from './last-contact.ts';
import { lastingQueue } from './lasting-queue.ts';
import { keepSeen, type LastSeen, readLastSeen, type SeenKeeper } from './seen-cache.ts';
import { sendPress } from './send-press.ts';
import { openVault } from './vault.ts';

const opening = openVault();
let keeping: { userId: string | null; keeper: Promise<SeenKeeper | null> } | undefined;

/** From where the presses of a person are kept, if this browser can keep anything, and sent. */
export async function openDeskOf(userId: string, counter: Counter): Promise<Desk> {
  const vault = await opening;
  return openDesk({
    userId,
    lasting: vault && lastingQueue(vault, userId),
    send: sendPress,
    exclusively: (name, job) => ('locks' in navigator ? navigator.locks.request(name, job) : job()),
    channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('ou-la-la-outbox'),
    counter,
  });
}

/** From now on keeps what this person sees; what others saw here is forgotten. With nobody, all is. */
export function keepSeenOf(userId: string | null): void {
  if (keeping?.userId === userId) return;
  const before = keeping?.keeper;
  keeping = { userId, keeper: followOn(before, userId).catch(() => null) };
  addEventListener('visibilitychange', saveWhenHidden);
  addEventListener('pagehide', saveWhenHidden);
}

/** Forgets all of a person who signs out, with the key. */
export async function wipe(userId: string): Promise<void> {
  if (keeping?.userId === userId) keepSeenOf(null);
  await keeping?.keeper;
  await (await opening)?.wipe(userId);
}

/** What was last seen here, for a start without the server. */
export async function lastSeen(): Promise<LastSeen | null> {
  const vault = await opening;
  return vault && (await readLastSeen(vault, build()));
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
