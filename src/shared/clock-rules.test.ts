import { describe, expect, it } from 'vitest';
import { clocksDiffer, isOver, latestTime, readBeginning, readTime } from './clock-rules.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 28);

describe('a stored time', () => {
  it.each([
    ['that has come is read as it is', now - hour, 0, now - hour],
    ['of a copy whose clock is a little ahead is read as it is', now + clocksDiffer, 0, now + clocksDiffer],
    ['that lies ahead, of what has happened, is taken as now', now + clocksDiffer + 1, 0, now],
    ['that lies as far ahead as it can is read as it is', now + 24 * hour, 24 * hour, now + 24 * hour],
    ['that lies further ahead than it can is taken as now', now + 26 * hour, 24 * hour, now],
  ])('%s', (_, time, ahead, read) => {
    expect(readTime(time, now, ahead)).toBe(read);
    expect(time <= latestTime(now, ahead)).toBe(read === time);
  });
});

it('what lasts until a time is over once that has come, or lies further ahead than it lasts', () => {
  expect([now - 1, now, now + 1, now + hour, now + 3 * 24 * hour].map((until) => isOver(until, now, hour))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
});

it('a beginning that lies ahead is before everything', () => {
  expect([now - hour, now, now + 400 * 24 * hour].map((time) => readBeginning(time, now))).toEqual([now - hour, now, 0]);
});
