/**
 * What the browser keeps of a person, encrypted: each person has a drawer with an AES-GCM key of its own, which IndexedDB holds
 * and no script can read out. What it protects: the files of the browser after the key is gone, so after signing out. Not
 * a browser in which the person is signed in.
 */
import { get, promisifyRequest } from 'idb-keyval';
import type { UserId } from '#shared/ids';
import { ExpectedError } from '#client/ui/unexpected.ts';
import { lastWords } from './last-words.ts';
import { createBrowserStore, type Store, StoreAway, type Transact } from './store.ts';

/** A value as stored in the browser. It is bound to its name: under another one it can't be decrypted. */
export interface Encrypted {
  nonce: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** The values stored under `[kind, userId, name]`. */
export type Kind = 'press' | 'failed' | 'seen';
export type Path = [kind: Kind, userId: UserId, name: string];
/** What a value is encrypted as, so that nothing else can be made of it: its kind, or what versions that know only kinds must not open. */
export type Label = Kind | 'command' | 'failed command';

/** The drawer and its key were deleted since it was opened, by a sign-out here or in another tab. */
export class DrawerGone extends ExpectedError {
  override readonly name = 'DrawerGone';
}

export interface Drawer {
  readonly userId: UserId;
  encrypt(label: Label, name: string, value: unknown): Promise<Encrypted>;
  /** Undefined when it can't be decrypted. */
  decrypt<T>(label: Label, name: string, sealed: Encrypted): Promise<T | undefined>;
  /**
   * As `Store.transact`, to read and write unless `mode` says otherwise.
   *
   * @throws {DrawerGone} when the drawer's key is not the one it was opened with; then nothing happens
   */
  change<R>(job: (store: IDBObjectStore) => R | PromiseLike<R>, mode?: IDBTransactionMode): Promise<R>;
  /** All of a kind, by name, in the order of names. */
  all(kind: Kind): Promise<{ name: string; record: Encrypted }[]>;
}

/** The last person here, and when the stored boards were last known to be current, in milliseconds since 1970. */
export interface LastPerson {
  userId: UserId;
  asOf: number;
  /** The version of the app that wrote it. Another one may not read it. */
  build: string;
  /** Which history of the server's database it is from; undefined where no greeting has said so. */
  epoch?: string | undefined;
}

export interface Vault {
  /** Opens the person's drawer; creates it the first time. */
  drawerOf(userId: UserId): Promise<Drawer>;
  /** Opens the person's drawer; null when there is none, or none any more. */
  drawerIfAny(userId: UserId): Promise<Drawer | null>;
  lastPerson(): Promise<LastPerson | undefined>;
  /** Deletes the stored boards, but not the waiting commands, of everybody or of everybody but one person. */
  forgetSeen(exceptUserId?: UserId): Promise<void>;
  /** Forgets all of a person, key first. When the store is away, it is done before anything else once it is back, be it on the next page. */
  wipe(userId: UserId): Promise<void>;
}

export const lastPersonPath = ['last-person'];

/** Null where the browser keeps nothing or has no cryptography, as on pages that came without TLS. */
export async function createVault(store: Store = createBrowserStore('ou-la-la')): Promise<Vault | null> {
  if (typeof indexedDB === 'undefined' || typeof crypto === 'undefined' || !crypto.subtle) return null;
  try {
    // In private windows some browsers have a store that refuses everything.
    await store.transact('readonly', (kept) => promisifyRequest(kept.count()));
  } catch (error) {
    // A store that does not answer now may do so later.
    if (!(error instanceof StoreAway)) return null;
  }
  return vaultIn(store.transact);
}

interface KeptKey {
  key: CryptoKey;
  /** Random: distinguishes a key from its successor. */
  id: string;
}

function vaultIn(bare: Transact): Vault {
  const transact: Transact = async (mode, job) => {
    await settleWipes(bare);
    return await bare(mode, job);
  };
  const keyOf = (userId: UserId) => get<KeptKey>(['key', userId], transact);
  return {
    async drawerOf(userId) {
      const kept = (await keyOf(userId)) ?? (await keepFirst(['key', userId], await newKey()));
      return drawerWith(transact, userId, kept);
    },
    async drawerIfAny(userId) {
      const kept = await keyOf(userId);
      return kept ? drawerWith(transact, userId, kept) : null;
    },
    lastPerson: () => get<LastPerson>(lastPersonPath, transact),
    forgetSeen: (exceptUserId) =>
      transact('readwrite', async (store) => {
        const last = await promisifyRequest<LastPerson | undefined>(store.get(lastPersonPath));
        if (last?.userId !== exceptUserId) store.delete(lastPersonPath);
        if (exceptUserId === undefined) {
          store.delete(everything('seen'));
        } else {
          store.delete(IDBKeyRange.bound(['seen'], ['seen', exceptUserId], false, true));
          store.delete(IDBKeyRange.bound(['seen', exceptUserId, []], ['seen', []]));
        }
      }),
    async wipe(userId) {
      lastWords.add('wipe', userId);
      await settleWipes(bare);
    },
  };

  /** Two tabs that create a key at the same time get the same one. */
  function keepFirst(path: string[], made: KeptKey): Promise<KeptKey> {
    return transact('readwrite', async (store) => {
      const first = await promisifyRequest<KeptKey | undefined>(store.get(path));
      if (!first) store.put(made, path);
      return first ?? made;
    });
  }
}

/** Wipes that could not be carried out yet. */
async function settleWipes(transact: Transact): Promise<void> {
  for (const userId of lastWords.all('wipe') as UserId[]) {
    await transact('readwrite', (store) => wipeIn(store, userId));
    lastWords.remove('wipe', userId);
  }
}

async function wipeIn(store: IDBObjectStore, userId: UserId): Promise<void> {
  store.delete(['key', userId]);
  for (const kind of ['press', 'failed', 'seen'] as const) store.delete(everything(kind, userId));
  const last = await promisifyRequest<LastPerson | undefined>(store.get(lastPersonPath));
  if (last?.userId === userId) store.delete(lastPersonPath);
}

function drawerWith(transact: Transact, userId: UserId, { key, id }: KeptKey): Drawer {
  const named = (label: Label, name: string) => new TextEncoder().encode(JSON.stringify([label, userId, name]));
  return {
    userId,
    async encrypt(label, name, value) {
      const nonce = crypto.getRandomValues(new Uint8Array(12));
      const plain = new TextEncoder().encode(JSON.stringify(value));
      return { nonce, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: named(label, name) }, key, plain) };
    },
    async decrypt<T>(label: Label, name: string, { nonce, bytes }: Encrypted) {
      try {
        const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData: named(label, name) }, key, bytes);
        return JSON.parse(new TextDecoder().decode(plain)) as T;
      } catch {
        // The entry was sealed by another key or under another name, or it is damaged.
        return undefined;
      }
    },
    change: (job, mode = 'readwrite') =>
      transact(mode, async (store) => {
        const kept = await promisifyRequest<KeptKey | undefined>(store.get(['key', userId]));
        if (kept?.id !== id) throw new DrawerGone();
        return await job(store);
      }),
    all: (kind) => transact('readonly', (store) => allIn(store, kind, userId)),
  };
}

/** All of a kind and a person, by name, in the order of names. */
export async function allIn(store: IDBObjectStore, kind: Kind, userId: UserId): Promise<{ name: string; record: Encrypted }[]> {
  const range = everything(kind, userId);
  const [paths, records] = await Promise.all([
    promisifyRequest(store.getAllKeys(range)),
    promisifyRequest(store.getAll(range) as IDBRequest<Encrypted[]>),
  ]);
  return records.map((record, index) => ({ name: (paths[index] as Path)[2], record }));
}

async function newKey(): Promise<KeptKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  return { key, id: crypto.randomUUID() };
}

/** In IndexedDB an array sorts behind every text: `[]` ends a range. */
export function everything(...start: string[]): IDBKeyRange {
  return IDBKeyRange.bound(start, [...start, []]);
}
