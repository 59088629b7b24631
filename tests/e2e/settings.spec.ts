/** The dialogs of a board: its settings, and sharing it. */
import type { Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import type { RequestLists } from '#shared/requests';
import { createSharedBoard, openLive, signUpPlayer, type Player } from './players.ts';
import { expect, test } from './server.ts';

// Pages left open would go on listening, and slow down the tests after them.
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

async function openDialog({ page }: Player, boardId: string, name: 'Réglages du tableau' | 'Partager le tableau') {
  await page.goto(`/board/${boardId}`);
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name, exact: true });
  await expect(dialog).toBeVisible();
  return dialog;
}
const openSettings = (player: Player, boardId: string) => openDialog(player, boardId, 'Réglages du tableau');
const openShare = (player: Player, boardId: string) => openDialog(player, boardId, 'Partager le tableau');
const title = (page: Page) => page.getByRole('heading', { level: 1, includeHidden: true });
const onServer = ({ call }: Player, boardId: string) => call<OpenedBoard>('GET', `/api/boards/${boardId}`);

test('the name is in capitals, saved on its own, and changes for everybody', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Avant');
  await max.page.goto(`/board/${board.id}`);
  const dialog = await openSettings(léa, board.id);
  const name = dialog.getByRole('textbox', { name: 'Nom du tableau' });
  const save = dialog.getByRole('button', { name: 'Enregistrer' });
  await expect(name).toHaveValue('AVANT');
  await expect(save).toHaveCount(0);

  await name.fill('   ');
  await name.press('Enter');
  await expect(dialog.getByText('Le nom du tableau est requis')).toBeVisible();
  // Escape takes the name back, and only a second one closes.
  await name.press('Escape');
  await expect(name).toHaveValue('AVANT');
  await expect(dialog).toBeVisible();

  await name.fill("  après l'été ");
  await expect(name).toHaveValue("  APRÈS L'ÉTÉ ");
  await save.click();
  await expect(dialog.getByText('Nom enregistré')).toBeVisible();
  await expect(name).toHaveValue("APRÈS L'ÉTÉ");
  await expect(title(max.page)).toHaveText("APRÈS L'ÉTÉ");

  await name.fill('Toujours');
  await name.press('Enter');
  await expect(title(max.page)).toHaveText('TOUJOURS');
  // Going on to something else saves too.
  await name.fill('Ailleurs');
  await dialog.getByRole('heading', { name: 'Membres' }).click();
  await expect(title(max.page)).toHaveText('AILLEURS');
  const { revision } = (await onServer(léa, board.id)).board;
  // The same name is nothing to save.
  await name.fill('ailleurs ');
  await name.press('Enter');
  await expect(name).toHaveValue('AILLEURS');
  expect((await onServer(léa, board.id)).board.revision).toBe(revision);

  await name.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(léa.page.getByRole('button', { name: 'Réglages du tableau' })).toBeFocused();
});

