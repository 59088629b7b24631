import { expect, it } from 'vitest';
import { daysAfter, mondayOf } from '#shared/calendar';
import { stretchesOf } from './stretches.ts';

it('a week goes from Monday to today', () => {
  expect(stretchesOf('week', '2026-11-23')).toEqual(['2026-11-23']);
  expect(stretchesOf('week', '2026-11-25')).toEqual(['2026-11-23', '2026-11-24', '2026-11-25']);
  expect(stretchesOf('week', '2026-11-29')).toHaveLength(7);
});

it('a month goes from its first day to today', () => {
  expect(stretchesOf('month', '2026-12-02')).toEqual(['2026-12-01', '2026-12-02']);
  expect(stretchesOf('month', '2028-02-29')).toHaveLength(29);
});

it('all there is begins with the first day on which somebody logged', () => {
  expect(stretchesOf('all', '2026-11-22', '2026-11-20')).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
  expect(stretchesOf('all', '2026-11-22')).toEqual(['2026-11-22']);
});

it('a first day that is still to come, since the clock was put back, begins today', () => {
  expect(stretchesOf('all', '2026-11-22', '2026-11-24')).toEqual(['2026-11-22']);
});

it.each([
  ['days', 0, '2026-11-22'],
  ['days', 59, '2026-11-22'],
  ['weeks', 60, '2026-11-22'],
  ['weeks', 400, '2026-11-22'],
  ['months', 430, '2026-11-22'],
  ['months', 1800, '2026-11-22'],
  ['several months', 2000, '2026-11-22'],
  ['several months', 36_000, '2026-11-22'],
])('the curve goes by %s as the history grows: %i days', (unit, days, today) => {
  const first = daysAfter(today, -days);
  const stretches = stretchesOf('all', today, first);
  expect(stretches.length).toBeLessThanOrEqual(60);
  expect(stretches.toSorted()).toEqual(stretches);
  expect((stretches[0] ?? '') <= first && (stretches.at(-1) ?? '') <= today).toBe(true);
  if (unit === 'days') expect(stretches).toHaveLength(days + 1);
  if (unit === 'weeks') expect(stretches.every((day) => mondayOf(day) === day)).toBe(true);
  if (unit.endsWith('months')) expect(stretches.every((day) => day.endsWith('-01'))).toBe(true);
  if (unit === 'months') expect(stretches[1]).toBe(stretchesOf('month', daysAfter(first, 31))[0]);
});
