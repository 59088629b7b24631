import 'fake-indexeddb/auto';
import { entries } from 'idb-keyval';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#client/api/new-id.ts';
import { createDurableQueue } from '#client/sync/outbox/durable-queue.ts';
import type { Command } from '#client/sync/outbox/queue.ts';
import { commandOf, pendingLog, undoIn, undoOf } from '#client/sync/testing/samples.ts';
import { createBrowserStore } from './store.ts';
import { DrawerGone, createVault, type Vault } from './vault.ts';

const canary = 'CANARI DES VELOURS';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function freshVault(): Promise<{ name: string; vault: Vault }> {
  const name = newId();
  const vault = await createVault(createBrowserStore(name));
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

const log = (title = canary, ...boards: string[]) =>
  commandOf(...(boards.length === 0 ? ['b'] : boards).map((boardId) => pendingLog({ boardId, title })));

describe('the vault', () => {
  it('holds no title in clear, and a key that no script can read', async () => {
    const { name, vault } = await freshVault();
    await createDurableQueue(vault, 'lea').add(log());
    const drawer = await vault.drawerOf('lea');
    const sealed = await drawer.encrypt('seen', 'boards', [{ title: canary }]);
    await drawer.change((store) => void store.put(sealed, ['seen', 'lea', 'boards']));
    const kept = await contents(name);
    expect(kept).toHaveLength(3);
    expect(asText(kept)).not.toContain('CANARI');
    const key = kept.map(([, value]) => (value as { key?: CryptoKey }).key).find((one) => one !== undefined);
    expect(key?.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key as CryptoKey)).rejects.toThrow('not extractable');
  });

  it('opens a value only at its name, under its person and unaltered', async () => {
    const { vault } = await freshVault();
    const [lea, max] = [await vault.drawerOf('lea'), await vault.drawerOf('max')];
    const sealed = await lea.encrypt('seen', 'boards', 'x');
    expect(await lea.decrypt('seen', 'boards', sealed)).toBe('x');
    expect(await lea.decrypt('seen', 'feed', sealed)).toBeUndefined();
    expect(await lea.decrypt('press', 'boards', sealed)).toBeUndefined();
    expect(await max.decrypt('seen', 'boards', sealed)).toBeUndefined();
    new DataView(sealed.bytes).setUint8(0, new DataView(sealed.bytes).getUint8(0) ^ 1);
    expect(await lea.decrypt('seen', 'boards', sealed)).toBeUndefined();
  });

  it('gives two tabs that make a drawer at once the same one', async () => {
    const { name, vault } = await freshVault();
    const other = (await createVault(createBrowserStore(name))) as Vault;
    const [one, two] = await Promise.all([vault.drawerOf('lea'), other.drawerOf('lea')]);
    expect(await two.decrypt('seen', 'x', await one.encrypt('seen', 'x', 7))).toBe(7);
  });

  it('wiped of a person holds nothing more of that person, and all of the others', async () => {
    const { name, vault } = await freshVault();
    const [lea, max] = [createDurableQueue(vault, 'lea'), createDurableQueue(vault, 'max')];
    await lea.add(log());
    await max.add(log());
    const stale = await vault.drawerOf('lea');
    await vault.wipe('lea');
    expect((await contents(name)).map(([path]) => (path as string[])[1])).toEqual(['max', 'max']);
    await expect(stale.change((store) => void store.put(1, ['seen', 'lea', 'x']))).rejects.toThrow(DrawerGone);
    expect(await lea.read()).toEqual({ commands: [], failed: [], unknown: 0 });
    expect(await lea.next()).toBeNull();
    await lea.remove('x');
    expect(await contents(name)).toHaveLength(2);
    // What the same person does afterwards is kept again.
    await lea.add(log());
    expect((await lea.read()).commands).toHaveLength(1);
  });

  it('forgets what was seen, and keeps what waits to be sent', async () => {
    const { name, vault } = await freshVault();
    for (const userId of ['lea', 'max', 'zoe']) {
      const drawer = await vault.drawerOf(userId);
      await drawer.change((store) => void store.put(1, ['seen', userId, 'boards']));
      await createDurableQueue(vault, userId).add(log());
    }
    const seen = async () => (await contents(name)).map(([path]) => path as string[]).filter(([kind]) => kind === 'seen');
    await vault.forgetSeen('max');
    expect(await seen()).toEqual([['seen', 'max', 'boards']]);
    await vault.forgetSeen();
    expect(await seen()).toEqual([]);
    expect((await createDurableQueue(vault, 'lea').read()).commands).toHaveLength(1);
  });

  it('is not there without IndexedDB, or without cryptography as on a page without TLS', async () => {
    vi.stubGlobal('crypto', {});
    expect(await createVault(createBrowserStore('nothing'))).toBeNull();
    vi.unstubAllGlobals();
    vi.stubGlobal('indexedDB', undefined);
    expect(await createVault(createBrowserStore('nothing'))).toBeNull();
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new Error('private window');
      },
    });
    expect(await createVault(createBrowserStore('nothing'))).toBeNull();
  });
});

