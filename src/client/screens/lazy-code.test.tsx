/** What a screen shows while the code of its parts is on its way. */
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { léa, max, memberOf, openedBoard, servingBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';

/** The code of each of these never comes. */
vi.mock('./first-home.tsx', () => new Promise(() => undefined));
vi.mock('./board-moves.tsx', () => new Promise(() => undefined));

test('the first Accueil says that it is loading until its welcome is there', async () => {
  await openScreen('/dashboard', { me: léa });
  // The feed has been read: there is nothing in it.
  expect(await screen.findByRole('link', { name: 'Voir mes tableaux' })).toBeInTheDocument();
  expect(await screen.findByText(/^Chargement/)).toBeInTheDocument();
});

test('a board shows its actions while the code of what moves on it is on its way', async () => {
  const me = { ...léa, avatar: max.avatar };
  const members = [
    { ...memberOf(max), joinedAt: 1 },
    { ...memberOf(me), joinedAt: 2 },
  ];
  const opened = openedBoard({}, { members });
  await openScreen('/board/board', { me, replies: servingBoard(opened) });
  expect(await screen.findByRole('tab', { name: 'Actions' })).toBeVisible();
  for (const { title } of opened.actions) expect(await screen.findByRole('button', { name: new RegExp(title) })).toBeVisible();
});

test('Scores says that it is loading until the code of its places is there', async () => {
  const opened = openedBoard({}, { members: [memberOf(léa), memberOf(max)], play: { agreements: [], seasons: [], past: [] } });
  await openScreen('/board/board?tab=scores', { me: léa, replies: servingBoard(opened) });
  const tab = await screen.findByRole('tabpanel');
  expect(await within(tab).findByText(/^Chargement/)).toBeInTheDocument();
});
