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

test('a member reads at once that the link is off, a new name, and that the board is theirs to administer', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Avant');
  const léas = await openSettings(léa, board.id);
  await test.step('the link is off', async () => {
    const share = await openDialog(max, board.id, 'Partager le tableau');
    await expect(share.getByRole('textbox', { name: "Lien d'invitation" })).toBeVisible();
    await léa.call('PATCH', `/api/boards/${board.id}`, { linkEnabled: false });
    await expect(share.getByText("L'admin a désactivé le lien.")).toBeVisible();
    await max.page.keyboard.press('Escape');
    await expect(share).toBeHidden();
  });

  await test.step('a new name', async () => {
    await léas.getByRole('textbox', { name: 'Nom du tableau' }).fill("après l'été");
    await léas.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(title(max.page)).toHaveText("APRÈS L'ÉTÉ");
  });

  await test.step('the administration is handed over', async () => {
    await max.page.getByRole('button', { name: 'Réglages du tableau' }).click();
    const maxs = max.page.getByRole('dialog', { name: 'Réglages du tableau', exact: true });
    await expect(maxs.getByRole('button', { name: 'Quitter le tableau' })).toBeVisible();
    // The other tab is elsewhere.
    const elsewhere = await max.context.newPage();
    await elsewhere.goto('/boards');
    await expect(elsewhere.getByRole('link', { name: /APRÈS L'ÉTÉ/ })).toBeVisible();
    await léas.getByRole('button', { name: `Options pour ${max.name}` }).click();
    await léas.getByRole('menuitem', { name: `Nommer ${max.name} admin` }).click();
    const question = léa.page.getByRole('dialog', { name: `Nommer ${max.name} admin ?` });
    await question.getByRole('button', { name: 'Nommer admin' }).click();

    await expect(elsewhere.getByRole('region', { name: 'Messages' })).toContainText("C'est vous qui tenez APRÈS L'ÉTÉ, désormais");
    await expect(léas.getByRole('listitem').filter({ hasText: max.name })).toContainText('Admin');
    await expect(léas.getByRole('button', { name: 'Quitter le tableau' })).toBeVisible();
    await expect(léas.getByRole('button', { name: 'Supprimer le tableau' })).toHaveCount(0);
    await expect(maxs.getByRole('button', { name: 'Supprimer le tableau' })).toBeVisible();
    await expect(maxs.getByRole('button', { name: `Options pour ${léa.name}` })).toBeVisible();
    await expect(maxs.getByRole('button', { name: 'Quitter le tableau' })).toHaveCount(0);
    await elsewhere.close();
  });

  await test.step('a member who is removed from an open board, or sees it deleted, is told and led to Tableaux', async () => {
    const zoé = await signUpPlayer(browser, server, 'Zoé');
    const coloc = await createSharedBoard([léa, max, zoé], 'La coloc');
    for (const { page } of [max, zoé]) {
      await openLive(page, `/board/${coloc.id}`);
      await expect(title(page)).toHaveText('LA COLOC');
    }
    const dialog = await openSettings(léa, coloc.id);
    await dialog.getByRole('button', { name: `Options pour ${max.name}` }).click();
    await dialog.getByRole('menuitem', { name: `Retirer ${max.name}` }).click();
    const question = léa.page.getByRole('dialog', { name: `Retirer ${max.name} ?` });
    await question.getByRole('button', { name: 'Retirer', exact: true }).click();
    await expect(max.page).toHaveURL('/boards');
    await expect(max.page.getByText('Vous ne faites plus partie de LA COLOC')).toBeVisible();
    await expect(dialog.getByText('2 membres', { exact: true })).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(2);

    await dialog.getByRole('button', { name: 'Supprimer le tableau' }).click();
    const end = léa.page.getByRole('dialog', { name: 'Supprimer LA COLOC ?' });
    await end.getByRole('button', { name: 'Supprimer', exact: true }).click();
    for (const { page } of [léa, zoé]) {
      await expect(page).toHaveURL('/boards');
      await expect(page.getByText('Le tableau LA COLOC a été supprimé')).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: /^LA COLOC/ })).toHaveCount(0);
    }
    await expect(zoé.page.getByText('Aucun tableau', { exact: true })).toBeVisible();
  });
});