test('theme and icon are saved as soon as they are chosen', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const board = await createSharedBoard([léa], 'Couleurs');
  const dialog = await openSettings(léa, board.id);
  await dialog.getByRole('radio', { name: 'Vert' }).check();
  await expect(dialog.getByText('Thème enregistré')).toBeVisible();
  expect((await onServer(léa, board.id)).board.theme).toBe('green');

  await dialog.getByRole('button', { name: /Changer l'icône/ }).click();
  const icons = léa.page.getByRole('dialog', { name: 'Choisir une icône' });
  await expect(icons.getByRole('radio')).toHaveCount(13);
  await expect(icons.getByRole('radio', { name: 'Couronne' })).toBeFocused();
  // Each arrow chooses; the last one is what stays.
  for (let press = 0; press < 5; press++) await léa.page.keyboard.press('ArrowRight');
  await expect(icons.getByRole('radio', { name: 'Avion' })).toBeChecked();
  await expect(icons.getByText('Icône enregistrée')).toBeVisible();
  await expect.poll(async () => (await onServer(léa, board.id)).board.icon).toBe('✈️');
  await icons.getByRole('button', { name: 'Retour aux réglages' }).click();
  await expect(dialog.getByRole('button', { name: /Changer l'icône/ })).toBeFocused();

  await léa.page.route(`**/api/boards/${board.id}`, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
  // Not check(): the refusal may already have given the choice back when it looks.
  await dialog.getByRole('radio', { name: 'Violet' }).click();
  await expect(dialog.getByText("Ce réglage n'a pas été enregistré.")).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Vert' })).toBeChecked();
  await léa.page.unroute(`**/api/boards/${board.id}`);
  await dialog.getByRole('button', { name: 'Réessayer' }).click();
  await expect(dialog.getByText('Thème enregistré')).toBeVisible();
  expect((await onServer(léa, board.id)).board.theme).toBe('purple');
});

test('a removed member leaves the open board at once and is told why', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const max = await signUpPlayer(browser, server, 'Max');
  const board = await createSharedBoard([léa, max], 'La coloc');
  await openLive(max.page, `/board/${board.id}`);
  await expect(title(max.page)).toHaveText('LA COLOC');

  const dialog = await openSettings(léa, board.id);
  await expect(dialog.getByText('2 membres', { exact: true })).toBeVisible();
  const rows = dialog.getByRole('listitem');
  await expect(rows.filter({ hasText: léa.name })).toContainText('Admin');
  await expect(rows.filter({ hasText: max.name })).not.toContainText('Admin');
  await expect(dialog.getByRole('button', { name: `Options pour ${léa.name}` })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Quitter le tableau' })).toHaveCount(0);
  await expect(dialog.getByText(/Pour quitter ce tableau, nommez d'abord quelqu'un d'autre admin/)).toBeVisible();

  await dialog.getByRole('button', { name: `Options pour ${max.name}` }).click();
  await dialog.getByRole('menuitem', { name: `Retirer ${max.name}` }).click();
  const question = léa.page.getByRole('dialog', { name: `Retirer ${max.name} ?` });
  await expect(question.getByText(/Ses activités restent dans l'historique/)).toBeVisible();
  // Enter by habit cancels.
  await expect(question.getByRole('button', { name: 'Annuler' })).toBeFocused();
  await question.getByRole('button', { name: 'Annuler' }).click();
  expect((await onServer(léa, board.id)).members).toHaveLength(2);
  await dialog.getByRole('button', { name: `Options pour ${max.name}` }).click();
  await dialog.getByRole('menuitem', { name: `Retirer ${max.name}` }).click();
  await question.getByRole('button', { name: 'Retirer', exact: true }).click();

  await expect(max.page).toHaveURL('/boards');
  await expect(max.page.getByText('Vous ne faites plus partie de « LA COLOC »')).toBeVisible();
  await expect(dialog.getByText('1 membre', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('a member sees no settings, and leaves', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const max = await signUpPlayer(browser, server, 'Max');
  const board = await createSharedBoard([léa, max], 'Au revoir');
  const dialog = await openSettings(max, board.id);
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: /^(Options|Supprimer)/ })).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Quitter le tableau' }).click();
  const question = max.page.getByRole('dialog', { name: 'Quitter ce tableau ?' });
  await max.page.route('**/members/*', (route) => route.abort());
  await question.getByRole('button', { name: 'Quitter', exact: true }).click();
  await expect(question.getByText("Vous n'avez pas quitté le tableau. Veuillez réessayer.")).toBeVisible();
  await max.page.unroute('**/members/*');
  await question.getByRole('button', { name: 'Réessayer' }).click();
  await expect(max.page).toHaveURL('/boards');
  await expect(max.page.getByText('Vous avez quitté « AU REVOIR »')).toBeVisible();
  await expect(max.page.getByText('Aucun tableau', { exact: true })).toBeVisible();
  await expect.poll(async () => (await onServer(léa, board.id)).members.length).toBe(1);
});

test('the administration is handed over, live on both sides', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Relais');
  const maxs = await openSettings(max, board.id);
  await expect(maxs.getByRole('button', { name: 'Quitter le tableau' })).toBeVisible();
  const léas = await openSettings(léa, board.id);
  await léas.getByRole('button', { name: `Options pour ${max.name}` }).click();
  await léas.getByRole('menuitem', { name: `Nommer ${max.name} admin` }).click();
  const question = léa.page.getByRole('dialog', { name: `Nommer ${max.name} admin ?` });
  await expect(question.getByText(`Vous restez membre ; c'est ${max.name} qui règle et invite.`)).toBeVisible();
  await question.getByRole('button', { name: 'Nommer admin' }).click();

  await expect(léas.getByRole('listitem').filter({ hasText: max.name })).toContainText('Admin');
  await expect(léas.getByRole('button', { name: 'Quitter le tableau' })).toBeVisible();
  await expect(léas.getByRole('button', { name: 'Supprimer le tableau' })).toHaveCount(0);
  await expect(maxs.getByRole('button', { name: 'Supprimer le tableau' })).toBeVisible();
  await expect(maxs.getByRole('button', { name: `Options pour ${léa.name}` })).toBeVisible();
  await expect(maxs.getByRole('button', { name: 'Quitter le tableau' })).toHaveCount(0);
});

test('a board is deleted for everybody', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Fini');
  await openLive(max.page, `/board/${board.id}`);
  await expect(title(max.page)).toHaveText('FINI');
  const dialog = await openSettings(léa, board.id);
  await dialog.getByRole('button', { name: 'Supprimer le tableau' }).click();
  const question = léa.page.getByRole('dialog', { name: 'Supprimer « FINI » ?' });
  await expect(question.getByText('Actions, scores et historique disparaissent pour tout le monde, pour toujours.')).toBeVisible();
  await question.getByRole('button', { name: 'Supprimer', exact: true }).click();
  for (const { page } of [léa, max]) {
    await expect(page).toHaveURL('/boards');
    await expect(page.getByText('Le tableau « FINI » a été supprimé')).toBeVisible();
    await expect(page.getByText('Aucun tableau', { exact: true })).toBeVisible();
  }
});

test('the link is copied, drawn, switched off and on again', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  await léa.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
  const board = await createSharedBoard([léa], 'Lien');
  const url = `${server.origin}/invite/${board.id}`;
  const dialog = await openShare(léa, board.id);
  await expect(dialog.getByRole('textbox', { name: "Lien d'invitation" })).toHaveValue(url);
  await expect(dialog.getByRole('img', { name: "QR code du lien d'invitation" })).toBeVisible();
  await dialog.getByRole('button', { name: 'Copier le lien' }).click();
  await expect(dialog.getByRole('button', { name: 'Copié !' })).toBeVisible();
  expect(await léa.page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await expect(dialog.getByRole('button', { name: 'Copier le lien' })).toBeVisible();

  await dialog.getByRole('button', { name: 'Désactiver le lien' }).click();
  await expect(dialog.getByText(/Le lien est désactivé/)).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: "Lien d'invitation" })).toHaveCount(0);
  expect((await onServer(léa, board.id)).board.linkEnabled).toBe(false);
  await dialog.getByRole('button', { name: 'Activer le lien' }).click();
  await expect(dialog.getByRole('textbox', { name: "Lien d'invitation" })).toHaveValue(url);
});

test('where nothing can be copied the link is selected, and said so', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const board = await createSharedBoard([léa], 'Sans presse-papiers');
  // As on plain http in a local network, in a browser that knows no other way either.
  await léa.page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    document.execCommand = () => false;
  });
  const dialog = await openShare(léa, board.id);
  await dialog.getByRole('button', { name: 'Copier le lien' }).click();
  await expect(dialog.getByText('La copie a échoué. Sélectionnez le texte pour le copier vous-même.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: "Lien d'invitation" })).toBeFocused();
  expect(await léa.page.evaluate(() => getSelection()?.toString())).toBe(`${server.origin}/invite/${board.id}`);
});

test("the system's own sharing is offered where there is one", async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const board = await createSharedBoard([léa], 'Système');
  await léa.page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: (shared: ShareData) => (document.body.dataset.shared = shared.text) });
  });
  const dialog = await openShare(léa, board.id);
  await dialog.getByRole('button', { name: 'Partager le lien' }).click();
  await expect(léa.page.locator('body')).toHaveAttribute('data-shared', new RegExp(`SYSTÈME.*${server.origin}/invite/${board.id}$`));
});

