/** The dialogs of a board: its settings, and sharing it. */
import type { Page } from '@playwright/test';
import { createSharedBoard, openLive, signUpPlayer, type Player } from './players.ts';
import { expect, test } from './server.ts';

async function openDialog({ page }: Player, boardId: string, name: 'Réglages du tableau' | 'Partager le tableau') {
  await page.goto(`/board/${boardId}`);
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name, exact: true });
  await expect(dialog).toBeVisible();
  return dialog;
}
const openSettings = (player: Player, boardId: string) => openDialog(player, boardId, 'Réglages du tableau');
const title = (page: Page) => page.getByRole('heading', { level: 1, includeHidden: true });

test('a new name is seen by everybody at once', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Avant');
  await max.page.goto(`/board/${board.id}`);
  const dialog = await openSettings(léa, board.id);
  await dialog.getByRole('textbox', { name: 'Nom du tableau' }).fill("après l'été");
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(title(max.page)).toHaveText("APRÈS L'ÉTÉ");
});

test('a removed member leaves the open board at once and is told why', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const max = await signUpPlayer(browser, server, 'Max');
  const board = await createSharedBoard([léa, max], 'La coloc');
  await openLive(max.page, `/board/${board.id}`);
  await expect(title(max.page)).toHaveText('LA COLOC');

  const dialog = await openSettings(léa, board.id);
  await dialog.getByRole('button', { name: `Options pour ${max.name}` }).click();
  await dialog.getByRole('menuitem', { name: `Retirer ${max.name}` }).click();
  const question = léa.page.getByRole('dialog', { name: `Retirer ${max.name} ?` });
  await question.getByRole('button', { name: 'Retirer', exact: true }).click();

  await expect(max.page).toHaveURL('/boards');
  await expect(max.page.getByText('Vous ne faites plus partie de « LA COLOC »')).toBeVisible();
  await expect(dialog.getByText('1 membre', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
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
  await question.getByRole('button', { name: 'Supprimer', exact: true }).click();
  for (const { page } of [léa, max]) {
    await expect(page).toHaveURL('/boards');
    await expect(page.getByText('Le tableau « FINI » a été supprimé')).toBeVisible();
    await expect(page.getByText('Aucun tableau', { exact: true })).toBeVisible();
  }
});

test('a member reads at once that the link was switched off', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Membre');
  const dialog = await openDialog(max, board.id, 'Partager le tableau');
  await expect(dialog.getByRole('textbox', { name: "Lien d'invitation" })).toBeVisible();
  await léa.call('PATCH', `/api/boards/${board.id}`, { linkEnabled: false });
  await expect(dialog.getByText("L'administrateur a désactivé le lien.")).toBeVisible();
});
