import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Account } from '#shared/accounts';
import { léa, max, memberOf, openedBoard, servingBoard, zoé } from '#client/app/testing/samples.ts';
import { expectAlert, fill, openScreen, type Opened, type Part } from '#client/app/testing/screen.tsx';
import { lost, refused, type Replies } from '#client/app/testing/server.ts';

const opened = openedBoard({}, { members: [memberOf(léa), memberOf(max)] });

async function openSettings(me: Account = léa, replies: Replies = servingBoard(opened)): Promise<Opened & { dialog: Part }> {
  const screenOpened = await openScreen('/board/board', {
    me,
    replies: { ...servingBoard(opened), ...replies },
  });
  await screenOpened.user.click(await screen.findByRole('button', { name: 'Réglages du tableau' }));
  return { ...screenOpened, dialog: within(await screen.findByRole('dialog', { name: 'Réglages du tableau' })) };
}

test('the name is in capitals, saved on its own, and taken back by Escape', async () => {
  const { user, server, dialog } = await openSettings();
  const name = dialog.getByRole('textbox', { name: 'Nom du tableau' });
  expect(name).toHaveValue('NOUS DEUX');
  expect(dialog.queryByRole('button', { name: 'Enregistrer' })).toBeNull();
  await fill(user, name, '   ');
  await user.keyboard('{Enter}');
  expect(dialog.getByText('Le nom du tableau est requis')).toBeVisible();
  // Only a second Escape closes.
  await user.keyboard('{Escape}');
  expect(name).toHaveValue('NOUS DEUX');

  await fill(user, name, "  après l'été ");
  expect(name).toHaveValue("  APRÈS L'ÉTÉ ");
  await user.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  expect(await dialog.findByText('Nom enregistré')).toBeVisible();
  expect(name).toHaveValue("APRÈS L'ÉTÉ");
  await fill(user, name, 'Toujours');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(name).toHaveValue('TOUJOURS'));
  // Going on to something else saves too.
  await fill(user, name, 'Ailleurs');
  await user.click(dialog.getByRole('heading', { name: 'Membres' }));
  const saved = [{ title: "APRÈS L'ÉTÉ" }, { title: 'TOUJOURS' }, { title: 'AILLEURS' }];
  await waitFor(() => expect(server.received('PATCH /api/boards/:boardId')).toEqual(saved));
  // The same name is nothing to save.
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Enregistrer' })).toBeNull());
  await fill(user, name, 'ailleurs ');
  await user.keyboard('{Enter}');
  expect(name).toHaveValue('AILLEURS');
  expect(server.received('PATCH /api/boards/:boardId')).toEqual(saved);

  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Réglages du tableau' })).toHaveFocus();
});

test('a theme is saved as soon as it is chosen, and given back where that fails', async () => {
  const serving = servingBoard(opened);
  const { user, server, dialog } = await openSettings(léa, serving);
  await user.click(dialog.getByRole('radio', { name: 'Vert' }));
  expect(await dialog.findByText('Thème enregistré')).toBeVisible();
  server.replies({ 'PATCH /api/boards/:boardId': lost });
  await user.click(dialog.getByRole('radio', { name: 'Violet' }));
  await expectAlert("Ce réglage n'a pas été enregistré. Réessayez.");
  expect(dialog.getByRole('radio', { name: 'Vert' })).toBeChecked();
  server.replies(serving);
  await user.click(dialog.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(dialog.getByRole('radio', { name: 'Violet' })).toBeChecked());
  expect(server.received('PATCH /api/boards/:boardId')).toEqual([{ theme: 'green' }, { theme: 'purple' }, { theme: 'purple' }]);
});

