import { afterEach, expect, test } from 'vitest';
import { firstUntold, tellUnlocked, unlockedNews } from './unlocked-news.ts';

afterEach(() => unlockedNews.set([]));

test('what a reply and the stream tell of is told once, in order', () => {
  tellUnlocked('léa', ['first-action', 'first-loss']);
  tellUnlocked('léa', ['first-action']);
  expect(firstUntold(unlockedNews.get(), 'léa', new Set())).toBe('first-action');
  expect(firstUntold(unlockedNews.get(), 'léa', new Set(['first-action']))).toBe('first-loss');
  expect(firstUntold(unlockedNews.get(), 'léa', new Set(['first-action', 'first-loss']))).toBeUndefined();
});

test('a reply that comes after a sign-out tells the next person nothing', () => {
  tellUnlocked('léa', ['first-action']);
  expect(firstUntold(unlockedNews.get(), 'max', new Set())).toBeUndefined();
});

test('a log that unlocks nothing is no news', () => {
  const before = unlockedNews.get();
  tellUnlocked('léa');
  tellUnlocked('léa', []);
  expect(unlockedNews.get()).toBe(before);
});
