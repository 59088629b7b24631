import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BoardCard } from '#shared/boards';
import { queryKeys } from '#client/api/query-keys.ts';
import { ingestNews, ingestReading, noteNews, noteSeen } from './reading.ts';

let client: QueryClient;
const has = (...cards: Partial<BoardCard>[]) => void client.setQueryData(queryKeys.boards, cards as BoardCard[]);
const cards = () => client.getQueryData(queryKeys.boards);

beforeEach(() => {
  client = new QueryClient();
});

test('a look on another device takes the news off here', () => {
  has({ id: 'one', revision: 7, seen: 5, hasNews: true });
  ingestReading(client, { boardId: 'one', revision: 7, seen: 7, hasNews: false, isMuted: false });
  expect(cards()).toEqual([{ id: 'one', revision: 7, seen: 7 }]);
});

test('a cursor goes forward only, and a muted board has no news', () => {
  has({ id: 'one', revision: 7, seen: 6, hasNews: true });
  ingestReading(client, { boardId: 'one', revision: 7, seen: 5, hasNews: false, isMuted: true });
  expect(cards()).toEqual([{ id: 'one', revision: 7, seen: 6, isMuted: true }]);
});

test('what came after the server looked is asked for, since it may be news', () => {
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  has({ id: 'one', revision: 8, seen: 5, hasNews: true });
  ingestReading(client, { boardId: 'one', revision: 7, seen: 7, hasNews: false, isMuted: false });
  expect(invalidated).toHaveBeenCalledExactlyOnceWith({ queryKey: queryKeys.boards });
});

test('a greeting says which boards have news, and how far each was seen on any device', () => {
  has({ id: 'one', revision: 7, seen: 5, hasNews: true }, { id: 'two', revision: 3, seen: 2 }, { id: 'old', revision: 1 });
  ingestNews(client, { boards: { one: 8, two: 4, old: 1 }, news: { two: 3 } });
  expect(cards()).toEqual([
    { id: 'one', revision: 7, seen: 8 },
    { id: 'two', revision: 3, seen: 3, hasNews: true },
    { id: 'old', revision: 1, seen: 1 },
  ]);
});

test('a greeting of an older server changes nothing', () => {
  has({ id: 'one', revision: 7, seen: 5, hasNews: true });
  ingestNews(client, { boards: { one: 8 } });
  expect(cards()).toEqual([{ id: 'one', revision: 7, seen: 5, hasNews: true }]);
});

test('a board with news counts as such until it is seen', () => {
  has({ id: 'one', revision: 7, seen: 5 });
  noteNews(client, 'one');
  expect(cards()).toEqual([{ id: 'one', revision: 7, seen: 5, hasNews: true }]);
  noteSeen(client, 'one', 7);
  expect(cards()).toEqual([{ id: 'one', revision: 7, seen: 7 }]);
});
