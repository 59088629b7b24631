/** Two people with the same avatar on a board: the second is quietly offered another. */
import type { Page } from '@playwright/test';
import { createSharedBoard, openLive, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

test('a member whose avatar is taken picks another by keyboard, and the first member sees it at once', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Visages');
  await openLive(léa.page, `/board/${board.id}?tab=scores`);
  await expect(léa.page.getByRole('region', { name: 'Votre visage sur ce tableau' })).toHaveCount(0);

  const { page } = max;
  await page.goto(`/board/${board.id}?tab=scores`);
  const offer = page.getByRole('region', { name: 'Votre visage sur ce tableau' });
  await expect(offer.getByText(`${léa.name} a déjà 🧑. Un autre visage ?`)).toBeVisible();
  await offer.getByRole('button', { name: 'Choisir' }).press('Enter');
  await expect(offer.getByRole('radio', { name: `Personne, déjà à ${léa.name}` })).toBeDisabled();
  await expect(offer.getByRole('button', { name: 'Prendre ce visage' })).toBeDisabled();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  const chosen = await offer.getByRole('radio', { checked: true }).inputValue();

  await offer.getByRole('button', { name: 'Prendre ce visage' }).press('Enter');
  await expect(page.getByText(`Nouveau visage : ${chosen}`)).toBeVisible();
  await expect(offer).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveCount(1);
  await expect(léa.page.getByRole('tabpanel').getByText(chosen).first()).toBeVisible();
});

test('the offer of another face stands in Scores, and never above the actions', async ({ browser, server }) => {
  const [léa, max] = [await signUpAbsentee(server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Visages');
  const { page } = max;
  await page.goto(`/board/${board.id}`);
  const offer = page.getByRole('region', { name: 'Votre visage sur ce tableau' });
  await expect(page.getByRole('tab', { name: 'Actions' })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.getByRole('tab', { name: 'Scores' }).click();
  await expect(offer).toBeVisible();
});

test('a member who keeps their face is not asked again on this board', async ({ browser, server }) => {
  const [léa, max] = [await signUpAbsentee(server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const [first, second] = [await createSharedBoard([léa, max], 'Un'), await createSharedBoard([léa, max], 'Deux')];
  const { page } = max;
  const offer = page.getByRole('region', { name: 'Votre visage sur ce tableau' });
  await page.goto(`/board/${first.id}?tab=scores`);
  await offer.getByRole('button', { name: 'Garder le mien' }).click();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Actions' })).toBeVisible();
  await expect(offer).toHaveCount(0);
  expect(await keptFaces(page)).toContain(first.id);
  await page.goto(`/board/${second.id}?tab=scores`);
  await expect(offer).toBeVisible();

  // Signed out elsewhere, the browser knows no more of it.
  const elsewhere = await max.context.newPage();
  await elsewhere.goto('/boards');
  await elsewhere.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
  await elsewhere.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => keptFaces(page)).toBeNull();
});

async function keptFaces(page: Page): Promise<string | null> {
  return await page.evaluate(() => localStorage.getItem('kept-faces'));
}
