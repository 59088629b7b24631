import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { breakfast, changed, dishes, léa, openedBoard } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';

test('two quick presses retire two actions, and each is answered though the dialog is closed by then', async () => {
  let letThrough = () => undefined as void;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  const { board } = openedBoard();
  let { revision } = board;
  const { user, server } = await openScreen('/board/board', {
    me: léa,
    replies: {
      'GET /api/boards/:boardId': openedBoard(),
      'GET /api/boards/:boardId/actions/retired': { actions: [] },
      'PATCH /api/boards/:boardId/actions/:actionId': async ({ params, body }) => {
        await held;
        revision += 1;
        const actions = [breakfast, dishes].filter(({ id }) => (body.retired ? revision === 2 && id !== params['actionId'] : true));
        return { ...changed({ ...board, revision }), actions };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Gérer les actions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Gérer les actions' }));
  for (const { title } of [breakfast, dishes]) await user.click(dialog.getByRole('button', { name: new RegExp(`^Retirer .+${title}`) }));
  await user.click(dialog.getByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  letThrough();
  const messages = within(screen.getByRole('region', { name: 'Messages' }));
  expect(await messages.findByText('2 actions retirées')).toBeVisible();
  expect(server.received('PATCH /api/boards/:boardId/actions/:actionId')).toEqual([{ retired: true }, { retired: true }]);
  await user.click(messages.getAllByRole('button', { name: 'Annuler' })[0] ?? document.body);
  // The other one can still be brought back: its card stays until it is closed.
  expect(await messages.findByText('Action retirée')).toBeVisible();
  await user.click(messages.getByRole('button', { name: 'Fermer le message' }));
  expect(await messages.findByText('Action de nouveau en jeu')).toBeVisible();
  expect(server.received('PATCH /api/boards/:boardId/actions/:actionId').at(-1)).toEqual({ retired: false });
});
