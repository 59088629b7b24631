import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { WallOnList } from '#shared/walls';
import { léa } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';
import { refused } from '#client/app/testing/server.ts';

const kitchen: WallOnList = {
  id: 'one',
  boardId: 'board',
  boardTitle: 'NOUS DEUX',
  boardIcon: '👑',
  logs: true,
  openedAt: 0,
  lastSeenAt: 0,
};
const section = () => screen.findByRole('region', { name: 'Écrans au mur' });

test('each screen says its board, what one may do there and when it was seen, and is ended', async () => {
  const { user, server } = await openScreen('/doors', { me: léa, replies: { 'GET /api/walls': { walls: [kitchen] } } });
  const list = await section();
  expect(await within(list).findByText('NOUS DEUX')).toBeVisible();
  expect(list).toHaveTextContent(/On peut y noter.*Au mur depuis le 1er? janvier 1970.*Dernière activité le 1er? janvier 1970/);
  server.replies({ 'GET /api/walls': { walls: [] } });
  await user.click(within(list).getByRole('button', { name: /Éteindre l'écran de/ }));
  await waitFor(() => expect(within(list).queryByText('NOUS DEUX')).toBeNull());
  expect(await screen.findByText(/s'éteint/)).toBeVisible();
  expect(list).toHaveFocus();
});

test('a screen that is off already says so, and leaves the list', async () => {
  const { user, server } = await openScreen('/doors', {
    me: léa,
    replies: { 'GET /api/walls': { walls: [kitchen] }, 'DELETE /api/walls/:wallId': refused('wall_not_found') },
  });
  const list = await section();
  const press = await within(list).findByRole('button', { name: /Éteindre l'écran de/ });
  server.replies({ 'GET /api/walls': { walls: [] } });
  await user.click(press);
  expect(await screen.findByText('Cet écran est déjà éteint.')).toBeVisible();
  await waitFor(() => expect(within(list).queryByText('NOUS DEUX')).toBeNull());
});
