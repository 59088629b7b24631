/** A limit holds for every stretch of time (S2), in a memory that has an end. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSlidingLimit } from './limit.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** A limit whose clock the test sets. */
function createTestLimit({ attempts = 20, within = hour, keys }: { attempts?: number; within?: number; keys?: number } = {}) {
  const clock = { now: 0 };
  const limit = createSlidingLimit({ attempts, within, now: () => clock.now, ...(keys === undefined ? {} : { keys }) });
  /** Of so many tries at once, how many are let through. */
  const tries = async (count: number, key = 'léa') => {
    let through = 0;
    for (let attempt = 0; attempt < count; attempt += 1) if (await limit.spend(key)) through += 1;
    return through;
  };
  return { clock, limit, tries };
}

describe('a limit', () => {
  it('of 20 tries at the end of one hour leaves none for the start of the next', async () => {
    const { clock, tries } = createTestLimit();
    clock.now = hour - second;
    expect(await tries(21)).toBe(20);
    clock.now = hour + second;
    expect(await tries(1)).toBe(0);
    clock.now = 2 * hour - second - 1;
    expect(await tries(1)).toBe(0);
    clock.now = 2 * hour - second;
    expect(await tries(21)).toBe(20);
  });

  it('gives back one try after the other, each an hour after it was made', async () => {
    const { clock, tries } = createTestLimit({ attempts: 3 });
    for (const at of [0, 10 * minute, 50 * minute]) {
      clock.now = at;
      expect(await tries(1)).toBe(1);
    }
    for (const [at, through] of [
      [hour - 1, 0],
      [hour, 1],
      [hour + 10 * minute, 1],
      [hour + 50 * minute, 1],
      [2 * hour - 1, 0],
    ] as const) {
      clock.now = at;
      expect(await tries(2)).toBe(through);
    }
  });

  it('says in how long there is room again, for one and for several', async () => {
    const { clock, limit, tries } = createTestLimit({ attempts: 3, within: minute });
    expect(limit.wait('léa')).toBe(0);
    for (const at of [0, 10 * second, 30 * second]) {
      clock.now = at;
      await tries(1);
    }
    expect([limit.wait('léa'), limit.wait('léa', 2), limit.wait('léa', 3)]).toEqual([30 * second, 40 * second, minute]);
    clock.now += limit.wait('léa');
    expect([limit.wait('léa'), await tries(2)]).toEqual([0, 1]);
  });

  it('does not count what it refused', async () => {
    const { clock, tries } = createTestLimit();
    await tries(20);
    for (clock.now = 0; clock.now < hour; clock.now += minute) expect(await tries(5)).toBe(0);
    clock.now = hour;
    expect(await tries(20)).toBe(20);
  });

  it('takes several at once, all or none', async () => {
    const { limit } = createTestLimit();
    expect(await limit.spend('léa', 15)).toBe(true);
    expect(await limit.spend('léa', 6)).toBe(false);
    expect(await limit.spend('léa', 5)).toBe(true);
    expect(await limit.spend('léa', 0)).toBe(true);
    expect(await limit.spend('léa')).toBe(false);
  });

  it('counts each key by itself, and begins anew for the one that is forgotten', async () => {
    const { limit, tries } = createTestLimit();
    await tries(20, 'léa');
    await tries(20, 'max');
    await limit.forget('léa');
    expect(await tries(30, 'léa')).toBe(20);
    expect(await tries(1, 'max')).toBe(0);
  });

  it('gives a try back only to a key that has spent one', async () => {
    const { limit, tries } = createTestLimit();
    await limit.giveBack('léa');
    expect(await tries(21)).toBe(20);
    await limit.giveBack('léa');
    expect(await tries(2)).toBe(1);
  });

  it('is not loosened by a try that is given back while others are made', async () => {
    const { clock, limit, tries } = createTestLimit({ attempts: 1 });
    await tries(1);
    clock.now = second;
    await limit.giveBack('léa');
    await tries(1);
    clock.now = hour;
    expect(await tries(1)).toBe(0);

    const { clock: later, limit: two, tries: both } = createTestLimit({ attempts: 2 });
    await both(1);
    later.now = second;
    // Made while the first is under way, and not given back.
    await both(1);
    await two.giveBack('léa');
    later.now = hour;
    expect(await both(2)).toBe(1);
  });

  it('lets through at most what it says in any hour, whatever is tried, given back and when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ wait: fc.integer({ min: 0, max: 30 * minute }), tries: fc.integer({ min: 1, max: 8 }), right: fc.nat(3) })),
        async (steps) => {
          const { clock, limit } = createTestLimit();
          const kept: number[] = [];
          for (const { wait, tries, right } of steps) {
            clock.now += wait;
            let through = 0;
            for (let attempt = 0; attempt < tries; attempt += 1) if (await limit.spend('léa')) through += 1;
            const began = clock.now;
            // Right passwords are given back once they are checked.
            clock.now += second;
            const givenBack = Math.min(right, through);
            for (let count = 0; count < givenBack; count += 1) await limit.giveBack('léa');
            for (let count = givenBack; count < through; count += 1) kept.push(began);
          }
          for (const end of kept) expect(kept.filter((one) => one > end - hour && one <= end).length).toBeLessThanOrEqual(20);
        },
      ),
    );
  });
});

describe('the memory of a limit', () => {
  it('holds so many keys at most: the one that was silent longest begins anew', async () => {
    const { tries } = createTestLimit({ attempts: 1, keys: 3 });
    for (const key of ['a', 'b', 'c']) await tries(1, key);
    await tries(1, 'd');
    for (const [key, through] of [
      ['b', 0],
      ['c', 0],
      ['d', 0],
      ['a', 1],
    ] as const)
      expect(await tries(1, key), key).toBe(through);
  });

  it('does not grow with the addresses of an attacker', async () => {
    const before = heap();
    const { tries } = createTestLimit({ attempts: 1, keys: 1000 });
    for (let address = 0; address < 300_000; address += 1) await tries(1, `2001:db8:0:${address.toString(16)}`);
    expect(heap() - before).toBeLessThan(10e6);
    expect(await tries(1, '2001:db8:0:493df')).toBe(0);
  });

  it('forgets what has expired', async () => {
    const { clock, tries } = createTestLimit({ keys: 1_000_000 });
    const before = heap();
    for (let address = 0; address < 100_000; address += 1) await tries(1, `2001:db8:0:${address.toString(16)}`);
    expect(heap() - before).toBeGreaterThan(8e6);
    clock.now = hour;
    await tries(1);
    expect(heap() - before).toBeLessThan(4e6);
  });
});

/** In bytes, after collecting what nobody refers to. */
function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
