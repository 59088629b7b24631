/** What holds for every limit, wherever it counts (S2). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Bounds, Limit } from '#server/limits/limit';

export const second = 1000;
const minute = 60 * second;
export const hour = 60 * minute;

/** In milliseconds; set by the test. */
interface Clock {
  now: number;
}

export type MakeTestLimit = (bounds: Bounds, clock: Clock) => Limit;

/** A limit whose clock the test sets. */
export function createTestLimit(make: MakeTestLimit, { attempts = 20, within = hour }: Partial<Bounds> = {}) {
  const clock = { now: 0 };
  const limit = make({ attempts, within }, clock);
  /** Makes so many tries at once, and counts those that are let through. */
  const tries = async (count: number, key = 'léa') => {
    let through = 0;
    for (let attempt = 0; attempt < count; attempt += 1) if (await limit.spend(key)) through += 1;
    return through;
  };
  return { clock, limit, tries };
}

/** Tests a limit; is called where the limit is described. `histories`: how many generated ones are played. */
export function testLimit(make: MakeTestLimit, histories = 100): void {
  const create = (bounds: Partial<Bounds> = {}) => createTestLimit(make, bounds);
  it('of 20 tries at the end of one hour leaves none for the start of the next', async () => {
    const { clock, tries } = create();
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
    const { clock, tries } = create({ attempts: 3 });
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
    const { clock, limit, tries } = create({ attempts: 3, within: minute });
    expect(await limit.wait('léa')).toBe(0);
    for (const at of [0, 10 * second, 30 * second]) {
      clock.now = at;
      await tries(1);
    }
    expect([await limit.wait('léa'), await limit.wait('léa', 2), await limit.wait('léa', 3)]).toEqual([30 * second, 40 * second, minute]);
    clock.now += await limit.wait('léa');
    expect([await limit.wait('léa'), await tries(2)]).toEqual([0, 1]);
  });

  it('does not count what it refused', async () => {
    const { clock, tries } = create();
    await tries(20);
    for (clock.now = 0; clock.now < hour; clock.now += minute) expect(await tries(5)).toBe(0);
    clock.now = hour;
    expect(await tries(20)).toBe(20);
  });

  it('takes several at once, all or none', async () => {
    const { limit } = create();
    expect(await limit.spend('léa', 15)).toBe(true);
    expect(await limit.spend('léa', 6)).toBe(false);
    expect(await limit.spend('léa', 5)).toBe(true);
    expect(await limit.spend('léa', 0)).toBe(true);
    expect(await limit.spend('léa')).toBe(false);
  });

  it('counts each key by itself, and begins anew for the one that is forgotten', async () => {
    const { limit, tries } = create();
    await tries(20, 'léa');
    await tries(20, 'max');
    await limit.forget('léa');
    expect(await tries(30, 'léa')).toBe(20);
    expect(await tries(1, 'max')).toBe(0);
  });

  it('gives a try back only to a key that has spent one', async () => {
    const { limit, tries } = create();
    await limit.giveBack('léa');
    expect(await tries(21)).toBe(20);
    await limit.giveBack('léa');
    expect(await tries(2)).toBe(1);
  });

  it('is not loosened by a try that is given back while others are made', async () => {
    const { clock, limit, tries } = create({ attempts: 1 });
    await tries(1);
    clock.now = second;
    await limit.giveBack('léa');
    await tries(1);
    clock.now = hour;
    expect(await tries(1)).toBe(0);

    const { clock: later, limit: two, tries: both } = create({ attempts: 2 });
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
          const { clock, limit } = create();
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
      { numRuns: histories },
    );
  });
}
