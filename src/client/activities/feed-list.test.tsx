import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Action } from '#shared/actions';
import type { FeedActivity } from '#shared/activities';
import type { BoardCard } from '#shared/boards';
import { activityOf, breakfast, cardOf, dishes, léa, max, openedBoard } from '#client/app/testing/samples.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { queryClient } from '#client/sync/replica/query-client.ts';

const opened = openedBoard();
const { id: boardId, title: boardTitle, icon: boardIcon, theme: boardTheme } = opened.board;

/** Activities of Max, the newest first, a minute apart. */
function logged(...actions: Action[]): FeedActivity[] {
  return actions.map((action, index) => ({
    ...activityOf(action, max, { id: `activity ${index}`, loggedAt: Date.now() - (index + 1) * 60_000 }),
    ...{ boardId, boardTitle, boardIcon, boardTheme },
  }));
}

const openFeed = (activities: FeedActivity[], board: Partial<BoardCard> = {}, next: string | null = null) =>
  openScreen('/dashboard', {
    me: léa,
    replies: { 'GET /api/boards': { boards: [{ ...cardOf(opened), ...board }] }, 'GET /api/activities': { activities, next } },
  });

const feed = async () => within(await screen.findByRole('region', { name: 'Activités récentes' }));

test('what somebody did several times in a row is one bubble with the sum, and unfolds to each with its own reactions', async () => {
  const { user } = await openFeed(logged(breakfast, breakfast, breakfast, dishes));
  const bubbles = await feed();
  expect(await bubbles.findAllByRole('listitem')).toHaveLength(2);
  expect(bubbles.getAllByRole('listitem')[0]).toHaveTextContent(/Max Petit-déj au lit 🥐 ×3\+60/);
  expect(await bubbles.findAllByRole('button', { name: /Réagir à «.Petit-déj/ })).toHaveLength(1);
  expect(bubbles.getAllByRole('button', { name: /Détail/ })).toHaveLength(1);
  const detail = bubbles.getByRole('button', { name: /^Détail de «.Petit-déj au lit.»$/, expanded: false });
  await user.click(detail);
  expect(detail).toHaveAttribute('aria-expanded', 'true');
  expect(detail).toHaveFocus();
  const unfolded = bubbles.getAllByRole('listitem');
  expect(unfolded).toHaveLength(4);
  for (const bubble of unfolded.slice(0, 3)) expect(bubble).toHaveTextContent(/Petit-déj au lit 🥐\+20/);
  expect(await bubbles.findAllByRole('button', { name: /Réagir à «.Petit-déj/ })).toHaveLength(3);
  await user.click(detail);
  expect(bubbles.getAllByRole('listitem')).toHaveLength(2);
  expect(detail).toHaveFocus();
});

test('what was just pressed again stands by itself, also on a phone whose clock runs ahead', async () => {
  const late = 10 * 60_000;
  const before = logged(breakfast, breakfast).map((one) => ({ ...one, loggedAt: one.loggedAt - late }));
  const third = logged(breakfast).map((one) => ({ ...one, id: 'third', loggedAt: Date.now() - late + 5000 }));
  const { server } = await openFeed(before);
  const bubbles = await feed();
  expect(await bubbles.findAllByRole('listitem')).toHaveLength(2);
  server.clock = () => Date.now() - late;
  server.replies({ 'GET /api/activities': { activities: [...third, ...before], next: null } });
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeys.feed }));
  await waitFor(() => expect(bubbles.getAllByRole('listitem')).toHaveLength(3));
});

test('a name that has no room is whole in its tooltip, and the day is a heading that midnight changes', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(2026, 10, 26, 23, 59, 50) });
  onTestFinished(() => void vi.useRealTimers());
  await openFeed(logged(breakfast));
  const bubbles = await feed();
  expect(await bubbles.findByRole('heading', { level: 2, name: "Aujourd'hui" })).toBeVisible();
  expect(bubbles.getByTitle(boardTitle)).toHaveTextContent(boardTitle);
  // Under the day the hour is enough, and the whole date is in the tooltip.
  const time = bubbles.getByTitle('26 novembre à 23:58');
  expect(time).toHaveTextContent(/^23:58$/);
  expect(time).toHaveAttribute('datetime', new Date(2026, 10, 26, 23, 58, 50).toISOString());
  act(() => void vi.advanceTimersByTime(30_000));
  expect(bubbles.getByRole('heading', { level: 2, name: 'Hier' })).toBeVisible();
  expect(time).toHaveTextContent(/^23:58$/);
});

for (const [count, before] of [
  [5, 3],
  [2, 2],
] as const)
  test(`the question about counting stands after ${before} of ${count} bubbles`, async () => {
    const activities = logged(...Array.from({ length: count }, (_, index) => (index % 2 ? dishes : breakfast)));
    await openScreen('/dashboard', {
      me: { ...léa, actionsCount: 1, preferences: { ...léa.preferences, consentAsked: false } },
      replies: { 'GET /api/boards': { boards: [cardOf(opened)] }, 'GET /api/activities': { activities, next: null } },
    });
    const question = await screen.findByRole('region', { name: "Mesure d'audience" });
    const bubbles = (await feed()).getAllByRole('listitem');
    expect(bubbles).toHaveLength(count);
    const isBefore = (bubble: Element) => bubble.compareDocumentPosition(question) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(bubbles.filter(isBefore)).toHaveLength(before);
  });

test('what others did on a large board is one row, which unfolds and folds again', async () => {
  const activities = logged(breakfast, dishes, breakfast, dishes);
  const { user } = await openFeed(activities, { memberCount: 60 });
  const rows = await feed();
  const row = await rows.findByRole('button', { name: 'NOUS DEUX · 4 nouvelles', expanded: false });
  expect(rows.getAllByRole('listitem')).toHaveLength(1);
  await user.click(row);
  expect(rows.getAllByRole('listitem')).toHaveLength(5);
  expect(row).toHaveAttribute('aria-expanded', 'true');
  await user.click(row);
  expect(rows.getAllByRole('listitem')).toHaveLength(1);
});

test('a crowd at the end of a page says that there is more, and the next page comes by a press', async () => {
  const { user, server } = await openFeed(logged(breakfast, dishes, breakfast), { memberCount: 60 }, 'more');
  const rows = await feed();
  expect(await rows.findByRole('button', { name: 'NOUS DEUX · plus de 3 nouvelles' })).toBeVisible();
  const more = await rows.findByRole('button', { name: 'Voir plus' });
  const older = logged(dishes, breakfast).map((one) => ({ ...one, id: `older ${one.id}` }));
  server.replies({ 'GET /api/activities': { activities: older, next: null } });
  await user.click(more);
  expect(await rows.findByRole('button', { name: 'NOUS DEUX · 5 nouvelles' })).toBeVisible();
});
