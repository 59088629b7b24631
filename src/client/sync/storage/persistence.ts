/** Stores what the person has seen, encrypted, for a start without a network. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { promisifyRequest } from 'idb-keyval';
import type { Account } from '#shared/accounts';
import type { BoardCard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { sessionOf, sessionQuery } from '#client/session/session-queries.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { withUnlisted } from '#client/sync/replica/ingest.ts';
import { mayPass } from '#client/sync/replica/query-client.ts';
import { greeted, historyReplaced } from '#client/sync/replica/signals.ts';
import { syncStateOf } from '#client/sync/replica/state.ts';
import { reporting } from '#client/ui/unexpected.ts';
import { type Drawer, everything, type LastPerson, lastPersonPath, type Vault } from './vault.ts';

/** What was last seen in this browser. `asOf`: when it was last known to be true, in milliseconds since 1970. */
export interface LastSeen {
  user: Account;
  asOf: number;
  /** Puts everything else that was seen into the caches, unless they are of another epoch. */
  restore(client: QueryClient): void;
}

/** What was last seen, and who is signed in, which is known once the server can be reached. */
export interface SeenBefore extends LastSeen {
  answer: Promise<Account | null>;
}

interface SeenQuery {
  key: readonly unknown[];
  data: unknown;
}

export interface SeenKeeper {
  /** Writes what changed since the last time. */
  save(): Promise<void>;
  /** Settles when nothing more will be written. */
  stop(): Promise<void>;
}

interface SeenKeeperParts {
  client: QueryClient;
  vault: Vault;
  userId: UserId;
  /** The version of the app: what another one wrote may have another shape. */
  build: string;
  /** When what is cached was last known to be true. */
  asOf(): number;
}

const longestKeptMs = 30 * 24 * 60 * 60 * 1000;
// Screens read several things at once; after that, not more often than this.
const gatherMs = 50;
const pauseMs = 1000;

/** Reads what was last seen; null when there is nothing, or nothing that this version can show. */
export async function readLastSeen(vault: Vault, build: string, now = Date.now()): Promise<LastSeen | null> {
  const last = await vault.lastPerson();
  if (!last || last.build !== build || now - last.asOf > longestKeptMs) return null;
  const drawer = await vault.drawerOf(last.userId);
  const records = await drawer.all('seen');
  const opened = await Promise.all(records.map(({ name, record }) => drawer.decrypt<SeenQuery>('seen', name, record)));
  const queries = opened.filter((query) => query !== undefined);
  const user = queries.find(({ key }) => key[0] === sessionQuery.queryKey[0])?.data as Account | null | undefined;
  if (user?.id !== last.userId) return null;
  return {
    user,
    asOf: last.asOf,
    restore(client) {
      const sync = syncStateOf(client);
      // Without one it was written before the first greeting: the next one is of another in any case.
      sync.epoch ??= last.epoch ?? '';
      if (sync.epoch !== (last.epoch ?? '')) return;
      for (const { key, data } of queries) {
        const state = client.getQueryState(key);
        const areBoards = key[0] === queryKeys.boards[0];
        // A query being read will be newer, and a refused one is not this person's any more. The boards are read against those known before.
        const isWanted = (areBoards || state?.fetchStatus !== 'fetching') && (!state?.error || mayPass(state.error));
        if (state?.data === undefined) {
          if (isWanted) putKept(client, { key, data });
        } else if (areBoards) {
          const known = withUnlisted(client, state.data as BoardCard[], data as BoardCard[]);
          client.setQueryData(queryKeys.boards, known, { updatedAt: state.dataUpdatedAt });
        }
      }
    },
  };
}

/** However young, it may have changed without a revision that tells so, as when a recap comes: it is read again when it is next shown. */
function putKept(client: QueryClient, { key, data }: SeenQuery): void {
  client.setQueryData(key, data);
  void client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
}

