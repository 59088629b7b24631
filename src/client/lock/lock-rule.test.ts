import { expect, test } from 'vitest';
import { isLockDue, waitAfter, waitEnd } from './lock-rule.ts';

const now = Date.UTC(2026, 10, 30, 12);
const minutes = (count: number) => count * 60_000;

test.each([
  ['has just been left', 0, false],
  ['was left a moment less than its minutes ago', minutes(5) - 1, false],
  ['was left its minutes ago', minutes(5), true],
  ['was left long ago', minutes(900), true],
  ['was left in the future, since the clock was set back', -1, true],
])('an app that %s is locked: %s', (_, away, isDue) => {
  expect(isLockDue(5, now - away, now)).toBe(isDue);
});

test('an app of which nobody knows when it was left is locked', () => {
  expect(isLockDue(15, 0, now)).toBe(true);
  expect(isLockDue(15, Number.NaN, now)).toBe(true);
});

test('the fifth wrong code costs half a minute, and each further one twice as long, up to an hour', () => {
  expect([1, 4, 5, 6, 7, 11, 12, 400].map((tries) => waitAfter(tries) / 1000)).toEqual([0, 0, 30, 60, 120, 1920, 3600, 3600]);
});

test('a wait lasts no longer than it is long, though the clock is set back by a day', () => {
  expect(waitEnd({ wrongTries: 5, waitUntil: now + 10_000 }, now)).toBe(now + 10_000);
  expect(waitEnd({ wrongTries: 5, waitUntil: now + minutes(1440) }, now)).toBe(now + 30_000);
});
