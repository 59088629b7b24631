import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedActivity } from '#shared/activities';
import { queryKeys } from '#client/api/query-keys.ts';
import { accountOf, activityOf, breakfast, cardOf, dishes, léa, max, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { noteSeen } from '#client/sync/replica/reading.ts';
import { seenBefore } from './absence.ts';
import { awayNews } from './away.ts';
import { awayMessages } from './away-messages.fr.ts';

const opened = openedBoard();
const { id: boardId, title: boardTitle, icon: boardIcon, theme: boardTheme } = opened.board;
const zoé = accountOf('Zoé');
const [minute, hour] = [60_000, 3_600_000];

let number = 0;
/** Each is older than the one before, by a second. Léa has seen the board up to revision 50: what is not said to be older is news. */
function inFeed(...[action, author, other]: Parameters<typeof activityOf>): FeedActivity {
  number += 1;
  return {
    ...activityOf(action, author, { id: `activity ${number}`, revision: 100 - number, loggedAt: Date.now() - number * 1000, ...other }),
    ...{ boardId, boardTitle, boardIcon, boardTheme },
  };
}

/** Something that Léa has seen, so long ago. */
const seenAgo = (ago: number, other: Partial<FeedActivity> = {}) =>
  inFeed(breakfast, léa, { revision: 50, loggedAt: Date.now() - ago, ...other });

function replies(activities: FeedActivity[], next: string | null = null) {
  return { 'GET /api/boards': { boards: [{ ...cardOf(opened), seen: 50 }] }, 'GET /api/activities': { activities, next } };
}

async function openHome(activities: FeedActivity[], next: string | null = null) {
  const home = await openScreen('/dashboard', { me: léa, replies: replies(activities, next) });
  await screen.findAllByText(/Petit-déj au lit|Vaisselle oubliée/);
  return home;
}

const line = () => screen.findByRole('button', { name: /^Depuis/ });
const findLine = () => screen.queryByRole('button', { name: /^Depuis/ });
/** The part that has the line is there. */
const partLoaded = () => waitFor(() => expect(document.documentElement).toHaveAttribute('data-away-known'));

beforeEach(() => {
  number = 0;
  seenBefore.set(null);
  document.documentElement.removeAttribute('data-away-known');
});

test('what happened while one was away is one line that opens into the list; closing it is reading it, and the title has the focus', async () => {
  const reactions = [
    { emoji: '❤️', userIds: [max.id], revisions: [60] },
    { emoji: '😂', userIds: [max.id], revisions: [49] },
  ];
  const own = seenAgo(3 * hour + minute, { reactions });
  const { user } = await openHome([inFeed(breakfast, max), inFeed(breakfast, max), inFeed(dishes, max), own]);
  const button = await line();
  expect(button).toHaveTextContent('Depuis 3 heures, Max : 2 gestes, 1 aveu, 1 réaction');
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Pendant votre absence' });
  const rows = within(dialog).getAllByRole('link');
  expect(rows).toHaveLength(4);
  expect(rows[2]).toHaveTextContent(/Max Vaisselle oubliée.*NOUS DEUX.*−15/);
  expect(rows[3]).toHaveTextContent(/Max a réagi à «.Petit-déj au lit.»/);
  expect(rows[0]).toHaveAttribute('href', `/board/${boardId}`);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(findLine()).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('a row of the list leads to its board', async () => {
  const { user, address } = await openHome([inFeed(breakfast, max), inFeed(dishes, max), seenAgo(hour)]);
  await user.click(await line());
  const [first] = within(await screen.findByRole('dialog')).getAllByRole('link');
  if (first) await user.click(first);
  await waitFor(() => expect(address()).toBe(`/board/${boardId}`));
});

test('what was seen, on whichever device, is told no more', async () => {
  await openHome([inFeed(breakfast, max, { revision: 49 }), inFeed(dishes, max, { revision: 48 })]);
  await partLoaded();
  expect(findLine()).toBeNull();
});

test('the line counts what happened since the oldest thing that was not seen, at the latest', () => {
  const [late, early] = [inFeed(dishes, max, { loggedAt: 3000 }), inFeed(breakfast, max, { loggedAt: 1000 })];
  const seen = seenAgo(0, { loggedAt: 2000 });
  const newsOf = (activities: FeedActivity[]) =>
    awayNews(activities, { seen: { [boardId]: 50 }, until: 9000, myId: léa.id, hasMore: false });
  expect(newsOf([late, seen]).since).toBe(2000);
  expect(newsOf([late, seen, early]).since).toBe(1000);
});

test('the line stays while one looks, though what it tells counts as seen from then on', async () => {
  await openHome([inFeed(breakfast, max), inFeed(dishes, max), seenAgo(hour)]);
  await line();
  act(() => {
    seenBefore.set({ [boardId]: 50 });
    noteSeen(queryClient, [{ boardId, revision: 99 }]);
  });
  expect(await line()).toHaveTextContent('Max : 1 geste, 1 aveu');
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(findLine()).toBeNull());
  hidden.mockRestore();
});

test('what comes while the page is hidden is told', async () => {
  const before = [inFeed(breakfast, max, { revision: 49, loggedAt: Date.now() - minute })];
  const { server } = await openHome(before);
  await partLoaded();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  const later = [inFeed(dishes, max), inFeed(breakfast, max)];
  server.replies(replies([...later, ...before]));
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeys.feed }));
  expect(await line()).toHaveTextContent('Max : 1 geste, 1 aveu');
  hidden.mockRestore();
});

