import { act, cleanup, renderHook } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetServerTime, noteServerTime, serverTime } from './server-clock.ts';
import { useOpenedAt } from './opened-at.ts';
import { useServerTime } from './server-time.ts';

const now = Date.UTC(2026, 10, 26, 9);
const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now });
  forgetServerTime();
});

afterEach(() => {
  cleanup();
  forgetServerTime();
  vi.useRealTimers();
});

/** A reply that comes at once, dated by a clock that is so far behind this one. */
const hear = (ahead: number) => act(() => noteServerTime(new Date(Date.now() - ahead).toUTCString(), Date.now()));
const isOpenUntil = (...ends: number[]) => renderHook(() => ends.map((end) => useServerTime(ends) < end)).result;

describe.each([0, 30 * hour, -30 * hour])('what is open until a moment of the server, where this device is %i ms ahead', (ahead) => {
  test('is over when the moment comes, without anything else happening', () => {
    hear(ahead);
    const start = serverTime();
    const open = isOpenUntil(start + 5000, start + 60 * 24 * hour);
    expect(open.current).toEqual([true, true]);
    act(() => void vi.advanceTimersByTime(4000));
    expect(open.current).toEqual([true, true]);
    act(() => void vi.advanceTimersByTime(1100));
    expect(open.current).toEqual([false, true]);
    // No timer waits as long.
    for (let days = 0; days < 60; days += 20) act(() => void vi.advanceTimersByTime(20 * 24 * hour));
    expect(open.current).toEqual([false, false]);
  });

  test('is over when this device wakes up after it', () => {
    hear(ahead);
    const open = isOpenUntil(serverTime() + hour);
    vi.setSystemTime(Date.now() + 2 * hour);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(open.current).toEqual([false]);
  });

  test('is known as soon as a reply says what time it is there', () => {
    const open = isOpenUntil(now - ahead - hour, now - ahead + hour);
    hear(ahead);
    expect(open.current).toEqual([false, true]);
  });

  test('is known where the reply comes between the drawing and its effects', () => {
    const { result } = renderHook(() => {
      useLayoutEffect(() => noteServerTime(new Date(now - ahead).toUTCString(), now), []);
      const ends = [now - ahead - hour, now - ahead + hour];
      return ends.map((end) => useServerTime(ends) < end);
    });
    expect(result.current).toEqual([false, true]);
  });

  test('has the moment of its opening in the time of the server, once that is known', () => {
    const { result, rerender } = renderHook(useOpenedAt);
    act(() => void vi.advanceTimersByTime(hour));
    hear(ahead);
    rerender();
    expect(Math.abs(result.current - (now - ahead))).toBeLessThanOrEqual(2000);
  });
});
