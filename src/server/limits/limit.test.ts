/** A limit holds for every stretch of time (S2), in a memory that has an end. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createTestLimit, testLimit, hour, type MakeTestLimit } from '../../../tests/limit-facts.ts';
import { createSlidingLimit } from './limit.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const inMemory =
  (keys?: number): MakeTestLimit =>
  (bounds, clock) =>
    createSlidingLimit({ ...bounds, now: () => clock.now, ...(keys === undefined ? {} : { keys }) });

describe('a limit', () => {
  testLimit(inMemory());
});

describe('the memory of a limit', () => {
  it('holds so many keys at most: the one that was silent longest begins anew', async () => {
    const { tries } = createTestLimit(inMemory(3), { attempts: 1 });
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
    const { tries } = createTestLimit(inMemory(1000), { attempts: 1 });
    for (let address = 0; address < 300_000; address += 1) await tries(1, `2001:db8:0:${address.toString(16)}`);
    expect(heap() - before).toBeLessThan(10e6);
    expect(await tries(1, '2001:db8:0:493df')).toBe(0);
  });

  it('forgets what has expired', async () => {
    const { clock, tries } = createTestLimit(inMemory(1_000_000));
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
