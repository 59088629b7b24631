/** The outbox workers of this browser. Loaded separately, after the first screen, which does not need it. */
import type { UserId } from '#shared/ids';
import { sendCommand } from '#client/sync/commands/sending.ts';
import { browserStore, browserVault } from '#client/sync/storage/browser-vault.ts';
import { restWithPage } from '#client/sync/storage/store.ts';
import { createDurableQueue } from './durable-queue.ts';
import { exclusivelyBy } from './exclusively.ts';
import { createFallbackQueue } from './fallback-queue.ts';
import type { Queue } from './queue.ts';
import { createOutboxWorker, type OutboxWorker, type WorkerObserver } from './worker.ts';

/** Commands in memory survive the end of the session, as long as the page lives. */
const queues = new Map<string, Queue>();

browserStore.onBack(() => {
  // For every person seen by this page: commands in memory are written to the store.
  for (const queue of queues.values()) void queue.read();
});

/** Keeps the commands of a person, if this browser can keep anything, and sends them. */
export async function createBrowserWorker(userId: UserId, observer: WorkerObserver): Promise<OutboxWorker> {
  const vault = await browserVault;
  const queue = vault && (queues.get(userId) ?? createFallbackQueue(createDurableQueue(vault, userId)));
  if (queue) queues.set(userId, queue);
  const worker = createOutboxWorker({
    userId,
    durable: queue,
    send: sendCommand,
    exclusively: exclusivelyBy('locks' in navigator ? navigator.locks : null),
    channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('ou-la-la-outbox'),
    observer,
  });
  const stops = [restWithPage(worker), browserStore.onBack(worker.wake)];
  return {
    ...worker,
    close() {
      for (const stop of stops) stop();
      worker.close();
    },
  };
}

/** Forgets the commands in memory of a person who signs out. */
export function forgetQueueOf(userId: UserId): void {
  queues.delete(userId);
}
