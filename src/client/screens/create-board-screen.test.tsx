import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Action } from '#shared/actions';
import { breakfast, cardOf, dishes, léa, openedBoard } from '#client/app/testing/samples.ts';
import { fill, openScreen, type Opened } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';

const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Nom du tableau' });
const inviteField = () => screen.getByRole('textbox', { name: 'Pseudo' });
const submit = () => screen.getByRole('button', { name: 'Créer le tableau' });
const nameMissing = () => screen.queryByText('Le nom du tableau est requis');
const actionMissing = () => screen.queryByText('Sélectionnez au moins une action');
const made = (title: string, skippedUsernames: string[] = []): Replies => ({
  'POST /api/boards': { board: cardOf(openedBoard({ title })), skippedUsernames },
  'GET /api/boards/:boardId': openedBoard({ title }),
});

async function openForm(replies: Replies = {}): Promise<Opened> {
  const walk: Action = { id: 'walk', title: 'Café matinal', points: 10, category: 'Attentions', emoji: '☕' };
  const actions = [{ ...breakfast, category: 'Attentions' }, { ...dishes, category: 'Oublis' }, walk];
  const opened = await openScreen('/create-board', { me: léa, replies: { 'GET /api/predefined-actions': { actions }, ...replies } });
  await screen.findByRole('checkbox', { name: new RegExp(breakfast.title) });
  return opened;
}

test('a board needs a name and an action, and the form says which is missing', async () => {
  const { user } = await openForm();
  expect(submit()).toBeDisabled();
  // Nothing is missing yet: nothing was begun.
  await user.click(nameField());
  await user.tab();
  expect(nameMissing()).toBeNull();
  expect(actionMissing()).toBeNull();

  await user.type(nameField(), 'été à deux');
  expect(nameField()).toHaveValue('ÉTÉ À DEUX');
  expect(actionMissing()).toBeVisible();
  expect(submit()).toBeDisabled();
  // In the middle of a word the caret stays where it is.
  nameField().setSelectionRange(3, 3);
  await user.keyboard(' xy');
  expect(nameField()).toHaveValue('ÉTÉ XY À DEUX');

  await user.click(screen.getByRole('checkbox', { name: new RegExp(breakfast.title) }));
  expect(actionMissing()).toBeNull();
  expect(screen.getByText('1 action choisie')).toBeVisible();
  expect(submit()).toBeEnabled();
  await fill(user, nameField(), '   ');
  await user.tab();
  expect(nameMissing()).toBeVisible();
  expect(nameField()).toHaveAttribute('aria-invalid', 'true');
  expect(submit()).toBeDisabled();
  await fill(user, nameField(), 'x'.repeat(80));
  expect(nameField()).toHaveValue('X'.repeat(60));
});