test('an icon is chosen among thirteen by the arrows, and the last one stays', async () => {
  const { user, server, dialog } = await openSettings();
  await user.click(dialog.getByRole('button', { name: /Changer l'icône/ }));
  const icons = within(await screen.findByRole('dialog', { name: 'Choisir une icône' }));
  expect(icons.getAllByRole('radio')).toHaveLength(13);
  expect(icons.getByRole('radio', { name: 'Couronne' })).toHaveFocus();
  await user.keyboard('{ArrowRight>5/}');
  expect(icons.getByRole('radio', { name: 'Avion' })).toBeChecked();
  expect(await icons.findByText('Icône enregistrée')).toBeVisible();
  await waitFor(() => expect(server.received('PATCH /api/boards/:boardId').at(-1)).toEqual({ icon: '✈️' }));
  await user.click(icons.getByRole('button', { name: 'Retour aux réglages' }));
  expect(dialog.getByRole('button', { name: /Changer l'icône/ })).toHaveFocus();
});

test("the administrator's question about a member says what stays, and Enter by habit cancels", async () => {
  const { user, server, dialog } = await openSettings();
  expect(dialog.getByText('2 membres')).toBeVisible();
  const [hers, his] = dialog.getAllByRole('listitem');
  expect(hers).toHaveTextContent('Admin');
  expect(his).not.toHaveTextContent('Admin');
  expect(dialog.queryByRole('button', { name: 'Options pour Léa' })).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Quitter le tableau' })).toBeNull();
  expect(dialog.getByText(/Pour quitter ce tableau, nommez d'abord quelqu'un d'autre admin/)).toBeVisible();
  const ask = async (item: string) => {
    await user.click(dialog.getByRole('button', { name: 'Options pour Max' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await ask('Retirer Max');
  const removal = within(await screen.findByRole('dialog', { name: /^Retirer Max/ }));
  expect(removal.getByText(/Ses activités restent dans l'historique/)).toBeVisible();
  await waitFor(() => expect(removal.getByRole('button', { name: 'Annuler' })).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Retirer Max/ })).toBeNull());
  expect(server.received('DELETE /api/boards/:boardId/members/:userId')).toEqual([]);
  await ask('Nommer Max admin');
  expect(await screen.findByText("Vous restez membre ; c'est Max qui règle et invite.")).toBeVisible();
});

test('the question about deleting a board says that all is gone for everybody', async () => {
  const { user, dialog } = await openSettings();
  await user.click(dialog.getByRole('button', { name: 'Supprimer le tableau' }));
  expect(await screen.findByRole('dialog', { name: /^Supprimer NOUS DEUX/ })).toHaveTextContent(
    'Actions, scores et historique disparaissent pour tout le monde, pour toujours.',
  );
});

test('a member sees no settings, and can leave again where leaving failed', async () => {
  const { user, server, dialog, address } = await openSettings(max, { 'DELETE /api/boards/:boardId/members/:userId': lost });
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(dialog.queryByRole('radio')).toBeNull();
  expect(dialog.queryByRole('button', { name: /^(Options|Supprimer)/ })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Quitter le tableau' }));
  const question = within(await screen.findByRole('dialog', { name: /^Quitter ce tableau/ }));
  await user.click(question.getByRole('button', { name: 'Quitter' }));
  await expectAlert("Vous n'avez pas quitté le tableau. Réessayez.");
  server.replies({ 'DELETE /api/boards/:boardId/members/:userId': undefined });
  await user.click(question.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Vous avez quitté NOUS DEUX')).toBeVisible();
  expect(await screen.findByText('Aucun tableau')).toBeVisible();
  expect(address()).toBe('/boards');
});

test('the administrator chooses in which time zone the days of a board begin: its own stands first, then that of the phone', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  const { user, server, dialog } = await openSettings();
  const choice = dialog.getByRole('combobox', { name: 'Fuseau horaire' });
  expect(choice).toHaveValue('Europe/Paris');
  await waitFor(() => expect(within(choice).getAllByRole('option').length).toBeGreaterThan(100));
  const [own, phone] = within(choice).getAllByRole('option');
  expect(own).toHaveTextContent(/^Paris \(heure .*Europe centrale\)$/);
  expect(phone).toHaveTextContent(/^New York \(/);
  await user.selectOptions(choice, 'Asia/Tokyo');
  await user.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  expect(await dialog.findByText('Fuseau horaire enregistré')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Enregistrer' })).toBeNull();
  expect(choice).toHaveFocus();
  expect(choice).toHaveValue('Asia/Tokyo');
  expect(server.received('PATCH /api/boards/:boardId')).toEqual([{ timeZone: 'Asia/Tokyo' }]);
});

test('the administrator sees who plays without an email, brings them back by a link, and cannot hand the board over to them', async () => {
  const withGuest = openedBoard({}, { members: [memberOf(léa), memberOf(max), memberOf(zoé)] });
  const expiresAt = Date.UTC(2026, 10, 21, 13);
  const { user, server, dialog } = await openSettings(léa, {
    ...servingBoard(withGuest),
    'GET /api/boards/:boardId/guests': { guests: [{ userId: zoé.id, returnLinkUntil: null }] },
    'POST /api/boards/:boardId/members/:userId/re-entry': refused('guest_elsewhere'),
  });
  const rowOf = (name: string) => dialog.getByText(name).closest('li') as HTMLElement;
  expect(await within(rowOf('Zoé')).findByText('Sans email')).toBeVisible();
  expect(within(rowOf('Max')).queryByText('Sans email')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Options pour Zoé' }));
  expect(screen.queryByRole('menuitem', { name: 'Nommer Zoé admin' })).toBeNull();
  await user.click(screen.getByRole('menuitem', { name: 'Lien de retour pour Zoé' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Lien de retour pour Zoé' }));
  await user.click(sheet.getByRole('button', { name: 'Créer le lien' }));
  await expectAlert("Cette personne joue aussi sur un tableau qui n'est pas le vôtre");
  server.replies({ 'POST /api/boards/:boardId/members/:userId/re-entry': { token: 'abc', expiresAt } });
  await user.click(sheet.getByRole('button', { name: 'Créer le lien' }));
  const field = await sheet.findByLabelText('Lien de retour');
  expect(field).toHaveValue(`${location.origin}/retour#abc`);
  expect(field).toHaveAccessibleDescription(/^Ne sert qu'une fois, jusqu'au 21 novembre/);

  // Its address is told once.
  server.replies({ 'GET /api/boards/:boardId/guests': { guests: [{ userId: zoé.id, returnLinkUntil: expiresAt }] } });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Lien de retour pour Zoé' })).toBeNull());
  await user.click(dialog.getByRole('button', { name: 'Options pour Zoé' }));
  await user.click(screen.getByRole('menuitem', { name: 'Lien de retour pour Zoé' }));
  const again = within(await screen.findByRole('dialog', { name: 'Lien de retour pour Zoé' }));
  expect(again.queryByLabelText('Lien de retour')).toBeNull();
  expect(again.getByRole('button', { name: 'Créer le lien' })).toBeVisible();
});

test('the settings open though nobody says who plays without an email', async () => {
  const { dialog } = await openSettings(léa, { ...servingBoard(opened), 'GET /api/boards/:boardId/guests': lost });
  expect(await dialog.findByRole('heading', { name: 'Membres' })).toBeVisible();
});
