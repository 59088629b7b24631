import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedActivity } from '#shared/activities';
import { queryKeys } from '#client/api/query-keys.ts';
import { accountOf, activityOf, breakfast, cardOf, dishes, léa, max, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { queryClient } from '#client/sync/replica/query-client.ts';
import { awayNews, noteSeen, seenBy } from './away.ts';
import { awayMessages } from './away-messages.fr.ts';

const opened = openedBoard();
const { id: boardId, title: boardTitle, icon: boardIcon, theme: boardTheme } = opened.board;
const zoé = accountOf('Zoé');
const [minute, hour] = [60_000, 3_600_000];

let number = 0;
function inFeed(...[action, author, other]: Parameters<typeof activityOf>): FeedActivity {
  number += 1;
  return {
    ...activityOf(action, author, { id: `activity ${number}`, loggedAt: Date.now() - number * 1000, ...other }),
    ...{ boardId, boardTitle, boardIcon, boardTheme },
  };
}

function replies(activities: FeedActivity[], next: string | null = null) {
  return { 'GET /api/boards': { boards: [cardOf(opened)] }, 'GET /api/activities': { activities, next } };
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
  localStorage.clear();
  document.documentElement.removeAttribute('data-away-known');
});

test('what happened while one was away is one line that opens into the list; closing it is reading it, and the title has the focus', async () => {
  const own = inFeed(breakfast, léa, { reactions: [{ emoji: '❤️', userIds: [max.id] }] });
  noteSeen(léa.id, Date.now() - 3 * hour - minute, []);
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

test('a row of the list leads to its board, and then all is read', async () => {
  noteSeen(léa.id, Date.now() - hour, []);
  const { user, address } = await openHome([inFeed(breakfast, max), inFeed(dishes, max)]);
  await user.click(await line());
  const [first] = within(await screen.findByRole('dialog')).getAllByRole('link');
  if (first) await user.click(first);
  await waitFor(() => expect(address()).toBe(`/board/${boardId}`));
  cleanup();
  await openHome([inFeed(breakfast, max), inFeed(dishes, max)].map((one) => ({ ...one, loggedAt: Date.now() - 2 * minute })));
  await partLoaded();
  expect(findLine()).toBeNull();
});

test('nothing is told on the first visit', async () => {
  await openHome([inFeed(breakfast, max), inFeed(breakfast, max)]);
  await partLoaded();
  expect(findLine()).toBeNull();
});

test('what came before the page noted that it was left, and was never there, is told', () => {
  const [seen, missed] = [inFeed(breakfast, max, { loggedAt: 1000 }), inFeed(dishes, max, { loggedAt: 2000 })];
  noteSeen(léa.id, 5000, [seen]);
  const since = seenBy(léa.id) ?? { at: 0, upTo: 0, reactions: new Set<string>() };
  const newsOf = (activities: FeedActivity[]) => awayNews(activities, { since, until: 9000, myId: léa.id, hasMore: false }).logs;
  expect(newsOf([missed, seen])).toEqual([missed]);
  // What has left the list becomes no news.
  noteSeen(léa.id, 6000, []);
  expect(seenBy(léa.id)).toMatchObject({ at: 6000, upTo: 1000 });
});

test('what comes while the page is hidden is told, also when it is closed then', async () => {
  noteSeen(léa.id, Date.now() - hour, []);
  const before = [inFeed(breakfast, max, { loggedAt: Date.now() - minute })];
  const { server } = await openHome(before);
  await partLoaded();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  const later = [inFeed(dishes, max), inFeed(breakfast, max)];
  server.replies(replies([...later, ...before]));
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeys.feed }));
  await screen.findAllByText('Vaisselle oubliée');
  act(() => void dispatchEvent(new Event('pagehide')));
  cleanup();
  hidden.mockRestore();
  await openHome([...later, ...before]);
  expect(await line()).toHaveTextContent('Max : 1 geste, 1 aveu');
});

test('one thing makes no line, nor what one did oneself', async () => {
  noteSeen(léa.id, Date.now() - hour, []);
  const reacted = [{ emoji: '❤️', userIds: [léa.id] }];
  await openHome([inFeed(breakfast, max), inFeed(breakfast, léa, { reactions: reacted }), inFeed(dishes, léa)]);
  await partLoaded();
  expect(findLine()).toBeNull();
});

test('what comes while one looks changes nothing, also where a line stands', async () => {
  noteSeen(léa.id, Date.now() - hour, []);
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
  noteSeen(léa.id, Date.now() - hour, []);
  const { user } = await openHome([inFeed(breakfast, max), inFeed(dishes, zoé)], 'next');
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
