import { expect, test } from 'vitest';
import { achievementIds, achievements } from '#shared/achievement-rules';
import { metalOf } from './medal-metal.ts';

test('the further the goal of a measure, the dearer the metal', () => {
  expect([10, 100, 1000].map((goal) => metalOf({ measure: 'actions', goal }))).toEqual(['bronze', 'silver', 'gold']);
  expect([3, 7, 30, 100].map((goal) => metalOf({ measure: 'streak', goal }))).toEqual(['bronze', 'silver', 'gold', 'gold']);
  expect(metalOf({ measure: 'moment', goal: 1 })).toBe('bronze');
});

test('each metal is in the list', () => {
  expect(new Set(achievementIds.map((id) => metalOf(achievements[id])))).toEqual(new Set(['bronze', 'silver', 'gold']));
});
