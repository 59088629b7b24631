/** A limit holds for every stretch of time (S2), in a memory that has an end. */
import { setImmediate as nextTurn } from 'node:timers/promises';
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
    const before = await heap();
    const { tries } = createTestLimit(inMemory(1000), { attempts: 1 });
    for (let address = 0; address < 300_000; address += 1) await tries(1, `2001:db8:0:${address.toString(16)}`);
    expect((await heap()) - before).toBeLessThan(10e6);
    expect(await tries(1, '2001:db8:0:493df')).toBe(0);
  });

  it('forgets what has expired', async () => {
    const { clock, tries } = createTestLimit(inMemory(1_000_000));
    const before = await heap();
    for (let address = 0; address < 300_000; address += 1) await tries(1, `2001:db8:0:${address.toString(16)}`);
    const held = (await heap()) - before;
    expect(held).toBeGreaterThan(24e6);
    clock.now = hour;
    await tries(1);
    expect((await heap()) - before).toBeLessThan(held / 3);
  });
});

/**
 * In bytes, after collecting what nobody refers to. The process has run other test files, and what they leave is let go over some turns of the event
 * loop: only a heap that stands still can be compared.
 */
async function heap(): Promise<number> {
  let used = Number.POSITIVE_INFINITY;
  for (;;) {
    await nextTurn();
    collect();
    const now = process.memoryUsage().heapUsed;
    if (used - now < 50_000) return now;
    used = now;
  }
}
