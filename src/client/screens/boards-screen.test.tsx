import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { activityOf, breakfast, cardOf, changed, léa, max, openedBoard } from '#client/app/testing/samples.ts';
import { expectAlert, openScreen } from '#client/app/testing/screen.tsx';
import { refused } from '#client/app/testing/server.ts';
import { ingest } from '#client/sync/replica/ingest.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

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

test('the board that was played on last stands first, until a hand is on the screen', async () => {
  const boards = ['UN', 'DEUX', 'TROIS'].map((title, index) => ({
    ...cardOf(openedBoard({ id: title, title })),
    lastActivityAt: 3 - index,
  }));
  const { user } = await openScreen('/boards', { me: léa, replies: { 'GET /api/boards': { boards } } });
  const shown = () => screen.getAllByRole('link', { name: /UN|DEUX|TROIS/ }).map((card) => /UN|DEUX|TROIS/.exec(card.textContent)?.[0]);
  let revision = 1;
  const logOn = (boardId: string, loggedAt: number) =>
    act(() => {
      revision += 1;
      const logged = activityOf(breakfast, max, { id: `log ${revision}`, loggedAt, revision });
      ingest(queryClient, {
        ...changed({ ...openedBoard().board, id: boardId, revision, totalPoints: 5 }),
        after: 1,
        activities: [logged],
      });
    });
  await waitFor(() => expect(shown()).toEqual(['UN', 'DEUX', 'TROIS']));
  logOn('TROIS', 10);
  await waitFor(() => expect(shown()).toEqual(['TROIS', 'UN', 'DEUX']));
  await user.keyboard('{Shift}');
  logOn('DEUX', 20);
  await waitFor(() => expect(screen.getByRole('link', { name: /DEUX/ })).toHaveTextContent('+5'));
  expect(shown()).toEqual(['TROIS', 'UN', 'DEUX']);
  await user.click(screen.getByRole('link', { name: 'Demandes' }));
  await screen.findByRole('heading', { level: 1, name: 'Demandes' });
  await user.click(screen.getByRole('link', { name: 'Tableaux' }));
  await waitFor(() => expect(shown()).toEqual(['DEUX', 'TROIS', 'UN']));
});
