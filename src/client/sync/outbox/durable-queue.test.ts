import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { get, promisifyRequest, set, type UseStore } from 'idb-keyval';
import { expect, it } from 'vitest';
import type { PendingFavourite } from '#client/sync/commands/items.ts';
import { createBrowserStore } from '#client/sync/storage/store.ts';
import { createVault, type Vault } from '#client/sync/storage/vault.ts';
import { createDurableQueue } from './durable-queue.ts';
import { createOutbox } from './outbox.ts';
import type { Command } from './queue.ts';
import { createFallbackQueue } from './fallback-queue.ts';
import { createOutboxWorker } from './worker.ts';

// Literally what lies in browsers: the names are those of version 0.1.0, and no code of ours writes them here.
const log = (id: string, boardId: string) => ({
  kind: 'log',
  id,
  boardId,
  actionId: `action of ${boardId}`,
  userId: 'lea',
  title: 'Vaisselle',
  points: -15,
  emoji: '🍽️',
  startedAt: 1_700_000_000_000,
  landedAt: null,
});
const undo = {
  kind: 'undo',
  id: 'older',
  boardId: 'one',
  userId: 'lea',
  authorId: 'max',
  title: 'Massage',
  points: 15,
  startedAt: 1_700_000_000_100,
  landedAt: null,
};
const sequences = ['001700000000000-first', '001700000000100-older', '001700000000200-both', '001700000000300-refused'] as const;

/** A browser with that queue in it. */
async function oldBrowser(): Promise<UseStore> {
  globalThis.indexedDB = new IDBFactory();
  const request = indexedDB.open('ou-la-la', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('kept');
  const database = await promisifyRequest(request);
  const store: UseStore = async (mode, job) => job(database.transaction('kept', mode).objectStore('kept'));
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  await set(['key', 'lea'], { key, id: 'a' }, store);
  const put = async (kind: string, name: string, value: unknown, beside: object) => {
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const additionalData = new TextEncoder().encode(JSON.stringify([kind, 'lea', name]));
    const plain = new TextEncoder().encode(JSON.stringify(value));
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData }, key, plain);
    await set([kind, 'lea', name], { nonce, bytes, ...beside }, store);
  };
  await put('press', sequences[0], { place: sequences[0], items: [log('first', 'one')] }, { sent: true, takenBack: [] });
  await put('press', sequences[1], { place: sequences[1], items: [undo] }, { sent: false, takenBack: [] });
  await put(
    'press',
    sequences[2],
    { place: sequences[2], items: [log('both-1', 'one'), log('both-2', 'two')] },
    { sent: false, takenBack: ['both-1'] },
  );
  const failed = { place: sequences[3], items: [log('refused', 'two')], code: 'board_not_found', sentence: 'Parti' };
  await put('failed', sequences[3], failed, {});
  return store;
}

const mark: PendingFavourite = {
  kind: 'favourite',
  ...{ id: 'mark', boardId: 'one', userId: 'lea', actionId: 'a', isOn: true, startedAt: 1, confirmedRevision: null },
};
const newVault = async () => (await createVault(createBrowserStore('ou-la-la'))) as Vault;

it('a queue that an earlier version wrote is shown and sent, whole and in order, and what it was refused is still told', async () => {
  await oldBrowser();
  const vault = await newVault();
  const sent: Command[] = [];
  let letGo = (): void => undefined;
  const shown = new Promise<void>((resolve) => (letGo = resolve));
  const outbox = createOutbox({
    createWorker: async (userId, observer) =>
      createOutboxWorker({
        userId,
        durable: createFallbackQueue(createDurableQueue(vault, userId)),
        send: async (command) => {
          await shown;
          sent.push(command);
          return [];
        },
        exclusively: (_, job) => job(true),
        channel: null,
        observer,
      }),
    ingest: () => undefined,
  });
  outbox.belongTo('lea');
  await expect.poll(() => outbox.shown().pending.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['log first', 'undo older', 'log both-2']);
  expect(outbox.shown().pending.every(({ confirmedRevision }) => confirmedRevision === null)).toBe(true);
  expect(outbox.shown().failed).toMatchObject([
    { sequence: sequences[3], items: [{ id: 'refused' }], code: 'board_not_found', sentence: 'Parti' },
  ]);
  letGo();
  await expect.poll(() => sent.map(({ items }) => items.map(({ id }) => id))).toEqual([['first'], ['older'], ['both-2']]);
  expect(sent.map(({ sequence }) => sequence)).toEqual(sequences.slice(0, 3));
  await expect.poll(() => outbox.shown().pending).toEqual([]);
  outbox.retry(sequences[3]);
  await expect.poll(() => sent.at(-1)?.items[0]?.id).toBe('refused');
});

