import { expect, test } from 'vitest';
import type { Activity, ChangedActivity } from '#shared/activities';
import type { BoardChange } from '#shared/boards';
import { freshNews, isTakenBack, type NewsMemory, without } from './fresh-news.ts';

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
const logged = (after: number, activities: Activity[], boardId = 'one'): BoardChange => ({
  boardId,
  after,
  revision: Math.max(after, ...activities.map(({ revision }) => revision)),
  complete: true,
  totalPoints: 0,
  activities,
});
const changed = (after: number, now: ChangedActivity): BoardChange => ({ ...logged(after, []), revision: after + 1, changed: [now] });

/** Léa's activity after others put these on it. */
const reacted = (after: number, added: [userId: string, emoji: string][]): BoardChange => {
  const reactions = added.map(([userId, emoji]) => ({ emoji, userIds: [userId] }));
  const people = added.map(([userId, emoji]) => ({ emoji, revision: after + 1, userId, username: userId, userAvatar: '🧑' }));
  return changed(after, { ...activity('own', 1, { userId: 'léa' }), reactions, changedRevision: after + 1, added: people });
};

const memoryFrom = (revision: number): NewsMemory => ({ from: new Map([['one', revision]]), seen: new Set() });
const idsOf = (memory: NewsMemory, change: BoardChange) => freshNews(memory, change, 'léa').fresh.map(({ activityId }) => activityId);
const wordsOf = (memory: NewsMemory, change: BoardChange) =>
  freshNews(memory, change, 'léa').fresh.map((one) => (one.kind === 'reaction_added' ? `${one.by.username} ${one.emoji}` : one.title));

test('a log of somebody else is news once, whatever brings it and however often', () => {
  const memory = memoryFrom(5);
  expect(idsOf(memory, logged(5, [activity('a', 6)]))).toEqual(['a']);
  expect(idsOf(memory, logged(5, [activity('b', 7), activity('a', 6)]))).toEqual(['b']);
  expect(idsOf(memory, logged(5, [activity('b', 7)]))).toEqual([]);
});

test('a log that comes after a later one is news all the same', () => {
  const memory = memoryFrom(5);
  expect(idsOf(memory, logged(6, [activity('mine', 7, { userId: 'léa' })]))).toEqual([]);
  expect(idsOf(memory, logged(5, [activity('a', 6)]))).toEqual(['a']);
});

test('a log from before there was news is none', () => {
  expect(freshNews(memoryFrom(5), logged(5, [activity('before', 5)]), 'léa')).toEqual({ fresh: [], missed: [] });
});

test('the first change of a board that came later is news', () => {
  expect(idsOf({ from: new Map(), seen: new Set() }, logged(3, [activity('a', 4), activity('old', 3)], 'new'))).toEqual(['a']);
});

test("a reaction to one's own activity is news once, though it is taken back and put again", () => {
  const memory = memoryFrom(5);
  expect(wordsOf(memory, reacted(5, [['max', '❤️']]))).toEqual(['max ❤️']);
  expect(wordsOf(memory, reacted(6, []))).toEqual([]);
  const again = reacted(7, [
    ['max', '❤️'],
    ['max', '🔥'],
  ]);
  expect(wordsOf(memory, again)).toEqual(['max 🔥']);
});

test('a reaction from before there was news was missed, and is no news a second time', () => {
  const memory = memoryFrom(5);
  expect(freshNews(memory, reacted(3, [['max', '❤️']]), 'léa')).toMatchObject({ fresh: [], missed: [{ by: { username: 'max' } }] });
  const both = reacted(5, [
    ['max', '❤️'],
    ['lou', '❤️'],
  ]);
  expect(freshNews(memory, both, 'léa')).toMatchObject({ fresh: [{ by: { username: 'lou' } }], missed: [] });
});

test('a reaction that is taken back is no news any more', () => {
  const { fresh } = freshNews(memoryFrom(5), reacted(5, [['max', '❤️']]), 'léa');
  const isLeft = (change: BoardChange) => without(fresh, (one) => isTakenBack(one, change)) === fresh;
  expect(isLeft(reacted(6, [['lou', '❤️']]))).toBe(false);
  expect(isLeft(reacted(6, [['max', '❤️']]))).toBe(true);
  expect(isLeft(logged(6, []))).toBe(true);
});

test('an undone activity is no news any more, nor is a reaction to it', () => {
  const undone = { at: 1, userId: 'max', username: 'Max' };
  const memory = memoryFrom(5);
  const log = freshNews(memory, logged(5, [activity('a', 6)]), 'léa').fresh;
  const reaction = freshNews(memory, reacted(6, [['max', '❤️']]), 'léa').fresh;
  const gone = [changed(7, activity('a', 6, { undone })), changed(8, activity('own', 1, { userId: 'léa', undone }))];
  expect([...log, ...reaction].map((one) => gone.some((change) => isTakenBack(one, change)))).toEqual([true, true]);
});
