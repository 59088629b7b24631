import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { léa, zoé } from '#client/app/testing/samples.ts';
import { expectAlert, openScreen, type Opened, type Part } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';

async function openPanel(replies: Replies = {}): Promise<Opened & { panel: Part }> {
  const opened = await openScreen('/dashboard', { me: léa, replies });
  await opened.user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
  await opened.user.click(await screen.findByRole('button', { name: 'Confidentialité' }));
  return { ...opened, panel: within(await screen.findByRole('dialog', { name: 'Confidentialité' })) };
}

test('a setting that was not saved goes back, says so and can be tried again', async () => {
  const { user, server, panel } = await openPanel({ 'PATCH /api/account/preferences': lost });
  const online = panel.getByRole('switch', { name: 'Statut en ligne' });
  await user.click(online);
  await expectAlert("Ce réglage n'a pas été enregistré. Réessayez.");
  expect(online).toBeChecked();
  const preferences = { ...léa.preferences, onlineStatus: false };
  server.replies({ 'PATCH /api/account/preferences': { user: { ...léa, preferences } } });
  await user.click(panel.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(online).not.toBeChecked();
  expect(server.received('PATCH /api/account/preferences')).toEqual([{ onlineStatus: false }, { onlineStatus: false }]);
});

test('an export that fails says so, and whom to write to about the data stands beside it', async () => {
  const { user, panel } = await openPanel({ 'GET /api/account/export': lost });
  await user.click(panel.getByRole('button', { name: 'Exporter mes données' }));
  await expectAlert("L'export a échoué. Réessayez.");
  expect(panel.getByRole('link', { name: /@/ })).toHaveAttribute('href', 'mailto:aide@exemple.fr');
});

const [relay, alone] = [
  { id: 'relay', title: 'RELAIS', icon: '👑', theme: 'pink', members: [{ userId: 'Max', username: 'Max', avatar: '🧑' }] },
  { id: 'alone', title: 'SEULE', icon: '👑', theme: 'pink', members: [] },
];

async function openDeletion(boards: (typeof relay)[]) {
  const opened = await openPanel({ 'GET /api/account/deletion': { boards } });
  await opened.user.click(opened.panel.getByRole('button', { name: 'Supprimer mon compte' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirmer la suppression' }));
  return { ...opened, dialog, field: await dialog.findByLabelText('Votre mot de passe') };
}

test('the deletion of an account names the boards that go with it, and asks for the right password', async () => {
  const { user, server, dialog, field } = await openDeletion([relay, alone]);
  expect(screen.getByRole('dialog', { name: 'Confirmer la suppression' })).toHaveTextContent(
    /Êtes-vous sûr\(e\) de vouloir supprimer votre compte\s\? Cette action est irréversible et toutes vos données seront perdues\./,
  );
  expect(dialog.getByText(/Ces tableaux seront supprimés avec votre compte/)).toBeVisible();
  expect(dialog.getAllByRole('listitem')).toHaveLength(2);
  // Nobody could take a board without other members.
  expect(dialog.getByRole('combobox')).toHaveAccessibleName(/^Confier RELAIS à un membre$/);
  expect(dialog.getByRole('combobox')).toHaveValue('');
  const confirm = dialog.getByRole('button', { name: 'Supprimer' });
  for (const [typed, code, sentence] of [
    ['', 'password_required', 'Veuillez entrer votre mot de passe'],
    ['pas lui', 'wrong_password', 'Mot de passe incorrect'],
  ] as const) {
    server.replies({ 'POST /api/account/deletion': refused(code, 'password') });
    if (typed !== '') await user.type(field, typed);
    await user.click(confirm);
    await expectAlert(sentence);
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await user.type(field, '!');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a list of boards that has changed is shown again before anything is deleted', async () => {
  const { user, server, dialog, field } = await openDeletion([alone]);
  expect(await dialog.findByText(/Ce tableau sera supprimé avec votre compte/)).toBeVisible();
  server.replies({ 'GET /api/account/deletion': { boards: [alone, relay] }, 'POST /api/account/deletion': refused('boards_changed') });
  // Enter in the field is the button's press.
  await user.type(field, 'orage violet 42{Enter}');
  await expectAlert('La liste de vos tableaux a changé. Relisez-la avant de confirmer.');
  expect(await dialog.findByText('RELAIS')).toBeVisible();
  expect(server.received('POST /api/account/deletion')).toMatchObject([{ boards: ['alone'] }]);
});

test('the account stays where its deletion fails or is cancelled, and the password is typed anew', async () => {
  const { user, server, dialog, field, panel } = await openDeletion([]);
  expect(dialog.queryByRole('listitem')).toBeNull();
  // Enter by habit cancels.
  expect(dialog.getByRole('button', { name: 'Annuler' })).toHaveFocus();
  server.replies({ 'POST /api/account/deletion': lost });
  await user.type(field, 'orage violet 42');
  await user.click(dialog.getByRole('button', { name: 'Supprimer' }));
  await expectAlert("Votre compte n'a pas été supprimé. Réessayez.");
  await user.click(dialog.getByRole('button', { name: 'Annuler' }));
  const opener = panel.getByRole('button', { name: 'Supprimer mon compte' });
  await waitFor(() => expect(opener).toHaveFocus());
  await user.click(opener);
  expect(await screen.findByLabelText('Votre mot de passe')).toHaveValue('');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a guest deletes their account by their session, which is all there is of them', async () => {
  const { user, server } = await openScreen('/boards', { me: zoé, replies: { 'GET /api/account/deletion': { boards: [] } } });
  await user.click(screen.getByRole('button', { name: 'Ouvrir le menu du profil' }));
  await user.click(await screen.findByRole('button', { name: 'Confidentialité' }));
  expect(await screen.findByRole('switch', { name: /Statut|en ligne/i })).toBeVisible();
  // Without its cookie the game would be lost.
  expect(screen.queryByRole('switch', { name: 'Cookies essentiels' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Supprimer mon compte' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirmer la suppression' }));
  const confirm = dialog.getByRole('button', { name: /^Supprimer/ });
  await waitFor(() => expect(confirm).toBeEnabled());
  expect(dialog.queryByLabelText(/Mot de passe/)).toBeNull();
  await user.click(confirm);
  await waitFor(() => expect(server.received('POST /api/account/deletion')).toEqual([{ handOvers: [], boards: [] }]));
});
