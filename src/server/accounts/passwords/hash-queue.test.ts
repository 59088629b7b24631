import { describe, expect, it } from 'vitest';
import { createHashQueue } from './hash-queue.ts';

const endless = 10 * 60_000;

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
    const results = jobs.map((job) => queue(job));
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
    const [first, second] = jobs.slice(0, 2).map((job) => queue(job));
    await expect(queue(() => Promise.resolve(0))).rejects.toMatchObject({ code: 'unavailable' });
    ends[0]?.();
    await first;
    const third = queue(() => Promise.resolve(3));
    await settle();
    ends[1]?.();
    expect([await second, await third]).toEqual([1, 3]);
  });

  it('are refused when they have waited too long, and those behind them are not forgotten', async () => {
    const queue = createHashQueue({ atOnce: 1, waiting: 10, patience: 1 });
    const { begun, ends, jobs } = works(3);
    const first = queue(jobs[0] ?? (() => Promise.resolve(0)));
    await expect(queue(jobs[1] ?? (() => Promise.resolve(1)))).rejects.toMatchObject({ code: 'unavailable' });
    ends[0]?.();
    await first;
    const last = queue(jobs[2] ?? (() => Promise.resolve(2)));
    await settle();
    expect(begun).toEqual([0, 2]);
    ends[2]?.();
    expect(await last).toBe(2);
  });

  it('that fail let the next one begin', async () => {
    const queue = createHashQueue({ atOnce: 1, waiting: 10, patience: endless });
    const failing = queue(() => Promise.reject(new Error('no memory')));
    const next = queue(() => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('no memory');
    expect(await next).toBe('done');
  });
});
