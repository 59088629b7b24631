import { beforeEach, expect, test, vi } from 'vitest';
import type { BoardId, UserId } from '#shared/ids';
import { feedNews, feedSeen, followMark } from './news.ts';
import { keepMarks, markNews } from './news-marks.ts';

const [léa, max] = ['user-lea' as UserId, 'user-max' as UserId];
const [home, trip] = [{ boardId: 'board-home' as BoardId }, { boardId: 'board-trip' as BoardId }];
let page: EventTarget;
let notes: Map<string, string>;

beforeEach(() => {
  page = new EventTarget();
  notes = new Map();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, note: string) => void notes.set(key, note),
    removeItem: (key: string) => void notes.delete(key),
  });
  feedSeen();
});

test('each board with news counts once, until the feed has been seen', () => {
  markNews(léa, [home, home]);
  markNews(léa, [trip, home]);
  markNews(léa, []);
  expect(feedNews.get()).toEqual([home.boardId, trip.boardId]);
  feedSeen();
  expect(feedNews.get()).toEqual([]);
  expect(notes.size).toBe(0);
});

test('a board that is lost takes its news along', () => {
  markNews(léa, [home, trip]);
  keepMarks(léa, (boardId) => boardId !== home.boardId);
  expect(feedNews.get()).toEqual([trip.boardId]);
  keepMarks(léa, () => false);
  expect(notes.size).toBe(0);
});

test('a page takes over what was noted, also what another tab notes later, for the same person alone', () => {
  markNews(léa, [home, trip]);
  const noted = [...notes];
  feedSeen();
  notes = new Map(noted);
  const stop = followMark(léa);
  expect(feedNews.get()).toEqual([home.boardId, trip.boardId]);
  notes.clear();
  page.dispatchEvent(new Event('storage'));
  expect(feedNews.get()).toEqual([]);
  stop();
  notes = new Map(noted);
  followMark(max)();
  expect(feedNews.get()).toEqual([]);
});

test('what an earlier version noted, without boards, is news of one', () => {
  notes.set('accueil-news', léa);
  followMark(léa)();
  expect(feedNews.get()).toHaveLength(1);
  feedSeen();
  expect(notes.size).toBe(0);
});