test('one thing makes no line, nor what one did oneself', async () => {
  const reacted = [{ emoji: '❤️', userIds: [léa.id], revisions: [60] }];
  await openHome([inFeed(breakfast, max), inFeed(breakfast, léa, { reactions: reacted }), inFeed(dishes, léa)]);
  await partLoaded();
  expect(findLine()).toBeNull();
});

test('what comes while one looks changes nothing, also where a line stands', async () => {
  const before = [inFeed(breakfast, max), inFeed(dishes, max)];
  const { server } = await openHome(before);
  expect(await line()).toHaveTextContent('Max : 1 geste, 1 aveu');
  const live = inFeed(breakfast, max, { id: 'live', loggedAt: Date.now() + minute });
  server.replies(replies([live, ...before]));
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeys.feed }));
  await waitFor(() => expect(screen.getAllByText('Petit-déj au lit')).toHaveLength(2));
  expect(await line()).toHaveTextContent('Max : 1 geste, 1 aveu');
});

test('what the feed does not reach is said to be more', async () => {
  const { user } = await openHome([inFeed(breakfast, max), inFeed(dishes, zoé, { loggedAt: Date.now() - hour })], 'next');
  expect(await line()).toHaveTextContent('Depuis 1 heure : plus de 2 nouveautés');
  await user.click(await line());
  expect(await screen.findByRole('dialog')).toHaveTextContent('Le reste est dans les activités récentes.');
});

test('the sentence of the line counts in French, and says since when', () => {
  const now = new Date(2026, 10, 26, 9).getTime();
  const say = (since: number, other: Partial<Parameters<typeof awayMessages.line>[0]> = {}) =>
    awayMessages.line({ since, now, names: ['Max'], gains: 1, losses: 2, reactions: 2, isCut: false, ...other }).replaceAll('\u00A0', ' ');
  const on = (...[day, hours, minutes = 0]: [number, number, number?]) => new Date(2026, 10, day, hours, minutes).getTime();
  expect(say(on(25, 20))).toBe('Depuis hier, Max : 1 geste, 2 aveux, 2 réactions');
  expect(say(on(23, 20), { losses: 1, reactions: 0 })).toBe('Depuis lundi, Max : 1 geste, 1 aveu');
  expect(say(on(26, 6), { names: ['Max', 'Zoé'], gains: 3, losses: 0, reactions: 1 })).toBe(
    'Depuis 3 heures, Max et Zoé : 3 gestes, 1 réaction',
  );
  expect(say(on(26, 8, 30), { names: ['Max', 'Zoé', 'Tom'] })).toMatch(/^Depuis 30 minutes, Max et 2 autres : 1 geste/);
  expect(say(on(26, 8, 59), { names: [], gains: 0, losses: 0 })).toBe('Depuis 1 minute : 2 réactions');
  expect(say(on(18, 8))).toMatch(/^Depuis le 18 novembre, Max : /);
  expect(say(on(26, 9, 5))).toMatch(/^Depuis 1 minute, Max : /);
  expect(say(new Date(2025, 10, 18).getTime(), { gains: 25, isCut: true })).toBe('Depuis le 18 novembre 2025 : plus de 29 nouveautés');
});

afterEach(cleanup);
