import 'fake-indexeddb/auto';
import { entries } from 'idb-keyval';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#client/api/new-id.ts';
import { lastingQueue } from '#client/sync/outbox/durable-queue.ts';
import type { PendingActivity, PendingUndo, Press } from '#client/sync/outbox/queue.ts';
import { openStore } from './store.ts';
import { DrawerGone, openVault, type Vault } from './vault.ts';

const canary = 'CANARI DES VELOURS';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function freshVault(): Promise<{ name: string; vault: Vault }> {
  const name = newId();
  const vault = await openVault(openStore(name));
  if (!vault) throw new Error('no vault');
  return { name, vault };
}

/** All that lies in a database, as whoever reads the files of the browser would see it. */
async function contents(name: string): Promise<[IDBValidKey, unknown][]> {
  const request = indexedDB.open(name);
  const database = await new Promise<IDBDatabase>((resolve) => (request.onsuccess = () => resolve(request.result)));
  const all = await entries<IDBValidKey, unknown>(async (mode, job) => job(database.transaction('kept', mode).objectStore('kept')));
  database.close();
  return all;
}

function asText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part instanceof ArrayBuffer || ArrayBuffer.isView(part) ? new TextDecoder('latin1').decode(part) : part,
  );
}

function log(title = canary, ...boards: string[]): Press {
  const items = (boards.length === 0 ? ['b'] : boards).map(
    (boardId): PendingActivity => ({
      kind: 'log',
      id: newId(),
      boardId,
      actionId: 'a',
      userId: 'lea',
      title,
      points: 5,
      emoji: null,
      startedAt: 1,
      landedAt: null,
    }),
  );
  return { place: nextPlace(), items };
}

function undoOf(press: Press): Press {
  const { id = '', boardId = '' } = press.items[0] ?? {};
  const undo: PendingUndo = {
    kind: 'undo',
    id,
    boardId,
    userId: 'lea',
    authorId: 'lea',
    title: '',
    points: 5,
    startedAt: 2,
    landedAt: null,
  };
  return { place: nextPlace(), items: [undo] };
}

let made = 0;
function nextPlace(): string {
  made += 1;
  return String(made).padStart(8, '0');
}

describe('the vault', () => {
  it('holds no title in clear, and a key that no script can read', async () => {
    const { name, vault } = await freshVault();
    await lastingQueue(vault, 'lea').add(log());
    const drawer = await vault.drawerOf('lea');
    const sealed = await drawer.seal('seen', 'boards', [{ title: canary }]);
    await drawer.change((store) => void store.put(sealed, ['seen', 'lea', 'boards']));
    const kept = await contents(name);
    expect(kept).toHaveLength(3);
    expect(asText(kept)).not.toContain('CANARI');
    const key = kept.map(([, value]) => (value as { key?: CryptoKey }).key).find((one) => one !== undefined);
    expect(key?.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key as CryptoKey)).rejects.toThrow('not extractable');
  });

  it('opens a value only at its place, under its person and unaltered', async () => {
    const { vault } = await freshVault();
    const [lea, max] = [await vault.drawerOf('lea'), await vault.drawerOf('max')];
    const sealed = await lea.seal('seen', 'boards', 'x');
    expect(await lea.open('seen', 'boards', sealed)).toBe('x');
    expect(await lea.open('seen', 'feed', sealed)).toBeUndefined();
    expect(await lea.open('press', 'boards', sealed)).toBeUndefined();
    expect(await max.open('seen', 'boards', sealed)).toBeUndefined();
    new DataView(sealed.bytes).setUint8(0, new DataView(sealed.bytes).getUint8(0) ^ 1);
    expect(await lea.open('seen', 'boards', sealed)).toBeUndefined();
  });

  it('gives two tabs that make a drawer at once the same one', async () => {
    const { name, vault } = await freshVault();
    const other = (await openVault(openStore(name))) as Vault;
    const [one, two] = await Promise.all([vault.drawerOf('lea'), other.drawerOf('lea')]);
    expect(await two.open('seen', 'x', await one.seal('seen', 'x', 7))).toBe(7);
  });

  it('wiped of a person holds nothing more of that person, and all of the others', async () => {
    const { name, vault } = await freshVault();
    const [lea, max] = [lastingQueue(vault, 'lea'), lastingQueue(vault, 'max')];
    await lea.add(log());
    await max.add(log());
    const stale = await vault.drawerOf('lea');
    await vault.wipe('lea');
    expect((await contents(name)).map(([path]) => (path as string[])[1])).toEqual(['max', 'max']);
    await expect(stale.change((store) => void store.put(1, ['seen', 'lea', 'x']))).rejects.toThrow(DrawerGone);
    expect(await lea.read()).toEqual({ presses: [], failed: [] });
    expect(await lea.next()).toBeNull();
    await lea.remove('x');
    expect(await contents(name)).toHaveLength(2);
    // What the same person does afterwards is kept again.
    await lea.add(log());
    expect((await lea.read()).presses).toHaveLength(1);
  });

  it('forgets what was seen, and keeps what waits to be sent', async () => {
    const { name, vault } = await freshVault();
    for (const userId of ['lea', 'max', 'zoe']) {
      const drawer = await vault.drawerOf(userId);
      await drawer.change((store) => void store.put(1, ['seen', userId, 'boards']));
      await lastingQueue(vault, userId).add(log());
    }
    const seen = async () => (await contents(name)).map(([path]) => path as string[]).filter(([kind]) => kind === 'seen');
    await vault.forgetSeen('max');
    expect(await seen()).toEqual([['seen', 'max', 'boards']]);
    await vault.forgetSeen();
    expect(await seen()).toEqual([]);
    expect((await lastingQueue(vault, 'lea').read()).presses).toHaveLength(1);
  });

  it('is not there without IndexedDB, or without cryptography as on a page without TLS', async () => {
    vi.stubGlobal('crypto', {});
    expect(await openVault(openStore('nothing'))).toBeNull();
    vi.unstubAllGlobals();
    vi.stubGlobal('indexedDB', undefined);
    expect(await openVault(openStore('nothing'))).toBeNull();
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new Error('private window');
      },
    });
    expect(await openVault(openStore('nothing'))).toBeNull();
  });
});

