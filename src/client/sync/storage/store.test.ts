import 'fake-indexeddb/auto';
import { promisifyRequest } from 'idb-keyval';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdStore } from '../../../../tests/faults/held-store.ts';
import { newId } from '#client/api/new-id.ts';
import { lastWords } from './last-words.ts';
import { createDurableQueue } from '#client/sync/outbox/durable-queue.ts';
import { createBrowserStore, restWithPage, StoreAway, type Store } from './store.ts';
import { createVault } from './vault.ts';

const soon = { limitMs: 30, lookAgainMs: 10 };
const releases: (() => void)[] = [];
let name = '';

beforeEach(() => {
  name = newId();
});
afterEach(() => {
  for (const release of releases.splice(0)) release();
  vi.unstubAllGlobals();
});

async function hold(): Promise<() => void> {
  const release = await holdStore(name);
  releases.push(release);
  return release;
}

const put = (store: Store, key: string) => store.transact('readwrite', (kept) => void kept.put(1, key));
const keys = (store: Store) => store.transact('readonly', (kept) => promisifyRequest(kept.getAllKeys()));
/** On a slow machine a limit this short can pass without a fault. */
const inTheEnd = <R>(job: () => Promise<R>) => vi.waitFor(job, { timeout: 60_000 });
const isBack = (store: Store) => new Promise<void>((resolve) => store.onBack(resolve));

it('a transaction that does not end is given up in time, and does not happen later', async () => {
  const release = await hold();
  const store = createBrowserStore(name, soon);
  const back = isBack(store);
  await expect(put(store, 'late')).rejects.toThrow(StoreAway);
  release();
  await back;
  expect(await keys(createBrowserStore(name))).toEqual([]);
});

it('a store that did not answer is asked for nothing until it is back, which it notices by itself', async () => {
  const release = await hold();
  const store = createBrowserStore(name, { ...soon, lookAgainMs: 60_000 });
  await expect(put(store, 'a')).rejects.toThrow(StoreAway);
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await expect(put(store, 'b')).rejects.toThrow(StoreAway);
  expect(begin).not.toHaveBeenCalled();
  release();

  const other = createBrowserStore(name, soon);
  const hung = await hold();
  await expect(put(other, 'c')).rejects.toThrow(StoreAway);
  const back = isBack(other);
  hung();
  await back;
  await inTheEnd(() => put(other, 'd'));
  expect(await keys(createBrowserStore(name))).toEqual(['d']);
});

it('a database that is never opened is given up, and opened anew', async () => {
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
  const store = createBrowserStore(name, soon);
  const back = isBack(store);
  await expect(put(store, 'a')).rejects.toThrow(StoreAway);
  vi.unstubAllGlobals();
  await back;
  await inTheEnd(() => put(store, 'b'));
  expect(await keys(createBrowserStore(name))).toEqual(['b']);
});

it('a connection that the browser closed without a word is opened anew', async () => {
  const opened = vi.spyOn(indexedDB, 'open');
  const store = createBrowserStore(name);
  await put(store, 'a');
  const [request] = opened.mock.results.map(({ value }) => value as IDBOpenDBRequest);
  request?.result.close();
  await put(store, 'b');
  expect(await keys(store)).toEqual(['a', 'b']);
});

it.each([
  ['pagehide', 'pageshow'],
  ['freeze', 'resume'],
])('a page that is put away (%s) holds nothing of the store and begins nothing, until %s', async (away, shown) => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', page);
  const store = createBrowserStore(name);
  restWithPage(store);
  await put(store, 'before');
  let begun: () => void = () => undefined;
  const isUnderWay = new Promise<void>((resolve) => (begun = resolve));
  const underWay = store.transact('readwrite', async (kept) => {
    for (;;) {
      await promisifyRequest(kept.count());
      begun();
    }
  });
  const ended = underWay.catch((error: unknown) => error);
  await isUnderWay;
  page.dispatchEvent(new Event(away));
  expect(await ended).toBeInstanceOf(StoreAway);
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await expect(put(store, 'while away')).rejects.toThrow(StoreAway);
  expect(begin).not.toHaveBeenCalled();
  // Nothing is open any more: else this were blocked.
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(name, 2);
    request.addEventListener('blocked', () => reject(new Error('a connection is open')));
    request.addEventListener('success', () => {
      request.result.close();
      indexedDB.deleteDatabase(name).addEventListener('success', () => resolve());
    });
  });
  const back = isBack(store);
  page.dispatchEvent(new Event(shown));
  await back;
  await put(store, 'again');
  expect(await keys(store)).toEqual(['again']);
});

it('what is complete when the page is put away happens', async () => {
  const store = createBrowserStore(name);
  await keys(store);
  let asked: () => void = () => undefined;
  const complete = new Promise<void>((resolve) => (asked = resolve));
  const writing = store.transact('readwrite', (kept) => {
    kept.put(1, 'a');
    asked();
  });
  writing.catch(() => undefined);
  await complete;
  await Promise.resolve();
  await Promise.resolve();
  store.rest();
  await expect(writing).rejects.toMatchObject({ mayHaveHappened: true });
  store.wake();
  expect(await keys(store)).toEqual(['a']);
});

it('a vault exists though its store does not answer yet, and stores once it does', async () => {
  const release = await hold();
  const store = createBrowserStore(name, soon);
  const back = isBack(store);
  const vault = await createVault(store);
  if (!vault) throw new Error('no vault');
  const queue = createDurableQueue(vault, 'lea');
  await expect(queue.add({ sequence: '1', items: [] })).rejects.toThrow(StoreAway);
  release();
  await back;
  await inTheEnd(() => queue.add({ sequence: '1', items: [] }));
  expect((await inTheEnd(queue.read)).commands).toEqual([{ sequence: '1', items: [] }]);
});

it('a person who signed out while the store did not answer is wiped by the next page, before anything is read', async () => {
  const vault = await createVault(createBrowserStore(name));
  await createDurableQueue(vault as NonNullable<typeof vault>, 'lea').add({ sequence: '1', items: [] });
  const release = await hold();
  const page = await createVault(createBrowserStore(name, soon));
  await expect(page?.wipe('lea')).rejects.toThrow(StoreAway);
  release();
  const next = createBrowserStore(name);
  const later = await createVault(next);
  expect(await later?.drawerIfAny('lea')).toBeNull();
  expect(await keys(next)).toEqual([]);
  expect(lastWords.all('wipe')).toEqual([]);
});
