import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BoardCard } from '#shared/boards';
import { queryKeys } from '#client/api/query-keys.ts';
import { ingestGreeting, ingestReadings, noteNews, noteSeen } from './reading.ts';

let client: QueryClient;
const has = (...cards: Partial<BoardCard>[]) => void client.setQueryData(queryKeys.boards, cards as BoardCard[]);
const cards = () => client.getQueryData(queryKeys.boards);

beforeEach(() => {
  client = new QueryClient();
});

test('a look on another device takes the news off here', () => {
  has({ id: 'one', revision: 7, seen: 5, hasNews: true });
  ingestReadings(client, [{ boardId: 'one', revision: 7, seen: 7, hasNews: false, isMuted: false }]);
  expect(cards()).toEqual([{ id: 'one', revision: 7, seen: 7 }]);
});

test('a cursor goes forward only, and an older one brings no news back', () => {
  has({ id: 'one', revision: 7, seen: 6 });
  ingestReadings(client, [{ boardId: 'one', revision: 7, seen: 5, hasNews: true, isMuted: false }]);
  expect(cards()).toEqual([{ id: 'one', revision: 7, seen: 6 }]);
});

test('a board that is muted has no news, whatever was seen of it', () => {
  has({ id: 'one', revision: 7, seen: 6, hasNews: true });
  ingestReadings(client, [{ boardId: 'one', revision: 7, seen: 5, hasNews: false, isMuted: true }]);
  expect(cards()).toEqual([{ id: 'one', revision: 7, seen: 6, isMuted: true }]);
});

test('what came after the server looked is asked for, since it may be news', () => {
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  has({ id: 'one', revision: 8, seen: 5, hasNews: true });
  ingestReadings(client, [{ boardId: 'one', revision: 7, seen: 7, hasNews: false, isMuted: false }]);
  expect(invalidated).toHaveBeenCalledExactlyOnceWith({ queryKey: queryKeys.boards });
});

test('boards that are to be read again stay so when one of them was seen', () => {
  has({ id: 'one', revision: 7, seen: 5, hasNews: true });
  void client.invalidateQueries({ queryKey: queryKeys.boards });
  noteSeen(client, [{ boardId: 'one', revision: 7 }]);
  expect(client.getQueryState(queryKeys.boards)?.isInvalidated).toBe(true);
});

test('a greeting says which boards have news or are muted, and that the others were seen, on whichever device', () => {
  has({ id: 'one', revision: 7, seen: 5, hasNews: true }, { id: 'two', revision: 3, seen: 2 }, { id: 'old', revision: 1, isMuted: true });
  const readings = [{ boardId: 'two', revision: 4, seen: 3, hasNews: true, isMuted: false }];
  ingestGreeting(client, { boards: { one: 8, two: 4, old: 1 }, readings });
  expect(cards()).toEqual([
    { id: 'one', revision: 7, seen: 8 },
    { id: 'two', revision: 3, seen: 3, hasNews: true },
    { id: 'old', revision: 1, seen: 1 },
  ]);
});

test('a greeting that another tab repeats says nothing of news: the server is asked', () => {
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  has({ id: 'one', revision: 7, seen: 5, hasNews: true });
  ingestGreeting(client, { boards: { one: 8 } });
  expect(cards()).toEqual([{ id: 'one', revision: 7, seen: 5, hasNews: true }]);
  expect(invalidated).toHaveBeenCalledExactlyOnceWith({ queryKey: queryKeys.boards });
});

test('a board with news counts as such until it is seen', () => {
  has({ id: 'one', revision: 7, seen: 5 });
  noteNews(client, 'one');
  expect(cards()).toEqual([{ id: 'one', revision: 7, seen: 5, hasNews: true }]);
  noteSeen(client, [{ boardId: 'one', revision: 7 }]);
  expect(cards()).toEqual([{ id: 'one', revision: 7, seen: 7 }]);
});