describe('the lasting queue', () => {
  it('keeps presses in their order, also for the next tab', async () => {
    const { name, vault } = await freshVault();
    const presses = [log('un'), log('deux', 'b', 'c'), log('trois')];
    for (const press of presses.toReversed()) await lastingQueue(vault, 'lea').add(press);
    const later = lastingQueue((await openVault(openStore(name))) as Vault, 'lea');
    expect((await later.read()).presses).toEqual(presses);
    expect(await later.next()).toEqual(presses[0]);
    await later.remove(presses[0]?.place ?? '');
    expect(await later.next()).toEqual(presses[1]);
  });

  it('lets a log that was never sent vanish with its undo, and never one that was, also after a reload', async () => {
    const { name, vault } = await freshVault();
    const queue = lastingQueue(vault, 'lea');
    const [first, second] = [log(), log()];
    await queue.add(first);
    await queue.add(second);
    expect(await queue.next()).toEqual(first);
    const later = lastingQueue((await openVault(openStore(name))) as Vault, 'lea');
    expect(await later.takeBack(undoOf(second), second.place)).toBe(true);
    const undo = undoOf(first);
    expect(await later.takeBack(undo, first.place)).toBe(false);
    expect((await queue.read()).presses).toEqual([first, undo]);
  });

  it('lets a press shrink by what two tabs take back of it at once, to nothing', async () => {
    const { vault } = await freshVault();
    const queue = lastingQueue(vault, 'lea');
    const press = log('a', 'b', 'c', 'd');
    await queue.add(press);
    const undos = press.items.map((item) => undoOf({ ...press, items: [item] }));
    const [one, two, three] = undos as [Press, Press, Press];
    await Promise.all([queue.takeBack(one, press.place), queue.takeBack(three, press.place)]);
    expect((await queue.read()).presses).toEqual([{ ...press, items: press.items.slice(1, 2) }]);
    await queue.takeBack(two, press.place);
    expect((await queue.read()).presses).toEqual([]);
  });

  it('puts a failure in the place of its press, until it is dismissed or repeated', async () => {
    const { vault } = await freshVault();
    const queue = lastingQueue(vault, 'lea');
    const press = log();
    const undo = undoOf(press);
    await queue.add(press);
    await queue.next();
    await queue.takeBack(undo, press.place);
    const failed = { ...press, code: 'board_not_found' as const, sentence: 'Parti' };
    await queue.fail(press.place, failed, [undo.place]);
    expect(await queue.read()).toEqual({ presses: [], failed: [failed] });
    await queue.retry(press.place);
    expect(await queue.read()).toEqual({ presses: [press], failed: [] });
    await queue.fail(press.place, failed, []);
    await queue.dismiss(press.place);
    expect(await queue.read()).toEqual({ presses: [], failed: [] });
  });
});
