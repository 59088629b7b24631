import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { FeedActivity, LoggedActivity } from '#shared/activities';
import { activityOf, breakfast, cardOf, léa, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { lost, type Replies } from '#client/app/testing/server.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

// The document of the test keeps nothing: what is logged is in memory alone.
beforeEach(() => {
  queryClient.clear();
  boards += 1;
  boardId = `board-${boards}`;
});

// A board of its own for each test: what a page knows of the changes of one outlives its caches.
let boardId = '';
let boards = 0;
const opened = () => openedBoard({ id: boardId });
const loggedAs = (id: string): LoggedActivity => ({
  ...{ boardId, activity: activityOf(breakfast, léa, { id, revision: 2 }), revision: 2, totalPoints: 20, score: 20 },
});
const waiting = "En attente d'envoi";

async function logOne(replies: Replies) {
  const shown = await openScreen(`/board/${boardId}`, {
    me: léa,
    replies: { 'GET /api/boards': { boards: [cardOf(opened())] }, 'GET /api/boards/:boardId': opened(), ...replies },
  });
  outbox.belongTo(léa.id);
  await shown.user.click(await screen.findByRole('button', { name: new RegExp(breakfast.title) }));
  await shown.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Noter +20' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return shown;
}

const total = (points: string) =>
  screen.findByText((_, part) => part?.tagName === 'P' && part.textContent === `Score du tableau ${points}`);
const list = () => within(screen.getByRole('list', { name: 'Notifications' })).queryAllByRole('listitem');

/** What is on its way when it is asked for, for the reply of the server. */
const idOf = (body: { id: string }) => loggedAs(body.id);

test('a log that no reply comes to goes visibly with its points; Réessayer sends the same, and it counts once (D10)', async () => {
  let fail = () => {};
  const seen = new Promise<void>((resolve) => (fail = resolve));
  const { user, server } = await logOne({
    'POST /api/boards/:boardId/activities': () => seen.then((): typeof lost => lost),
  });
  expect(await total('+20')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Notifications' }));
  await waitFor(() => expect(list()).toHaveLength(1));
  expect(list()[0]).toHaveTextContent(waiting);
  fail();
  expect(await screen.findByText(/^L'action «\s?Petit-déj au lit\s?» n'a pas été notée\. Votre score n'a pas bougé\./)).toBeVisible();
  expect(await total('0')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Notifications' })).toBeNull();

  server.replies({ 'POST /api/boards/:boardId/activities': ({ body }) => idOf(body) });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await total('+20')).toBeVisible();
  await screen.findByRole('list', { name: 'Notifications' });
  await waitFor(() => expect(list()[0]).not.toHaveTextContent(waiting));
  expect(list()).toHaveLength(1);
  expect(new Set(server.received('POST /api/boards/:boardId/activities').map(({ id }) => id)).size).toBe(1);
});

test('a log whose reply is lost is sent again under its id, and shown once', async () => {
  let sent = 0;
  const { user, server } = await logOne({
    'POST /api/boards/:boardId/activities': ({ body }) => {
      sent += 1;
      return sent === 1 ? lost : idOf(body);
    },
  });
  await waitFor(() => expect(server.received('POST /api/boards/:boardId/activities')).toHaveLength(2));
  await user.click(screen.getByRole('tab', { name: 'Notifications' }));
  await waitFor(() => expect(list()[0]).not.toHaveTextContent(waiting));
  expect(list()).toHaveLength(1);
  expect(await total('+20')).toBeVisible();
  const [first, second] = server.received('POST /api/boards/:boardId/activities');
  expect(second).toEqual(first);
});

test('what is on its way is marked in the feed and counted on its card, also when one comes back, until it is answered', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const { title: boardTitle, icon: boardIcon, theme: boardTheme } = opened().board;
  let known: FeedActivity[] = [];
  const { user } = await logOne({
    'GET /api/activities': () => ({ activities: known, next: null }),
    'POST /api/boards/:boardId/activities': async ({ body }) => {
      await held;
      const logged = idOf(body);
      known = [{ ...logged.activity, boardId, boardTitle, boardIcon, boardTheme }];
      return logged;
    },
  });
  const bubbles = async () => within(await screen.findByRole('region', { name: 'Activités récentes' })).findAllByRole('listitem');
  await user.click(screen.getByRole('link', { name: 'Accueil' }));
  expect((await bubbles())[0]).toHaveTextContent(waiting);
  await user.click(screen.getByRole('link', { name: 'Tableaux' }));
  expect(await screen.findByRole('link', { name: /NOUS DEUX/ })).toHaveTextContent('+20');
  await user.click(screen.getByRole('link', { name: 'Accueil' }));
  expect((await bubbles())[0]).toHaveTextContent(waiting);
  answer();
  await waitFor(() => expect(screen.queryByText(waiting, { exact: false })).toBeNull());
  const [bubble, ...others] = await bubbles();
  expect(bubble).toHaveTextContent(/Petit-déj au lit.*·\s*\d\d:\d\d/);
  expect(others).toEqual([]);
});
