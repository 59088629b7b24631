import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Action } from '#shared/actions';
import { breakfast, changed, dishes, léa, openedBoard } from '#client/app/testing/samples.ts';
import { fill, openScreen } from '#client/app/testing/screen.tsx';
import { ingest } from '#client/sync/replica/ingest.ts';
import { queryClient } from '#client/sync/replica/query-client.ts';

const walk: Action = { id: 'walk', title: 'Café matinal', points: 10, category: 'Attentions', emoji: '☕' };
const tea: Action = { id: 'tea', title: 'Thé du soir', points: 5, category: 'Attentions', emoji: '🍵' };
const sock: Action = { id: 'sock', title: 'Chaussette orpheline', points: -5, category: null, emoji: null };

const tiles = () =>
  within(screen.getByRole('tabpanel', { name: 'Actions' }))
    .getAllByRole('button')
    .flatMap(({ textContent }) =>
      [breakfast, dishes, walk, tea, sock].flatMap(({ title }) => (textContent.includes(title) ? [title] : [])),
    );

test('the administrator adds several actions of the catalogue, and one of her own, which says what it lacks', async () => {
  let [{ revision }, actions] = [openedBoard().board, [breakfast, dishes]];
  const { user, server } = await openScreen('/board/board', {
    me: léa,
    replies: {
      'GET /api/boards/:boardId': openedBoard(),
      'GET /api/predefined-actions': { actions: [breakfast, walk, tea] },
      'POST /api/boards/:boardId/actions': ({ body }) => {
        revision += 1;
        actions = [...actions, ...[walk, tea, sock].filter(({ title }) => body.actions.some((one) => one.title === title))];
        return { ...changed({ ...openedBoard().board, revision }), actions };
      },
    },
  });
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Ajouter une action' }));
    return within(await screen.findByRole('dialog', { name: 'Ajouter une action' }));
  };
  let dialog = await open();
  const submit = () => dialog.getByRole('button', { name: 'Ajouter au tableau' });
  expect(submit()).toBeDisabled();
  expect(await dialog.findAllByText('Déjà sur le tableau')).toHaveLength(1);
  expect(dialog.getByRole('checkbox', { name: new RegExp(breakfast.title) })).toBeDisabled();
  for (const { title } of [walk, tea]) await user.click(dialog.getByRole('checkbox', { name: new RegExp(title) }));
  expect(dialog.getByText('2 actions choisies')).toBeVisible();
  await user.click(submit());
  expect(await screen.findByText('2 actions ajoutées')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  dialog = await open();
  expect(await dialog.findAllByText('Déjà sur le tableau')).toHaveLength(3);
  await user.click(dialog.getByRole('tab', { name: 'Écrire une action' }));
  const name = await dialog.findByRole('textbox', { name: "Nom de l'action" });
  await user.click(submit());
  expect(await dialog.findByText("Le nom de l'action est requis")).toBeVisible();
  expect(name).toHaveFocus();
  await fill(user, name, sock.title);
  await user.click(dialog.getByRole('radio', { name: 'Perte' }));
  await fill(user, dialog.getByRole('textbox', { name: 'Points' }), '5');
  await user.click(submit());
  await waitFor(() => expect(tiles()).toEqual([breakfast, dishes, walk, tea, sock].map(({ title }) => title)));
  expect(server.received('POST /api/boards/:boardId/actions').at(-1)).toMatchObject({ actions: [{ title: sock.title, points: -5 }] });
});

test('what a member logs most comes first; what the administrator adds meanwhile comes last, and moves nothing', async () => {
  const { board } = openedBoard({ createdBy: 'Max' });
  await openScreen('/board/board', {
    me: léa,
    replies: { 'GET /api/boards/:boardId': openedBoard({ createdBy: 'Max' }, { mostLogged: [dishes.id] }) },
  });
  await screen.findByRole('button', { name: new RegExp(dishes.title) });
  expect(screen.queryByRole('button', { name: 'Ajouter une action' })).toBeNull();
  expect(tiles()).toEqual([dishes.title, breakfast.title]);
  act(() => ingest(queryClient, { ...changed({ ...board, revision: board.revision + 1 }), actions: [breakfast, dishes, sock] }));
  await waitFor(() => expect(tiles()).toEqual([dishes.title, breakfast.title, sock.title]));
});
