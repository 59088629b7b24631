/**
 * The browser's own store, in one object store of IndexedDB. Whatever it does has a time limit: engines are known whose
 * transactions never end, as behind one that a page in the back/forward cache holds. And a page that is put away holds nothing.
 */
import { promisifyRequest } from 'idb-keyval';
import { ExpectedError } from '#client/ui/unexpected.ts';

export type Transact = <R>(mode: IDBTransactionMode, job: (store: IDBObjectStore) => R | PromiseLike<R>) => Promise<R>;

export interface Store {
  /**
   * Runs `job` in one transaction, which happens whole or not at all, and settles when it is on the disk. In it nothing may be
   * awaited but requests of the store.
   *
   * @throws {StoreAway} when the store does not answer in time or the page is put away; at once until it is back
   */
  transact: Transact;
  /** The page is hidden away: open transactions are given up, and none is begun before `wake`. */
  rest(): void;
  wake(): void;
  /** Calls the listener when the store answers again. Returns a function that removes it. */
  onBack(listener: () => void): () => void;
}

export interface StoreLimits {
  /** For each transaction, in milliseconds. */
  limitMs?: number;
  /** Between two checks whether the store answers again. */
  lookAgainMs?: number;
  /** The wait between checks doubles each time, up to this. */
  longestLookAgainMs?: number;
}

/** The store does not answer. `mayHaveHappened`: the transaction may still be carried out. */
export class StoreAway extends ExpectedError {
  override readonly name = 'StoreAway';
  readonly mayHaveHappened: boolean;

  constructor(mayHaveHappened: boolean) {
    super('the store of the browser does not answer');
    this.mayHaveHappened = mayHaveHappened;
  }
}

/** A transaction that has not ended, or waits for its database. */
interface UnderWay {
  transaction: IDBTransaction | null;
  /** Whether all its requests were made. */
  complete: boolean;
  over: boolean;
  giveUp(why: StoreAway): void;
}

const storeName = 'kept';

