/** The connections of one copy to Redis, and what it owes the others. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { createRedisBus } from '#server/live/redis/redis-bus';
import { createRedis, type Redis } from '#server/redis/redis';
import { startRedis } from '../redis-server.ts';

const server = await startRedis();
const log = { info: () => {}, warn: () => {} };
const closings: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closings) await close();
  await server.stop();
});

function connect(): Redis {
  const redis = createRedis(server.url);
  closings.push(() => redis.stop());
  return redis;
}

it('an answer is not late because this process stood still', async () => {
  const redis = connect();
  redis.start(log);
  await vi.waitUntil(() => redis.answers(), { timeout: 60_000 });
  const changes: boolean[] = [];
  redis.onChange((answers) => changes.push(answers));
  for (let round = 0; round < 3; round += 1) {
    const answer = redis.publish('anywhere', 'something');
    // It is sent in the turn that comes, and answered while nobody reads.
    await nextTurn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
    expect(await answer).toBe(0);
  }
  expect(changes).toEqual([]);
});

it('a copy that stops first says that something of its could not be sent', async () => {
  const secret = 'ab'.repeat(32);
  const redis = connect();
  let breaks = false;
  const [stopping, staying] = [
    createRedisBus(
      { ...redis, publish: (channel, text) => (breaks ? Promise.reject(new Error('cut')) : redis.publish(channel, text)) },
      secret,
    ),
    createRedisBus(connect(), secret),
  ];
  for (const bus of [stopping, staying]) bus.start(log);
  closings.unshift(() => staying.stop());
  await vi.waitUntil(() => stopping.state() === 'connected' && staying.state() === 'connected', { timeout: 60_000 });
  let gaps = 0;
  staying.onGap(() => (gaps += 1));

  breaks = true;
  stopping.send({ type: 'changed', boardId: 'home', revision: 2 });
  await nextTurn();
  breaks = false;
  // The change that is lost here is found by comparing revisions.
  await new Promise<void>((resolve) => {
    staying.listen(() => resolve());
    stopping.send({ type: 'deleted', boardId: 'other' });
  });
  expect(gaps).toBe(0);

  breaks = true;
  stopping.send({ type: 'joined', userId: 'max', boardId: 'home' });
  await nextTurn();
  breaks = false;
  await stopping.stop();
  await vi.waitUntil(() => gaps === 1, { timeout: 60_000 });
});
