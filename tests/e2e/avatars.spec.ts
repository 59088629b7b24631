/** Two people with the same avatar on a board: the second is quietly offered another. */
import { createSharedBoard, openLive, signUpPlayer } from './players.ts';
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
