import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cardOf, léa, openedBoard } from '#client/app/testing/samples.ts';
import { expectAlert, openScreen } from '#client/app/testing/screen.tsx';
import { refused } from '#client/app/testing/server.ts';

test('a person without boards is shown both ways to one', async () => {
  const { user, address } = await openScreen('/boards', { me: léa });
  expect(await screen.findByText('Aucun tableau')).toBeVisible();
  const choose = async (way: string) => {
    await user.click(screen.getByRole('button', { name: 'Nouveau tableau' }));
    await user.click(await screen.findByRole('menuitem', { name: way }));
  };
  await choose('Rejoindre un tableau');
  expect(await screen.findByRole('dialog', { name: 'Rejoindre un tableau' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Créer un tableau');
  await screen.findByRole('heading', { level: 1, name: 'Créer un tableau' });
  expect(address()).toBe('/create-board');
});

test('boards that cannot be loaded are said so, and asked for again', async () => {
  const { user, server } = await openScreen('/boards', { me: léa, replies: { 'GET /api/boards': refused('invalid_input') } });
  await expectAlert('Impossible de charger les tableaux. Veuillez réessayer.');
  server.replies({ 'GET /api/boards': { boards: [cardOf(openedBoard({ title: 'PATIENCE' }))] } });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('link', { name: /PATIENCE/ })).toBeVisible();
});
