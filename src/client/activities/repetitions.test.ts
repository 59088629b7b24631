import { expect, test } from 'vitest';
import { repetitionsIn } from './repetitions.ts';

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
const now = at(26, 20);

type Activity = Parameters<typeof repetitionsIn>[0][number];

/** Coffees of Max on one board, the newest first, each with what is different. */
function coffees(...differences: Partial<Activity>[]): Activity[] {
  return differences.map((difference, index) => ({
    id: `${index}`,
    userId: 'max',
    boardId: 'board',
    title: 'Café',
    points: 5,
    emoji: '☕',
    loggedAt: at(26, 19 - index),
    undone: null,
    undoing: false,
    pending: false,
    ...difference,
  }));
}

const idsIn = (activities: Activity[], until = now) =>
  [...repetitionsIn(activities, until, now).values()].map((run) => run.map(({ id }) => id).join(''));

test('three or more of the same in a row are one', () => {
  expect(idsIn(coffees({}, {}))).toEqual([]);
  expect(idsIn(coffees({}, {}, {}))).toEqual(['012']);
  expect(idsIn(coffees({}, {}, {}, { title: 'Thé' }, {}, {}, {}, {}))).toEqual(['012', '4567']);
});

test.each<[string, Partial<Activity>]>([
  ['another person', { userId: 'léa' }],
  ['somebody who deleted the account', { userId: null }],
  ['another board', { boardId: 'other' }],
  ['another action', { title: 'Thé' }],
  ['the action at another worth', { points: 6 }],
  ['an undone one', { undone: { at: now, userId: null, username: 'Max' } }],
  ['one that is being undone', { undoing: true }],
  ['one that waits to be sent', { pending: true }],
  ['one with reactions', { reactions: [{ emoji: '🔥', userIds: [] }] }],
])('%s stands between', (_, other) => {
  expect(idsIn(coffees({}, {}, {}, other, {}, {}, {}))).toEqual(other.reactions ? ['012', '3456'] : ['012', '456']);
  expect(idsIn(coffees({}, {}, other, {}, {}))).toEqual(other.reactions ? ['234'] : []);
});

test('each day begins anew', () => {
  const yesterday = { loggedAt: at(25, 23) };
  expect(idsIn(coffees({}, {}, yesterday, yesterday))).toEqual([]);
  expect(idsIn(coffees({}, {}, {}, yesterday, yesterday, yesterday))).toEqual(['012', '345']);
});

test('what came since the person looks stands by itself', () => {
  expect(idsIn(coffees({}, {}, {}, {}), at(26, 18))).toEqual(['123']);
});

test('deleted accounts are nobody in particular', () => {
  expect(idsIn(coffees({ userId: null }, { userId: null }, { userId: null }))).toEqual([]);
});
