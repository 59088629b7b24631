import { newId } from '../ids/ids.ts';
import { type Bus, type BusMessage, type Topic, topicOf } from './bus.ts';

/** Copies in one process. */
export type Hub = Set<(message: BusMessage, from: string) => void>;

/** The bus of a copy that has no others, or only such as share its hub. */
export function createMemoryBus(hub: Hub = new Set()): Bus {
  const copy = newId();
  const followed = new Set<Topic>();
  const listeners: ((message: BusMessage, from: string) => void)[] = [];

  function receive(message: BusMessage, from: string): void {
    const topic = topicOf(message);
    if (topic !== undefined && !followed.has(topic)) return;
    for (const listener of listeners) listener(message, from);
  }
  hub.add(receive);

  return {
    send(message) {
      if (hub.size === 1) return;
      // Later, as from elsewhere.
      queueMicrotask(() => {
        for (const other of hub) if (other !== receive) other(message, copy);
      });
    },
    listen: (listener) => void listeners.push(listener),
    follow(topics) {
      for (const topic of topics) followed.add(topic);
      return undefined;
    },
    unfollow(topics) {
      for (const topic of topics) followed.delete(topic);
    },
    state: () => (hub.size === 1 ? 'alone' : 'connected'),
    missesCopies: () => false,
    onGap: () => undefined,
    onSilence: () => undefined,
    start: () => undefined,
    async stop() {
      hub.delete(receive);
    },
  };
}
