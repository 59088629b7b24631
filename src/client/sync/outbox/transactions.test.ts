/** P16: what one tap costs of IndexedDB, counted where transactions begin. */
import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { newId } from '#client/api/new-id.ts';
import type { NewItem } from '#client/sync/commands/items.ts';
import { logOf, undoOf } from '#client/sync/commands/registry.ts';
import { createBrowserStore } from '#client/sync/storage/store.ts';
import { createVault } from '#client/sync/storage/vault.ts';
import { createDurableQueue } from './durable-queue.ts';
import { createFallbackQueue } from './fallback-queue.ts';
import { createOutbox } from './outbox.ts';
import { createOutboxWorker } from './worker.ts';

const action = { id: 'a', title: 'Massage', points: 15, emoji: null };

afterEach(() => {
  vi.restoreAllMocks();
});

/** An outbox that has been opened and is at rest, and how many transactions had begun when each command was sent. */
async function settledOutbox() {
  const vault = await createVault(createBrowserStore(newId()));
  if (!vault) throw new Error('no vault');
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const atRequest: number[] = [];
  const queue = createFallbackQueue(createDurableQueue(vault, 'lea'));
  const outbox = createOutbox({
    createWorker: async (userId, observer) =>
      createOutboxWorker({
        userId,
        durable: queue,
        send: async () => {
          atRequest.push(begun.mock.calls.length);
          return [];
        },
        exclusively: (_, job) => job(false),
        channel: null,
        observer,
      }),
    ingest: () => undefined,
  });
  outbox.belongTo('lea');
  // The first command makes the key.
  outbox.enqueue(logOf('b', action));
  const untilSent = async () => {
    await expect.poll(() => outbox.shown().pending).toEqual([]);
    await queue.read();
    begun.mockClear();
  };
  await untilSent();
  atRequest.length = 0;
  return { outbox, queue, begun, atRequest };
}

it.each<[string, NewItem]>([
  ['a log', logOf('b', action)],
  ['an undo', undoOf('b', { ...action, userId: 'lea' })],
  ['a reaction', { kind: 'reaction', id: newId(), boardId: 'b', activityId: 'a', emoji: '🔥', isOn: true }],
  ['an answer', { kind: 'answer', id: newId(), boardId: 'b', agreementId: 'agreement', yes: true }],
  ['a favourite', { kind: 'favourite', id: newId(), boardId: 'b', actionId: 'a', isOn: true }],
])('%s costs two transactions, one of them before the request leaves', async (_, item) => {
  const { outbox, begun, atRequest } = await settledOutbox();
  outbox.enqueue(item);
  await expect.poll(() => outbox.shown().pending).toEqual([]);
  expect([...atRequest, begun.mock.calls.length]).toEqual([1, 2]);
});

it('five logs at once cost at most three transactions each', async () => {
  const { outbox, begun } = await settledOutbox();
  for (let logs = 0; logs < 5; logs += 1) outbox.enqueue(logOf('b', action));
  await expect.poll(() => outbox.shown().pending).toEqual([]);
  expect(begun.mock.calls.length).toBeLessThanOrEqual(15);
});