it('a command of a newer version stays in the browser, is counted and never sent, and those behind it are sent', async () => {
  await oldBrowser();
  const vault = await newVault();
  const drawer = await vault.drawerOf('lea');
  const name = '001700000000050-newer';
  const newer = { place: name, items: [{ kind: 'contest', id: 'newer', boardId: 'one', userId: 'lea', startedAt: 1, landedAt: null }] };
  const sealed = { ...(await drawer.encrypt('command', name, newer)), sent: false, takenBack: [], isLater: true };
  await drawer.change((store) => void store.put(sealed, ['press', 'lea', name]));
  const queue = createDurableQueue(vault, 'lea');
  expect(await queue.read()).toMatchObject({ commands: [{}, {}, {}], unknown: 1 });
  for (const sequence of sequences.slice(0, 3)) {
    expect(await queue.next()).toMatchObject({ sequence });
    await queue.remove(sequence);
  }
  expect(await queue.next()).toBeNull();
  expect(await drawer.all('press')).toMatchObject([{ name, record: { sent: false } }]);
});

it('a reaction or a favourite is nothing that the first version could open, which would log it', async () => {
  await oldBrowser();
  const vault = await newVault();
  const queue = createDurableQueue(vault, 'lea');
  const [sequence, items] = ['001700000000400-mark', [mark]];
  await queue.add({ sequence, items });
  await queue.fail(sequences[0], { sequence: sequences[0], items, code: null, sentence: null }, []);
  const drawer = await vault.drawerOf('lea');
  const [kept, failed] = [(await drawer.all('press')).at(-1), (await drawer.all('failed'))[0]];
  expect([kept?.name, failed?.name]).toEqual([sequence, sequences[0]]);
  if (!kept || !failed) throw new Error('nothing was written');
  expect(await drawer.decrypt('press', kept.name, kept.record)).toBeUndefined();
  expect(await drawer.decrypt('failed', failed.name, failed.record)).toBeUndefined();
  const { commands, failed: failures } = await createDurableQueue(vault, 'lea').read();
  expect([commands.at(-1)?.items, failures[0]?.items]).toEqual([items, items]);
});

it('what this version writes is what a tab of an earlier one, still open, reads', async () => {
  const store = await oldBrowser();
  const vault = await newVault();
  const queue = createDurableQueue(vault, 'lea');
  const [first] = (await queue.read()).commands;
  if (!first) throw new Error('nothing was read');
  await queue.remove(first.sequence);
  await queue.add(first);
  const record = await get<{ nonce: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer; sent: boolean; takenBack: string[] }>(
    ['press', 'lea', sequences[0]],
    store,
  );
  const key = (await get<{ key: CryptoKey }>(['key', 'lea'], store))?.key;
  if (!record || !key) throw new Error('nothing was written');
  const additionalData = new TextEncoder().encode(JSON.stringify(['press', 'lea', sequences[0]]));
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: record.nonce, additionalData }, key, record.bytes);
  expect(JSON.parse(new TextDecoder().decode(plain))).toEqual({ place: sequences[0], items: [log('first', 'one')] });
  expect(record).toMatchObject({ sent: false, takenBack: [] });
});