test('the administrator invites by name, and reads why it cannot be', async ({ browser, server }) => {
  const [léa, max, zoé] = [
    await signUpPlayer(browser, server, 'Léa'),
    await signUpPlayer(browser, server, 'Max'),
    await signUpPlayer(browser, server, 'Zoé'),
  ];
  const board = await createSharedBoard([léa, max], 'Les invités');
  const dialog = await openShare(léa, board.id);
  await dialog.getByRole('tab', { name: 'Invitation directe' }).click();
  const field = dialog.getByRole('textbox', { name: 'Pseudo' });
  const invite = async (name: string) => {
    await field.fill(name);
    await dialog.getByRole('button', { name: 'Inviter' }).click();
  };
  await invite(zoé.name);
  await expect(dialog.getByText('Invitation envoyée !')).toBeVisible();
  await expect(field).toHaveValue('');
  expect((await zoé.call<RequestLists>('GET', '/api/requests')).pendingCount).toBe(1);

  await invite(zoé.name);
  await expect(dialog.getByText('Une invitation est déjà en cours pour cet utilisateur')).toBeVisible();
  await expect(dialog.getByText('Invitation envoyée !')).toHaveCount(0);
  await invite(max.name);
  await expect(dialog.getByText('Cet utilisateur est déjà membre du tableau')).toBeVisible();
  await invite(léa.name);
  await expect(dialog.getByText('Vous ne pouvez pas vous inviter vous-même')).toBeVisible();
  await invite('');
  await expect(dialog.getByText("Le nom d'utilisateur est requis")).toBeVisible();

  await léa.page.route('**/requests', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await invite('personne');
  await expect(dialog.getByText("Une erreur est survenue lors de l'invitation")).toBeVisible();
  await léa.page.unroute('**/requests');
  await dialog.getByRole('button', { name: 'Réessayer' }).click();
  await expect(dialog.getByText('Utilisateur non trouvé')).toBeVisible();
  await expect(dialog.getByText(/Personne ne porte ce pseudo/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Partager le lien' }).click();
  await expect(dialog.getByRole('tab', { name: 'Lien' })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: "Lien d'invitation" })).toBeVisible();
});

test('a member shares the link and proposes, and does not invite (D2)', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Membre');
  const dialog = await openShare(max, board.id);
  await expect(dialog.getByText('Action non autorisée')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: "Lien d'invitation" })).toBeVisible();
  await expect(dialog.getByRole('tab', { name: 'Invitation directe' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: /(Désactiver|Activer) le lien/ })).toHaveCount(0);
  const field = dialog.getByRole('textbox', { name: "Proposer une personne à l'administrateur" });
  await field.fill(léa.name);
  await field.press('Enter');
  await expect(dialog.getByText('Cet utilisateur est déjà membre du tableau')).toBeVisible();

  await léa.call('PATCH', `/api/boards/${board.id}`, { linkEnabled: false });
  await expect(dialog.getByText("L'administrateur a désactivé le lien.")).toBeVisible();
});