export function createBrowserStore(
  name: string,
  { limitMs = 3000, lookAgainMs = 5000, longestLookAgainMs = 60_000 }: StoreLimits = {},
): Store {
  const connection = connect(name);
  const underWay = new Set<UnderWay>();
  const listeners = new Set<() => void>();
  let isAway = false;
  let isResting = false;
  let looks = 0;
  let nextLook: ReturnType<typeof setTimeout> | undefined;

  async function attempt<R>(mode: IDBTransactionMode, job: (store: IDBObjectStore) => R | PromiseLike<R>): Promise<R> {
    const mine: UnderWay = { transaction: null, complete: false, over: false, giveUp: () => undefined };
    const givenUp = new Promise<never>((_, reject) => {
      mine.giveUp = reject;
    });
    underWay.add(mine);
    const stopWatch = watch(() => {
      lose();
      giveUp(mine, 'abort');
    });
    try {
      return await Promise.race([run(mine, mode, job), givenUp]);
    } finally {
      stopWatch();
      underWay.delete(mine);
    }
  }

  async function run<R>(mine: UnderWay, mode: IDBTransactionMode, job: (store: IDBObjectStore) => R | PromiseLike<R>): Promise<R> {
    const transaction = await connection.begin(mode, () => mine.over);
    mine.transaction = transaction;
    const done = promisifyRequest(transaction);
    // Nobody waits for its end when the job fails, whose error is told instead.
    done.catch(() => undefined);
    try {
      const result = await job(transaction.objectStore(storeName));
      mine.complete = true;
      await done;
      return result;
    } catch (error) {
      tryTo(() => transaction.abort());
      throw error;
    }
  }

  function giveUp(one: UnderWay, by: 'abort' | 'commit'): void {
    const { transaction, complete } = one;
    one.over = true;
    // With all requests made, an explicit commit lets the transaction finish without the page.
    const left = transaction !== null && by === 'commit' && complete && tryTo(() => transaction.commit());
    const undone = transaction === null || (!left && tryTo(() => transaction.abort()));
    one.giveUp(new StoreAway(!undone));
  }

  /** A limit that passed while the machine slept starts again: the store had no time to answer. */
  function watch(onLate: () => void): () => void {
    let since = Date.now();
    let timer = setTimeout(late, limitMs);
    function late(): void {
      const slept = Date.now() - since > 2 * limitMs;
      since = Date.now();
      if (slept) timer = setTimeout(late, limitMs);
      else onLate();
    }
    return () => clearTimeout(timer);
  }

  function lose(): void {
    // Some browsers lose the connection to the store, and only a new one works.
    connection.close();
    if (isResting) return;
    isAway = true;
    clearTimeout(nextLook);
    nextLook = setTimeout(() => void look(), Math.min(longestLookAgainMs, lookAgainMs * 2 ** looks));
    looks += 1;
  }

  async function look(): Promise<void> {
    try {
      await attempt('readonly', (store) => promisifyRequest(store.count()));
      comeBack();
    } catch (error) {
      // A store that refuses is still answering.
      if (!(error instanceof StoreAway)) comeBack();
    }
  }

  function comeBack(): void {
    if (isResting) return;
    clearTimeout(nextLook);
    isAway = false;
    looks = 0;
    for (const listener of [...listeners]) listener();
  }

  return {
    async transact(mode, job) {
      if (isAway || isResting) throw new StoreAway(false);
      return await attempt(mode, job);
    },
    rest() {
      if (isResting) return;
      isResting = true;
      clearTimeout(nextLook);
      for (const one of [...underWay]) giveUp(one, 'commit');
      connection.close();
    },
    wake() {
      if (!isResting) return;
      isResting = false;
      comeBack();
    },
    onBack(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A database that is opened when it is needed, and again after it was closed. */
function connect(name: string) {
  let opening: Promise<IDBDatabase> | undefined;

  function open(): Promise<IDBDatabase> {
    if (opening) return opening;
    const mine = new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
      request.addEventListener('success', () => {
        const database = request.result;
        // Safari closes it at times; and another tab may want to delete it.
        database.addEventListener('close', () => forget(mine));
        database.addEventListener('versionchange', () => {
          database.close();
          forget(mine);
        });
        // Given up while it was being opened.
        if (opening !== mine) database.close();
        resolve(database);
      });
      request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
    });
    opening = mine;
    // The caller gets the failure; the next call opens the store again.
    mine.catch(() => forget(mine));
    return mine;
  }

  function forget(one: Promise<IDBDatabase>): void {
    if (opening === one) opening = undefined;
  }

  return {
    async begin(mode: IDBTransactionMode, isOver: () => boolean): Promise<IDBTransaction> {
      for (let again = false; ; again = true) {
        const mine = open();
        const database = await mine;
        if (isOver()) throw new StoreAway(false);
        try {
          return database.transaction(storeName, mode, { durability: 'strict' });
        } catch (error) {
          // The browser has closed the connection without an event.
          forget(mine);
          if (again || (error as Error).name !== 'InvalidStateError') throw error;
        }
      }
    },
    close(): void {
      const closing = opening;
      opening = undefined;
      closing?.then(
        (database) => database.close(),
        // It never opened.
        () => undefined,
      );
    },
  };
}

/** Whether it could be done. */
function tryTo(job: () => void): boolean {
  try {
    job();
    return true;
  } catch {
    // The transaction has ended by itself.
    return false;
  }
}

/** Lets it rest while the page is put away, perhaps to be shown again as it is (back/forward cache, a frozen tab). Returns what ends it. */
export function restWithPage({ rest, wake }: Pick<Store, 'rest' | 'wake'>): () => void {
  addEventListener('pagehide', rest);
  addEventListener('pageshow', wake);
  document.addEventListener('freeze', rest);
  document.addEventListener('resume', wake);
  return () => {
    removeEventListener('pagehide', rest);
    removeEventListener('pageshow', wake);
    document.removeEventListener('freeze', rest);
    document.removeEventListener('resume', wake);
  };
}
