import { expect, it } from 'vitest';
import { actionLimits } from '#shared/action-limits';
import { boardOf, startTestApp } from '../../../tests/test-app.ts';
import { Stream } from '../../../tests/stream.ts';

const testApp = await startTestApp();
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const { liveFeed } = testApp.deps;

it('a reader who does not read is cut; one who reads gets everything', async () => {
  const board = await boardOf(lea, [max]);
  const [slow, quick] = await Promise.all([Stream.open(lea), Stream.open(max)]);
  const [{ boards }] = await Promise.all([slow.next('hello'), quick.next('hello')]);
  const known = boards[board.id] ?? 0;
  slow.stall();
  const change = { boardId: board.id, after: 0, revision: 1, complete: true, totalPoints: 0, activities: [] };
  const one = { title: 'x'.repeat(60), points: 1, category: null, emoji: null };
  const long = { ...change, actions: Array.from({ length: 200 }, (_, n) => ({ ...one, id: `${n}` })) };
  let sent = 0;
  // The system's own buffers take some megabytes before anything stays unread with us.
  while (liveFeed.size() === 2 && sent < 2000) {
    liveFeed.publish({ ...long, after: known + sent, revision: known + sent + 1 });
    sent += 1;
    await quick.until(() => quick.all('change').length >= sent, 'the quick reader was kept waiting');
  }
  expect(liveFeed.size()).toBe(1);
  expect(quick.closed).toBe(false);
  liveFeed.publish({ ...change, after: known + sent, revision: known + sent + 1 });
  await quick.next('change', ({ revision }) => revision === known + sent + 1);
  quick.close();
  slow.close();
});

it('a change longer than 64 KiB reaches those who read', async () => {
  // As many actions as a board takes, with the longest titles and categories there are.
  const text = (index: number, length: number) => `${index} `.padEnd(length, '"');
  const actions = Array.from({ length: actionLimits.perBoard - 3 }, (_, index) => ({
    title: text(index, actionLimits.titleMax),
    points: 1000,
    category: text(index, actionLimits.categoryMax),
    emoji: '🥐',
  }));
  const board = await boardOf(lea, [max], { actions });
  const stream = await Stream.open(max);
  await stream.next('hello');
  const body = { actions: [{ title: 'Bisou', points: 5 }] };
  await lea.does('POST /api/boards/:boardId/actions', { params: { boardId: board.id }, body });
  const { actions: all } = await stream.next('change');
  expect(JSON.stringify(all).length).toBeGreaterThan(64 * 1024);
  expect(all).toHaveLength(actionLimits.perBoard);
  stream.close();
});

it('nobody is kept waiting by HEAD, whose stream would never end', async () => {
  const port = await testApp.port();
  const headers = { cookie: lea.cookie ?? '' };
  const reply = await fetch(`http://127.0.0.1:${port}/api/live`, { method: 'HEAD', headers });
  expect(reply.status).toBe(404);
  // The streams of the other tests are closed.
  await expect.poll(() => liveFeed.size()).toBe(0);
});
