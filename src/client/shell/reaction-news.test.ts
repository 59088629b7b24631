import { expect, test } from 'vitest';
import type { BoardChange } from '#shared/boards';
import type { NewsMemory } from './others-logs.ts';
import { isTakenBack, reactionsOfOthers } from './reaction-news.ts';

const by = (userId: string, emoji = '❤️') => ({ emoji, userId, username: userId, userAvatar: '🧑' });
const change = (after: number, added: ReturnType<typeof by>[], author = 'léa'): BoardChange => ({
  boardId: 'one',
  after,
  revision: after + 1,
  complete: true,
  totalPoints: 0,
  activities: [],
  changed: [
    {
      ...{ id: 'a', title: 'Petit-déj au lit', points: 20, userId: author, username: author, userAvatar: '👸', emoji: null },
      ...{ loggedAt: 1, revision: 1, undone: null, changedRevision: after + 1 },
      reactions: added.map(({ emoji, userId }) => ({ emoji, userIds: [userId] })),
      added,
    },
  ],
});
const memoryFrom = (revision: number): NewsMemory => ({ from: new Map([['one', revision]]), seen: new Set() });
const told = (memory: NewsMemory, one: BoardChange) =>
  reactionsOfOthers(memory, one, 'léa').news.map(({ username, reaction }) => `${username} ${reaction?.emoji}`);

test('what others put on one’s own activity is news once, though it is taken back and put again', () => {
  const memory = memoryFrom(5);
  expect(told(memory, change(5, [by('max')]))).toEqual(['max ❤️']);
  expect(told(memory, change(6, []))).toEqual([]);
  expect(told(memory, change(7, [by('max'), by('max', '🔥')]))).toEqual(['max 🔥']);
});

test('what was put on it before there was news was missed, and is not news a second time', () => {
  const memory = memoryFrom(5);
  expect(reactionsOfOthers(memory, change(3, [by('max')]), 'léa')).toMatchObject({ news: [{ username: 'max' }], isMissed: true });
  expect(reactionsOfOthers(memory, change(5, [by('max'), by('lou')]), 'léa')).toMatchObject({
    news: [{ username: 'lou' }],
    isMissed: false,
  });
});

test('neither one’s own reactions nor those to activities of others are news', () => {
  expect(told(memoryFrom(5), change(5, [by('léa')]))).toEqual([]);
  expect(told(memoryFrom(5), change(5, [by('max')], 'lou'))).toEqual([]);
});

test('what is taken back is no news any more', () => {
  const [news] = reactionsOfOthers(memoryFrom(5), change(5, [by('max')]), 'léa').news;
  if (!news) throw new Error('no news');
  expect(isTakenBack(news, change(6, [by('lou')]))).toBe(true);
  expect(isTakenBack(news, change(6, [by('max')]))).toBe(false);
  expect(isTakenBack(news, { ...change(6, []), changed: undefined })).toBe(false);
});
