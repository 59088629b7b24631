/** Limits that all copies share (S2, D29), on a real Redis. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Limit } from '#server/limits/limit';
import { createSharedLimit } from '#server/limits/redis-limit';
import { createRedis, type Redis } from '#server/redis/redis';
import { createTestLimit, testLimit, hour } from '../limit-facts.ts';
import { startRedis } from '../redis-server.ts';

const server = await startRedis();
const connections: Redis[] = [];
let limits = 0;

/** A connection of a copy's own. It waits for Redis for longer than others do: a busy machine must not look like a lost Redis. */
async function connected(url = server.url, answerWithin = 30_000): Promise<Redis> {
  const redis = createRedis(url, answerWithin);
  connections.push(redis);
  redis.start({ info: () => undefined, warn: () => undefined });
  await answering(redis);
  return redis;
}

function answering(redis: Redis): Promise<void> {
  return vi.waitFor(() => expect(redis.answers()).toBe(true), { timeout: 60_000 });
}

afterAll(async () => {
  for (const redis of connections) redis.stop();
  await server.stop();
});

const redis = await connected();
const other = await connected();
const nameOfOne = () => `limit${(limits += 1)}`;
/** One limit as two copies see it: by turns. */
function asTwoCopies(bounds: { attempts: number; within: number }, now: () => number): Limit {
  const name = nameOfOne();
  const copies = [redis, other].map((one) => createSharedLimit(bounds, { redis: one, name, secret: 'secret', now }));
  let turn = 0;
  const next = () => copies[(turn += 1) % copies.length] as Limit;
  return {
    spend: (...given) => next().spend(...given),
    wait: (...given) => next().wait(...given),
    giveBack: (...given) => next().giveBack(...given),
    forget: (...given) => next().forget(...given),
  };
}

describe('a limit in Redis', () => {
  testLimit((bounds, clock) => createSharedLimit(bounds, { redis, name: nameOfOne(), secret: 'secret', now: () => clock.now }));
});

describe('a limit of two copies', () => {
  testLimit((bounds, clock) => asTwoCopies(bounds, () => clock.now), 20);
});

describe('the clock', () => {
  it.each([3, 400])('that was ahead by %d days and was set right keeps nobody waiting for longer than a window', async (days) => {
    let now = Date.UTC(2026, 10, 28);
    const limit = asTwoCopies({ attempts: 3, within: hour }, () => now);
    now += days * 24 * hour;
    for (const _ of [1, 2, 3]) expect(await limit.spend('somebody')).toBe(true);
    now -= days * 24 * hour - 11 * 60_000;
    for (const _ of [1, 2, 3]) expect(await limit.spend('somebody')).toBe(true);
    expect(await limit.spend('somebody')).toBe(false);
    expect(await limit.wait('somebody')).toBeLessThanOrEqual(hour);
    now += hour;
    expect(await limit.spend('somebody')).toBe(true);
  });

  it('is that of Redis: many tries of two copies at once are let through once', async () => {
    const name = nameOfOne();
    const of = (copy: Redis) => createSharedLimit({ attempts: 10, within: hour }, { redis: copy, name, secret: 'secret' });
    const [one, two] = [of(redis), of(other)];
    const tries = await Promise.all(Array.from({ length: 60 }, (_, index) => (index % 2 ? one : two).spend('léa')));
    expect(tries.filter(Boolean)).toHaveLength(10);
    const wait = await one.wait('léa');
    expect(wait).toBeGreaterThan(hour - 60_000);
    expect(wait).toBeLessThanOrEqual(hour);
  });

  it('lets a copy try again once Redis says that the time is over', async () => {
    const limit = createSharedLimit({ attempts: 1, within: 300 }, { redis, name: nameOfOne(), secret: 'secret' });
    expect(await limit.spend('léa')).toBe(true);
    await expect.poll(() => limit.spend('léa')).toBe(true);
  });
});

describe('what lies in Redis', () => {
  it('names neither addresses nor e-mails, and expires', async () => {
    const limit = createSharedLimit({ attempts: 3, within: hour }, { redis, name: 'resetMails', secret: 'secret' });
    await limit.spend('canari@example.org');
    const found = await redis.run(`return redis.call('KEYS', '*')`, '', []);
    expect(JSON.stringify(found)).toContain('ou-la-la:limit:resetMails:');
    expect(JSON.stringify(found)).not.toContain('canari');
    const lasting = `
      local lasting = {}
      for _, key in ipairs(redis.call('KEYS', '*')) do
        if redis.call('PTTL', key) < 0 then table.insert(lasting, key) end
      end
      return lasting`;
    expect(await redis.run(lasting, '', [])).toEqual([]);
  });
});

describe('without Redis', () => {
  it('each copy counts on with what it has let through, and all together again when it is back', async () => {
    const own = await startRedis();
    const alone = await connected(own.url, 500);
    const { tries } = createTestLimit((bounds) => createSharedLimit(bounds, { redis: alone, name: 'logs', secret: 'secret' }), {
      attempts: 5,
    });
    expect(await tries(3)).toBe(3);
    await own.stop();
    expect(await tries(10)).toBe(2);
    await own.start();
    await answering(alone);
    // It came back empty.
    expect(await tries(10)).toBe(5);
    own.freeze();
    expect(await tries(10, 'max')).toBe(5);
    own.thaw();
    await answering(alone);
    await own.stop();
  });
});
