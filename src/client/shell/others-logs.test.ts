import { expect, test } from 'vitest';
import type { Activity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import { logsOfOthers, type NewsMemory } from './others-logs.ts';
import { boardOf, namesIn } from './told-news.ts';

const activity = (id: string, revision: number, more: Partial<Activity> = {}): Activity => ({
  id,
  revision,
  title: 'Petit-déj au lit',
  points: 20,
  userId: 'max',
  username: 'Max',
  userAvatar: '🧑',
  emoji: null,
  loggedAt: revision,
  undone: null,
  ...more,
});

const change = (after: number, activities: Activity[], boardId = 'one'): BoardChange => ({
  boardId,
  after,
  revision: Math.max(after, ...activities.map(({ revision }) => revision)),
  complete: true,
  totalPoints: 0,
  activities,
});

const memoryFrom = (revision: number): NewsMemory => ({ from: new Map([['one', revision]]), seen: new Set() });
const idsOf = (memory: NewsMemory, told: BoardChange) => logsOfOthers(memory, told, 'léa').map(({ id }) => id);

test('what others log is news once, whatever brings it and however often', () => {
  const memory = memoryFrom(5);
  expect(idsOf(memory, change(5, [activity('a', 6)]))).toEqual(['a']);
  expect(idsOf(memory, change(5, [activity('b', 7), activity('a', 6)]))).toEqual(['b']);
  expect(idsOf(memory, change(5, [activity('b', 7)]))).toEqual([]);
});

test('one that comes after a later one is news all the same', () => {
  const memory = memoryFrom(5);
  expect(idsOf(memory, change(6, [activity('mine', 7, { userId: 'léa' })]))).toEqual([]);
  expect(idsOf(memory, change(5, [activity('a', 6)]))).toEqual(['a']);
});

test('neither one’s own logs, nor undone ones, nor those of a deleted account, nor what was there before is news', () => {
  const undone = { at: 1, userId: 'max', username: 'Max' };
  const told = change(5, [
    activity('mine', 9, { userId: 'léa' }),
    activity('undone', 8, { undone }),
    activity('nobody', 7, { userId: null }),
    activity('before', 5),
  ]);
  expect(idsOf(memoryFrom(5), told)).toEqual([]);
});

test('of a board that came later its first change is news', () => {
  expect(idsOf({ from: new Map(), seen: new Set() }, change(3, [activity('a', 4), activity('old', 3)], 'new'))).toEqual(['a']);
});

test('a bubble names each person once, and the board when there is but one', () => {
  const memory = memoryFrom(0);
  const logs = [...logsOfOthers(memory, change(0, [activity('a', 1), activity('b', 2, { username: 'Zoé' }), activity('c', 3)]), 'léa')];
  expect(namesIn(logs)).toEqual(['Max', 'Zoé']);
  expect(boardOf(logs)).toBe('one');
  expect(boardOf([...logs, ...logsOfOthers(memory, change(0, [activity('d', 1)], 'other'), 'léa')])).toBeUndefined();
});
