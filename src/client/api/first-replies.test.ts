import { afterEach, expect, test, vi } from 'vitest';

const remove = vi.fn();

afterEach(() => {
  vi.unstubAllGlobals();
  remove.mockClear();
});

test('each reply that came with the page is given once, and the element that held them goes', async () => {
  const replies = await repliesOf('{"/api/session":{"user":null}}');
  expect(remove).toHaveBeenCalledOnce();
  expect(replies.areThere()).toBe(true);
  expect(replies.take('/api/session')).toEqual({ user: null });
  expect(replies.take('/api/session')).toBeUndefined();
});

test('a page that was cut off within its replies has none, and the app starts', async () => {
  const replies = await repliesOf('{"/api/session":{"user":{"id":"a');
  expect(remove).toHaveBeenCalledOnce();
  expect(replies.areThere()).toBe(false);
});

async function repliesOf(textContent: string) {
  vi.stubGlobal('document', { getElementById: () => ({ textContent, remove }) });
  vi.resetModules();
  return (await import('./first-replies.ts')).firstReplies;
}
