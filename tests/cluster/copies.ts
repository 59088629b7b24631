/** Several copies of the app in one process, on one PostgreSQL and one Redis. */
import { afterAll, vi } from 'vitest';
import type { Config } from '#server/config/config';
import { type RedisServer, startRedis } from '../redis-server.ts';
import { Stream } from '../stream.ts';
import { Someone, startTestApp, type TestApp } from '../test-app.ts';

export interface Copies {
  redis: RedisServer;
  one: TestApp;
  other: TestApp;
  /** The same person in the same browser, whose calls go to this copy. */
  at(copy: TestApp, person: Someone): Someone;
  /** An open stream on this copy, greeted. It is closed after the tests of the file. */
  listen(copy: TestApp, person: Someone): Promise<Stream>;
}

export async function startCopies(settings: Partial<Config> = {}): Promise<Copies> {
  const redis = await startRedis();
  const streams: Stream[] = [];
  // Before the apps, so that it comes after them: what they still say at their end goes out.
  afterAll(() => redis.stop());
  const one = await startTestApp({ config: { redisUrl: redis.url, ...settings }, boundless: true });
  const other = await startTestApp({ config: { redisUrl: redis.url, ...settings, dataDir: one.config.dataDir }, boundless: true });
  afterAll(() => {
    for (const stream of streams) stream.close();
  });
  for (const { app } of [one, other]) await app.ready();
  await connected(one, other);

  function at(copy: TestApp, person: Someone): Someone {
    const same = new Someone(copy, person.name);
    return Object.assign(same, { id: person.id, cookie: person.cookie, deviceCookie: person.deviceCookie });
  }

  return {
    redis,
    one,
    other,
    at,
    async listen(copy, person) {
      const stream = await Stream.open(at(copy, person));
      streams.push(stream);
      await stream.next('hello');
      return stream;
    },
  };
}

/** Resolves when these copies hear of each other. */
export async function connected(...copies: TestApp[]): Promise<void> {
  await vi.waitFor(
    () => {
      const states = copies.map(({ deps }) => deps.bus.state());
      if (states.some((state) => state !== 'connected')) throw new Error(`copies are ${states.join(', ')}`);
    },
    { timeout: 60_000, interval: 20 },
  );
}
