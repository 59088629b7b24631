import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as ServerClock from './server-clock.ts';

const now = Date.UTC(2026, 10, 26, 9);
let clock: typeof ServerClock;

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'], now });
  clock = await import('./server-clock.ts');
  return () => vi.useRealTimers();
});

/** A call that takes so long, whose reply the server dates by a clock that is so far behind this one. */
function call(lasts: number, ahead: number): void {
  const asked = Date.now();
  vi.setSystemTime(asked + lasts);
  clock.noteServerTime(new Date(asked + lasts / 2 - ahead).toUTCString(), asked);
}

const ahead = () => Date.now() - clock.inServerTime(Date.now());

describe('the server time', () => {
  test('is the time of this device as long as no reply says otherwise', () => {
    expect(ahead()).toBe(0);
    clock.noteServerTime(null, now);
    expect(ahead()).toBe(0);
  });

  test('is not taken back by replies that are slow', () => {
    for (const lasts of [9000, 6000, 14_000]) call(lasts, 0);
    expect(ahead()).toBe(0);
  });

  test.each([60_000, -60_000, 3_600_000])('is known to two seconds where this device is %i ms ahead', (by) => {
    for (const lasts of [4000, 100, 700]) call(lasts, by);
    expect(Math.abs(ahead() - by)).toBeLessThanOrEqual(2000);
  });

  test.each([30 * 3_600_000, -30 * 3_600_000])('follows this device’s clock when it is set %i ms ahead, and when it is set right', (by) => {
    call(100, 0);
    vi.setSystemTime(Date.now() + by);
    call(100, by);
    expect(Math.abs(ahead() - by)).toBeLessThanOrEqual(2000);
    vi.setSystemTime(Date.now() - by);
    call(100, 0);
    expect(Math.abs(ahead())).toBeLessThanOrEqual(2000);
  });

  test('is not learned from a call during which this device’s clock was set back', () => {
    const asked = Date.now();
    vi.setSystemTime(asked - 3_600_000);
    clock.noteServerTime(new Date(asked).toUTCString(), asked);
    expect(ahead()).toBe(0);
  });

  test('is announced when a reply says another one, and not by each reply', () => {
    const heard = vi.fn<() => void>();
    clock.serverClockMoved.listen(heard);
    for (const lasts of [100, 900, 50]) call(lasts, 3_600_000);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test('is not taken back far by one reply that was dated long before it left', () => {
    call(100, 0);
    clock.noteServerTime(new Date(Date.now() - 8000).toUTCString(), Date.now());
    expect(ahead()).toBeLessThanOrEqual(1100);
  });
});
