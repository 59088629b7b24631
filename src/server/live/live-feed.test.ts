/** Which boards and people a copy asks the others to tell it about, and since when. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Bus, Topic } from './bus.ts';
import { createLiveFeed, type LiveFeed } from './live-feed.ts';
import { createMemoryBus } from './memory-bus.ts';
import type { Reader } from './open-streams.ts';

/** A bus that takes its time: what it is to bring comes when the test says so. */
class SlowBus {
  readonly followed = new Set<Topic>();
  #coming: { topics: readonly Topic[]; resolve: () => void }[] = [];
  readonly bus: Bus = {
    ...createMemoryBus(),
    state: () => 'connected',
    follow: (topics) => {
      const fresh = topics.filter((topic) => !this.followed.has(topic));
      for (const topic of fresh) this.followed.add(topic);
      return fresh.length === 0 ? undefined : new Promise((resolve) => this.#coming.push({ topics: fresh, resolve }));
    },
    unfollow: (topics) => {
      for (const topic of topics) this.followed.delete(topic);
    },
  };

  arrive(): void {
    for (const { resolve } of this.#coming.splice(0)) resolve();
  }
}

let slow: SlowBus;
let feed: LiveFeed;
const board = { id: 'home', revision: 1 };
const reader: Reader = {
  userId: 'max',
  sessionId: 'browser',
  credential: '',
  write: () => undefined,
  end: () => undefined,
  greetAgain: () => Promise.resolve(),
};

beforeEach(() => {
  vi.useFakeTimers();
  slow = new SlowBus();
  feed = createLiveFeed({ bus: slow.bus, readChange: () => Promise.resolve(undefined) });
});
afterEach(() => void vi.useRealTimers());

it('boards are read again where news of the person came only after they were read', async () => {
  const stream = feed.open(reader);
  const first = stream.follow([], stream.mark());
  slow.arrive();
  expect(await first).toBe(true);
  expect(await stream.follow([], stream.mark())).toBe(false);
});

it('a stream that closes before the bus brings its boards leaves nothing that is followed', async () => {
  const stream = feed.open(reader);
  const following = stream.follow([board], stream.mark());
  stream.close();
  slow.arrive();
  expect(await following).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([...slow.followed]).toEqual([]);
});