test('actions are found by words and signs, and chosen all at once', async () => {
  const { user } = await openForm();
  const search = screen.getByRole('searchbox', { name: 'Rechercher une action' });
  await fill(user, search, 'lit petit-dej');
  expect(screen.getByRole('checkbox')).toBe(screen.getByRole('checkbox', { name: new RegExp(breakfast.title) }));
  await user.clear(search);
  await user.click(screen.getByRole('button', { name: 'Gains' }));
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Tout choisir' }));
  expect(screen.getByText('2 actions choisies')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tout retirer' }));
  expect(screen.getByText('0 action choisie')).toBeVisible();
});

test('invited names are checked as they are typed and added one by one', async () => {
  const { user, server } = await openForm({ 'GET /api/users/:username': refused('user_not_found') });
  const chosen = () => screen.queryAllByRole('button', { name: /^Retirer / });
  await fill(user, inviteField(), 'Personne');
  expect(await screen.findByText('Utilisateur non trouvé')).toBeVisible();
  server.replies({ 'GET /api/users/:username': { username: 'Léa', avatar: '🧑' } });
  await fill(user, inviteField(), 'léa');
  expect(await screen.findByText('Vous ne pouvez pas vous inviter vous-même')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ajouter' }));
  expect(chosen()).toEqual([]);

  server.replies({ 'GET /api/users/:username': { username: 'Max', avatar: '🧑' } });
  await fill(user, inviteField(), 'Max');
  expect(await screen.findByText('Max est sur OU LA LA')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ajouter' }));
  expect(await screen.findByRole('button', { name: 'Retirer Max' })).toBeVisible();
  expect(inviteField()).toHaveValue('');
  expect(inviteField()).toHaveFocus();
  await user.type(inviteField(), 'Max{Enter}');
  expect(await screen.findByText('Cette personne est déjà invitée')).toBeVisible();
  expect(chosen()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Retirer Max' }));
  expect(chosen()).toEqual([]);
});

test('a failed save says so, keeps everything, and is repeated from the message', async () => {
  const { user, server, address } = await openForm({ 'POST /api/boards': lost });
  await fill(user, nameField(), 'Reprise');
  await user.click(screen.getByRole('checkbox', { name: new RegExp(breakfast.title) }));
  await user.click(submit());
  expect(await screen.findByText('Impossible de créer le tableau. Veuillez réessayer.')).toBeVisible();
  expect(nameField()).toHaveValue('REPRISE');
  expect(screen.getByRole('checkbox', { name: new RegExp(breakfast.title) })).toBeChecked();
  server.replies(made('REPRISE'));
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await screen.findByRole('heading', { name: 'REPRISE' });
  expect(address()).toBe('/board/board');
  const keys = server.received('POST /api/boards').map(({ idempotencyKey }) => idempotencyKey);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test('the names of accounts that vanished before saving are said', async () => {
  const { user } = await openForm({ ...made('SÉANCE', ['Fantôme']), 'GET /api/users/:username': { username: 'Fantôme', avatar: '🧑' } });
  await fill(user, nameField(), 'Séance');
  await user.click(screen.getByRole('checkbox', { name: new RegExp(breakfast.title) }));
  await user.type(inviteField(), 'Fantôme{Enter}');
  await screen.findByRole('button', { name: 'Retirer Fantôme' });
  await user.click(submit());
  expect(await screen.findByText('Tableau créé. Compte introuvable : Fantôme')).toBeVisible();
});

test('a board is made as the form says, own action, order by hand, colours and people included', async () => {
  const { user, server } = await openForm({ ...made('FOUS RIRES'), 'GET /api/users/:username': { username: 'Max', avatar: '🧑' } });
  await fill(user, nameField(), 'Fous rires');
  await user.click(screen.getByRole('checkbox', { name: new RegExp(breakfast.title) }));
  await user.click(screen.getByRole('button', { name: 'Écrire une action' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Écrire une action' }));
  await fill(user, dialog.getByRole('textbox', { name: "Nom de l'action" }), 'Blague ratée');
  await user.click(dialog.getByRole('radio', { name: 'Perte' }));
  await fill(user, dialog.getByRole('textbox', { name: 'Points' }), '7');
  await user.click(dialog.getByRole('button', { name: 'Ajouter' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('checkbox', { name: /Blague ratée/ })).toBeChecked();

  await user.click(screen.getByRole('button', { name: 'Ranger les actions' }));
  const order = within(await screen.findByRole('dialog', { name: 'Ranger les actions' }));
  const titles = () => order.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(titles()).toEqual([expect.stringContaining('Blague ratée'), expect.stringContaining(breakfast.title)]);
  const up = order.getByRole('button', { name: /^Monter .+Petit-déj au lit/ });
  up.focus();
  await user.keyboard('{Enter}');
  expect(titles()).toEqual([expect.stringContaining(breakfast.title), expect.stringContaining('Blague ratée')]);
  await waitFor(() => expect(up).toHaveFocus());
  expect(order.getByRole('status')).toHaveTextContent(/Petit-déj au lit.+: place 1 sur 2$/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.type(inviteField(), 'Max{Enter}');
  await screen.findByRole('button', { name: 'Retirer Max' });
  await user.click(screen.getByRole('radio', { name: 'Vert' }));
  await user.click(screen.getByRole('radio', { name: 'Pizza' }));
  await user.click(submit());
  expect(await screen.findByText('Tableau créé')).toBeVisible();
  expect(server.received('POST /api/boards')).toMatchObject([
    {
      title: 'FOUS RIRES',
      theme: 'green',
      icon: '🍕',
      invited: ['Max'],
      actions: [{ title: breakfast.title }, { title: 'Blague ratée', points: -7 }],
    },
  ]);
  // What was typed is no draft any more.
  await user.click(screen.getByRole('link', { name: 'Tableaux' }));
  await user.click(await screen.findByRole('button', { name: 'Nouveau tableau' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Créer un tableau' }));
  await screen.findByRole('heading', { level: 1, name: 'Créer un tableau' });
  expect(nameField()).toHaveValue('');
});

test('a first board brings its actions into the dialog of Accueil that had none to offer', async () => {
  const { user, server } = await openForm(made('LE PREMIER'));
  const openDialog = async () => {
    await user.click(screen.getByRole('link', { name: 'Accueil' }));
    await user.click(await screen.findByRole('button', { name: 'Noter une action' }));
    return within(await screen.findByRole('dialog', { name: 'Noter une action' }));
  };
  const empty = await openDialog();
  await user.click(await empty.findByRole('link', { name: 'Créer un tableau' }));
  await screen.findByRole('heading', { level: 1, name: 'Créer un tableau' });
  await fill(user, nameField(), 'Le premier');
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(breakfast.title) }));
  const first = openedBoard({ title: 'LE PREMIER' });
  const on = { boards: [{ boardId: 'board', actionId: 'breakfast' }] };
  server.replies({
    'GET /api/boards': { boards: [cardOf(first)] },
    'GET /api/actions': { actions: first.actions.map((action) => ({ ...action, ...on })), next: null },
  });
  await user.click(submit());
  await screen.findByRole('heading', { level: 1, name: 'LE PREMIER' });
  const dialog = await openDialog();
  expect(await dialog.findAllByRole('radio')).toHaveLength(2);
  expect(dialog.queryByText(/^Aucune action ne correspond/)).toBeNull();
});

test('neither way of playing is chosen before the other, and a board goes without a choice (D53)', async () => {
  const { user, server } = await openForm(made('NOUS DEUX'));
  const [scores, together] = [/^Chacun son score/, /^Complices/].map((name) => screen.getByRole('radio', { name }));
  for (const one of [scores, together]) expect(one).not.toBeChecked();
  await user.type(nameField(), 'nous deux');
  await user.click(screen.getByRole('checkbox', { name: new RegExp(breakfast.title) }));
  expect(submit()).toBeEnabled();
  if (together) await user.click(together);
  await user.click(submit());
  await waitFor(() => expect(server.received('POST /api/boards')).toMatchObject([{ title: 'NOUS DEUX', playMode: 'together' }]));
});