describe('the durable queue', () => {
  it('keeps commands in their order, also for the next tab', async () => {
    const { name, vault } = await freshVault();
    const commands = [log('un'), log('deux', 'b', 'c'), log('trois')];
    for (const command of commands.toReversed()) await createDurableQueue(vault, 'lea').add(command);
    const later = createDurableQueue((await createVault(createBrowserStore(name))) as Vault, 'lea');
    expect((await later.read()).commands).toEqual(commands);
    expect(await later.next()).toEqual(commands[0]);
    await later.remove(commands[0]?.sequence ?? '');
    expect(await later.next()).toEqual(commands[1]);
  });

  it('lets a log that was never sent vanish with its undo, and never one that was, also after a reload', async () => {
    const { name, vault } = await freshVault();
    const queue = createDurableQueue(vault, 'lea');
    const [first, second] = [log(), log()];
    await queue.add(first);
    await queue.add(second);
    expect(await queue.next()).toEqual(first);
    const later = createDurableQueue((await createVault(createBrowserStore(name))) as Vault, 'lea');
    expect(await undoIn(later, undoOf(second), second)).toBe(true);
    const undo = undoOf(first);
    expect(await undoIn(later, undo, first)).toBe(false);
    expect((await queue.read()).commands).toEqual([first, undo]);
  });

  it('lets a command shrink by what two tabs undo of it at once, to nothing', async () => {
    const { vault } = await freshVault();
    const queue = createDurableQueue(vault, 'lea');
    const command = log('a', 'b', 'c', 'd');
    await queue.add(command);
    const undos = command.items.map((item) => undoOf({ ...command, items: [item] }));
    const [one, two, three] = undos as [Command, Command, Command];
    await Promise.all([undoIn(queue, one, command), undoIn(queue, three, command)]);
    expect((await queue.read()).commands).toEqual([{ ...command, items: command.items.slice(1, 2) }]);
    await undoIn(queue, two, command);
    expect((await queue.read()).commands).toEqual([]);
  });

  it('replaces a command by its failure, until it is dismissed or repeated', async () => {
    const { vault } = await freshVault();
    const queue = createDurableQueue(vault, 'lea');
    const command = log();
    const undo = undoOf(command);
    await queue.add(command);
    await queue.next();
    await undoIn(queue, undo, command);
    const failed = { ...command, code: 'board_not_found' as const, sentence: 'Parti' };
    await queue.fail(command.sequence, failed, [undo.sequence]);
    expect(await queue.read()).toEqual({ commands: [], failed: [failed], unknown: 0 });
    await queue.retry(command.sequence);
    expect(await queue.read()).toEqual({ commands: [command], failed: [], unknown: 0 });
    await queue.fail(command.sequence, failed, []);
    await queue.dismiss(command.sequence);
    expect(await queue.read()).toEqual({ commands: [], failed: [], unknown: 0 });
  });
});
