import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from '../../redis/redis.ts';
import type { Topic } from '../bus.ts';

export type Channel = Topic | 'all';

/** The channels that this copy listens to. */
export interface Subscriptions {
  /** As {@link Bus.follow}; `within` in milliseconds. */
  follow(channels: readonly Channel[], within: number): Promise<void> | undefined;
  unfollow(channels: readonly Channel[]): void;
}

const prefix = 'ou-la-la:';

export function nameOf(channel: Channel): string {
  return `${prefix}${channel}`;
}

export function createSubscriptions(redis: Pick<Redis, 'subscribe' | 'unsubscribe'>): Subscriptions {
  // With what each waits for, until it is there.
  const followed = new Map<Channel, Promise<void> | undefined>();

  function subscribe(channels: readonly Channel[]): Promise<void> {
    const coming: Promise<void> = redis.subscribe(channels.map(nameOf)).then(() => {
      for (const channel of channels) if (followed.get(channel) === coming) followed.set(channel, undefined);
    });
    for (const channel of channels) followed.set(channel, coming);
    return coming;
  }

  return {
    follow(channels, within) {
      const fresh = channels.filter((channel) => !followed.has(channel));
      if (fresh.length > 0) void subscribe(fresh);
      const coming = new Set(channels.flatMap((channel) => followed.get(channel) ?? []));
      if (coming.size === 0) return undefined;
      return Promise.race([Promise.all(coming), pause(within, undefined, { ref: false })]).then(() => undefined);
    },
    unfollow(channels) {
      for (const channel of channels) followed.delete(channel);
      redis.unsubscribe(channels.map(nameOf));
    },
  };
}