/** From now on writes this person's cached data, about once a second while it changes. */
export async function keepSeen({ client, vault, userId, build, asOf }: SeenKeeperParts): Promise<SeenKeeper> {
  const cache = client.getQueryCache();
  const moved = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> = Promise.resolve();
  let savedAt = 0;
  let stopped = false;
  /** Whether what is stored is of a state of the server that is no more. */
  let isReplaced = false;

  const before = await vault.lastPerson();
  await vault.forgetSeen(before?.build === build ? userId : undefined);
  const drawer = await vault.drawerOf(userId);
  // The empty one equals no other: what an earlier start stored before any greeting may be of any epoch.
  let storedEpoch = before?.build === build && before.userId === userId ? (before.epoch ?? '') : undefined;
  await claim(drawer, { userId, asOf: asOf(), build, epoch: storedEpoch });
  markAll();

  const unsubscribe = cache.subscribe((event) => {
    const isNews = event.type === 'removed' || (event.type === 'updated' && event.action.type === 'success');
    if (!isNews || !isKept(event.query)) return;
    moved.add(event.query.queryHash);
    // Deleted at once: the person may not see it any more.
    if (event.type === 'removed') return void save();
    timer ??= setTimeout(() => void save(), Math.max(gatherMs, Math.min(pauseMs, savedAt + pauseMs - Date.now())));
  });

  // Stored without its epoch, it would be dropped by the next start.
  const stopGreeting = greeted.listen(() => {
    if (syncStateOf(client).epoch === storedEpoch) return;
    markAll();
    void save();
  });

  const stopForgetting = historyReplaced.listen(() => {
    isReplaced = true;
    markAll();
    void save();
  });

  function markAll(): void {
    for (const query of cache.getAll()) if (isKept(query)) moved.add(query.queryHash);
  }

  function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    savedAt = Date.now();
    saving = saving.then(saveMoved).catch(reporting('storage'));
    return saving;
  }

  async function saveMoved(): Promise<void> {
    if (stopped) return;
    const me = sessionOf(client);
    if (me?.id !== userId) return;
    if (!me.preferences.essentialCookies) {
      // The session must not outlive the browser, and nothing stored with it (decision D8).
      await vault.forgetSeen();
      return;
    }
    const hashes = [...moved];
    moved.clear();
    try {
      await write(hashes);
    } catch (error) {
      for (const hash of hashes) moved.add(hash);
      throw error;
    }
  }

  async function write(hashes: readonly string[]): Promise<void> {
    const records = await Promise.all(
      hashes.map(async (hash) => {
        const query = cache.get(hash);
        const seen = query && query.state.data !== undefined ? seenOf(query) : undefined;
        return [hash, seen && (await drawer.encrypt('seen', hash, seen))] as const;
      }),
    );
    await drawer.change(async (store) => {
      const last = await promisifyRequest<LastPerson | undefined>(store.get(lastPersonPath));
      // The drawer was wiped or replaced: another tab has signed out or switched the person first.
      if (last?.userId !== userId) return;
      const epoch = syncStateOf(client).epoch ?? last.epoch;
      // Not only what is cached now: boards that were not opened since the start are stored, too.
      if (isReplaced || (last.epoch !== undefined && last.epoch !== epoch)) store.delete(everything('seen', userId));
      isReplaced = false;
      for (const [hash, sealed] of records) {
        if (sealed) store.put(sealed, ['seen', userId, hash]);
        else store.delete(['seen', userId, hash]);
      }
      storedEpoch = epoch;
      store.put({ userId, asOf: asOf(), build, epoch } satisfies LastPerson, lastPersonPath);
    });
  }

  await save();
  return {
    save,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
      stopGreeting();
      stopForgetting();
      await saving;
    },
  };
}

async function claim(drawer: Drawer, last: LastPerson): Promise<void> {
  await drawer.change((store) => void store.put(last, lastPersonPath));
}

// About other people, about to go, worthless without the server, or a file of the app.
const notKept: ReadonlySet<unknown> = new Set([
  'user',
  'invitation',
  'account',
  'sessions',
  'single-links',
  'board-guests',
  're-entry',
  'scores',
  'retired-actions',
  'action-proposals',
  'emojis',
]);

function isKept({ queryKey }: Query): boolean {
  return !notKept.has(queryKey[0]);
}

/** A list that is read page by page is kept with its first page alone. */
function seenOf({ queryKey, state }: Query): SeenQuery {
  const { data } = state;
  return {
    key: queryKey,
    data: isPaged(data) ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
  };
}

function isPaged(data: unknown): data is { pages: unknown[]; pageParams: unknown[] } {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
}
