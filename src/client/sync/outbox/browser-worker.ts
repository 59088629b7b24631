/** The outbox workers of this browser. Loaded apart, after the first screen: nothing of it is needed for that. */
import { browserStore, browserVault } from '#client/sync/storage/browser-vault.ts';
import { restWithPage } from '#client/sync/storage/store.ts';
import { createDurableQueue } from './durable-queue.ts';
import type { Queue } from './queue.ts';
import { sendCommand } from './send-command.ts';
import { createSteadyQueue } from './steady-queue.ts';
import { createOutboxWorker, type OutboxWorker, type WorkerObserver } from './worker.ts';

/** What waits in memory outlives a session that ended, as long as the page does. */
const queues = new Map<string, Queue>();

browserStore.onBack(() => {
  // Of everybody: what waits in memory is brought to the store.
  for (const queue of queues.values()) void queue.read();
});

/** Keeps the commands of a person, if this browser can keep anything, and sends them. */
export async function createBrowserWorker(userId: string, observer: WorkerObserver): Promise<OutboxWorker> {
  const vault = await browserVault;
  const queue = vault && (queues.get(userId) ?? createSteadyQueue(createDurableQueue(vault, userId)));
  if (queue) queues.set(userId, queue);
  const worker = createOutboxWorker({
    userId,
    durable: queue,
    send: sendCommand,
    exclusively: (name, job, signal) => ('locks' in navigator ? navigator.locks.request(name, { signal }, job) : job()),
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

/** Forgets what waits in memory of a person who signs out. */
export function forgetQueueOf(userId: string): void {
  queues.delete(userId);
}
