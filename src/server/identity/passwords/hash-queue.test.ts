import { describe, expect, it } from 'vitest';
import { createHashQueue } from './hash-queue.ts';

const endless = 10 * 60_000;
const anybody = { key: 'anybody' };

/** Work that ends when it is told to. */
function works(count: number) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const jobs = Array.from({ length: count }, (_, index) => () => {
    begun.push(index);
    return new Promise<number>((resolve) => {
      ends[index] = () => resolve(index);
    });
  });
  return { begun, ends, jobs };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('password hashes', () => {
  it('run a few at a time, in the order in which they were asked for', async () => {
    const queue = createHashQueue({ atOnce: 2, waiting: 10, patience: endless });
    const { begun, ends, jobs } = works(5);
    const results = jobs.map((job) => queue(anybody, job));
    await settle();
    expect(begun).toEqual([0, 1]);
    ends[1]?.();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
    for (const index of [0, 2, 3, 4]) {
      ends[index]?.();
      await settle();
    }
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
  });

  it('are refused where too many wait, and taken again once there is room', async () => {
    const queue = createHashQueue({ atOnce: 1, waiting: 1, patience: endless });
    const { ends, jobs } = works(4);
    const [first, second] = jobs.slice(0, 2).map((job) => queue(anybody, job));
    await expect(queue(anybody, () => Promise.resolve(0))).rejects.toMatchObject({ code: 'unavailable' });
    ends[0]?.();
    await first;
    const third = queue(anybody, () => Promise.resolve(3));
    await settle();
    ends[1]?.();
    expect([await second, await third]).toEqual([1, 3]);
  });

  it('are refused when they have waited too long, and those behind them are not forgotten', async () => {
    const queue = createHashQueue({ atOnce: 1, waiting: 10, patience: 1 });
    const { begun, ends, jobs } = works(3);
    const first = queue(anybody, jobs[0] ?? (() => Promise.resolve(0)));
    await expect(queue(anybody, jobs[1] ?? (() => Promise.resolve(1)))).rejects.toMatchObject({ code: 'unavailable' });
    ends[0]?.();
    await first;
    const last = queue(anybody, jobs[2] ?? (() => Promise.resolve(2)));
    await settle();
    expect(begun).toEqual([0, 2]);
    ends[2]?.();
    expect(await last).toBe(2);
  });

  it('of one asker wait for one of each other asker, however many they are', async () => {
    const queue = createHashQueue({ atOnce: 1, waiting: 10, patience: endless });
    const { begun, ends, jobs } = works(7);
    const askers = ['crowd', 'crowd', 'crowd', 'crowd', 'lea', 'max', 'lea'];
    const results = jobs.map((job, index) => queue({ key: askers[index] ?? '' }, job));
    for (let turn = 0; turn < jobs.length; turn += 1) {
      await settle();
      ends[begun.at(-1) ?? 0]?.();
    }
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(begun).toEqual([0, 1, 4, 5, 2, 6, 3]);
  });

  it('make room for others where one asker has filled the queue, those of that asker that came last', async () => {
    const queue = createHashQueue({ atOnce: 1, waiting: 4, patience: endless });
    const { begun, ends, jobs } = works(8);
    const askers = ['crowd', 'crowd', 'crowd', 'crowd', 'crowd', 'lea', 'max', 'lea'];
    const results = jobs.map((job, index) => queue({ key: askers[index] ?? '' }, job).catch(({ code }: { code: string }) => code));
    for (let turn = 0; turn < 5; turn += 1) {
      await settle();
      ends[begun.at(-1) ?? 0]?.();
    }
    // Nobody has two more than who came last.
    expect(await Promise.all(results)).toEqual([0, 1, 2, 'unavailable', 'unavailable', 5, 6, 'unavailable']);
  });

  it('are as many at once as the asker may have, under way or waiting', async () => {
    const queue = createHashQueue({ atOnce: 1, waiting: 10, patience: endless });
    const { ends, jobs } = works(4);
    const lea = { key: 'lea', mostAtOnce: 2 };
    const results = jobs.slice(0, 2).map((job) => queue(lea, job));
    await settle();
    await expect(queue(lea, () => Promise.resolve(9))).rejects.toMatchObject({ code: 'too_many_requests' });
    ends[0]?.();
    await results[0];
    const third = queue(lea, () => Promise.resolve(9));
    ends[1]?.();
    expect([await results[1], await third]).toEqual([1, 9]);
  });

  it('that fail let the next one begin', async () => {
    const queue = createHashQueue({ atOnce: 1, waiting: 10, patience: endless });
    const failing = queue(anybody, () => Promise.reject(new Error('no memory')));
    const next = queue(anybody, () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('no memory');
    expect(await next).toBe('done');
  });
});
