/**
 * What the browser keeps of a person, encrypted: each person has a drawer with an AES-GCM key of its own, which IndexedDB holds
 * and no script can read out. What it protects: the files of the browser after the key is gone, so after signing out. Not
 * a browser in which the person is signed in.
 */
import { get, promisifyRequest } from 'idb-keyval';

/** A value as it lies in the browser. Its name is bound to it: put in another place, it can't be opened. */
export interface Sealed {
  nonce: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** What lies under `[kind, userId, name]`. */
export type Kind = 'press' | 'failed' | 'seen';
export type Path = [kind: Kind, userId: string, name: string];

/** The drawer was emptied, key and all, since it was opened: by a sign-out, maybe in another tab. */
export class DrawerGone extends Error {
  override readonly name = 'DrawerGone';
}

export interface Drawer {
  readonly userId: string;
  seal(kind: Kind, name: string, value: unknown): Promise<Sealed>;
  /** Undefined when it can't be opened: of another key, another place, or damaged. */
  open<T>(kind: Kind, name: string, sealed: Sealed): Promise<T | undefined>;
  /**
   * Runs `job` in one transaction, which happens whole or not at all, and settles when it is on the disk. In it nothing may
   * be awaited but requests of the store.
   *
   * @throws {DrawerGone} when the drawer's key is not the one it was opened with; then nothing happens
   */
  change<R>(job: (store: IDBObjectStore) => R | PromiseLike<R>): Promise<R>;
  /** All of a kind, by name, in the order of names. */
  all(kind: Kind): Promise<{ name: string; record: Sealed }[]>;
}

/** Who was here last, and when what is kept of the boards was last known to be true, in milliseconds since 1970. */
export interface LastPerson {
  userId: string;
  asOf: number;
  /** The version of the app that wrote it. Another one may not read it. */
  build: string;
}

export interface Vault {
  /** Opens the person's drawer, and makes it at the first time. */
  drawerOf(userId: string): Promise<Drawer>;
  /** Opens the person's drawer; null when there is none, or none any more. */
  drawerIfAny(userId: string): Promise<Drawer | null>;
  lastPerson(): Promise<LastPerson | undefined>;
  /** Forgets what was seen of the boards, but not what waits to be sent: of everybody, or of everybody else. */
  forgetSeen(exceptUserId?: string): Promise<void>;
  /** Forgets all of a person, key first. */
  wipe(userId: string): Promise<void>;
}

export const lastPersonPath = ['last-person'];

/** Null where the browser keeps nothing or has no cryptography, as on pages that came without TLS. */
export async function openVault(databaseName = 'ou-la-la'): Promise<Vault | null> {
  if (typeof indexedDB === 'undefined' || typeof crypto === 'undefined' || !crypto.subtle) return null;
  try {
    const transact = connect(databaseName);
    // Some browsers have a store that refuses everything, in private windows.
    await transact('readonly', (store) => promisifyRequest(store.count()));
    return vaultIn(transact);
  } catch {
    return null;
  }
}

type Transact = <R>(mode: IDBTransactionMode, job: (store: IDBObjectStore) => R | PromiseLike<R>) => Promise<R>;

interface KeptKey {
  key: CryptoKey;
  /** Random: tells a key from the one that comes after it. */
  id: string;
}

function vaultIn(transact: Transact): Vault {
  const keyOf = (userId: string) => get<KeptKey>(['key', userId], transact);
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
    wipe: (userId) =>
      transact('readwrite', async (store) => {
        store.delete(['key', userId]);
        for (const kind of ['press', 'failed', 'seen'] as const) store.delete(everything(kind, userId));
        const last = await promisifyRequest<LastPerson | undefined>(store.get(lastPersonPath));
        if (last?.userId === userId) store.delete(lastPersonPath);
      }),
  };

  /** Of two tabs that make a key at once, both get the same. */
  function keepFirst(path: string[], made: KeptKey): Promise<KeptKey> {
    return transact('readwrite', async (store) => {
      const first = await promisifyRequest<KeptKey | undefined>(store.get(path));
      if (!first) store.put(made, path);
      return first ?? made;
    });
  }
}

function drawerWith(transact: Transact, userId: string, { key, id }: KeptKey): Drawer {
  const named = (kind: Kind, name: string) => new TextEncoder().encode(JSON.stringify([kind, userId, name]));
  return {
    userId,
    async seal(kind, name, value) {
      const nonce = crypto.getRandomValues(new Uint8Array(12));
      const plain = new TextEncoder().encode(JSON.stringify(value));
      return { nonce, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: named(kind, name) }, key, plain) };
    },
    async open<T>(kind: Kind, name: string, { nonce, bytes }: Sealed) {
      try {
        const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData: named(kind, name) }, key, bytes);
        return JSON.parse(new TextDecoder().decode(plain)) as T;
      } catch {
        return undefined;
      }
    },
    change: (job) =>
      transact('readwrite', async (store) => {
        const kept = await promisifyRequest<KeptKey | undefined>(store.get(['key', userId]));
        if (kept?.id !== id) throw new DrawerGone();
        return await job(store);
      }),
    all: (kind) =>
      transact('readonly', async (store) => {
        const range = everything(kind, userId);
        const [paths, records] = await Promise.all([
          promisifyRequest(store.getAllKeys(range)),
          promisifyRequest(store.getAll(range) as IDBRequest<Sealed[]>),
        ]);
        return records.map((record, index) => ({ name: (paths[index] as Path)[2], record }));
      }),
  };
}

async function newKey(): Promise<KeptKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  return { key, id: crypto.randomUUID() };
}

/** In IndexedDB an array sorts behind every text: `[]` ends a range. */
function everything(...start: string[]): IDBKeyRange {
  return IDBKeyRange.bound(start, [...start, []]);
}

const storeName = 'kept';

/** As idb-keyval's `createStore`, but a write is done only when it is on the disk, and all of its transaction with it. */
function connect(name: string): Transact {
  let opening: Promise<IDBDatabase> | undefined;
  const open = () => {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      const forget = () => (opening = undefined);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
      request.addEventListener('success', () => {
        const database = request.result;
        // Safari closes it at times; and another tab may want to delete it.
        database.addEventListener('close', forget);
        database.addEventListener('versionchange', () => {
          database.close();
          forget();
        });
        resolve(database);
      });
      request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
    });
    opening.catch(() => (opening = undefined));
    return opening;
  };
  return async (mode, job) => {
    const database = await open();
    const transaction = database.transaction(storeName, mode, { durability: 'strict' });
    const done = promisifyRequest(transaction);
    done.catch(() => undefined);
    try {
      const result = await job(transaction.objectStore(storeName));
      await done;
      return result;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It has ended already.
      }
      throw error;
    }
  };
}
