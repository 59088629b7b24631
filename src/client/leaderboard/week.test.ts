import { expect, test } from 'vitest';
import type { Scores } from '#shared/scores';
import { barsOf, blankWeek, weekOf } from './week.ts';

const scores = (today: string, stretches: string[], points: number[], actions: number): Scores => ({
  period: 'week',
  revision: 1,
  today,
  members: [{ userId: 'léa', points, actions } as Scores['members'][number]],
  stretches,
  favourites: [],
  biggestDay: null,
});

test('a week goes from Monday to Sunday, and adds up the boards, also where one is a day ahead', () => {
  const paris = scores('2026-11-25', ['2026-11-23', '2026-11-24', '2026-11-25'], [20, 0, -15], 2);
  const kiritimati = scores('2026-11-26', ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'], [5, 0, 5, 10], 3);
  const week = weekOf([paris, kiritimati], 'léa');
  expect(week?.map(({ points }) => points)).toEqual([25, 0, -10, 10, 0, 0, 0]);
  expect(week?.[0]?.day).toBe('2026-11-23');
  expect(week?.map(({ isToday }) => isToday).indexOf(true)).toBe(3);
  expect(week?.map(({ isAhead }) => isAhead)).toEqual([false, false, false, false, true, true, true]);
});

test('there is none without a board, and none while nothing was logged in it', () => {
  expect(weekOf([], 'léa')).toBeNull();
  expect(weekOf([scores('2026-11-23', ['2026-11-23'], [0], 0)], 'léa')).toBeNull();
  expect(weekOf([scores('2026-11-23', ['2026-11-23'], [0], 2)], 'léa')).toHaveLength(7);
});

test('a week whose points are not known yet has its days', () => {
  const week = blankWeek('2026-11-25');
  expect(week.map(({ day }) => day).at(-1)).toBe('2026-11-29');
  expect(week.findIndex(({ isToday }) => isToday)).toBe(2);
  expect(week.every(({ points }) => points === 0)).toBe(true);
});

test('the bar of a gain stands on the line of zero and that of a loss hangs from it, both inside the picture, whatever the points', () => {
  expect(barsOf([20, 10, 0], 64)).toEqual([
    { y: 4, height: 60 },
    { y: 34, height: 30 },
    { y: 60, height: 4 },
  ]);
  const [gain, loss] = barsOf([10, -10], 64);
  expect((gain?.y ?? 0) + (gain?.height ?? 0)).toBe(loss?.y);
  for (const points of [[0], [-5], [1_204_567_890, 1, -1], [1, -1_204_567_890], [-1, -2, 0]])
    for (const [index, { y, height }] of barsOf(points, 64).entries()) {
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(64);
      expect(height).toBeGreaterThanOrEqual(points[index] === 0 ? 4 : 8);
    }
});
