/** A demo, by the screens: begun without an account, played against somebody who answers live, and left for an account. */
import { expect, startServer, test } from './server.ts';
import { asksToConfirm, confirms } from './words.ts';

test('a visitor tries the game on a board for a day, is answered live, and makes an account from it', async ({ browser }) => {
  const server = await startServer({ DEMO: 'true' });
  const page = await (await browser.newContext({ baseURL: server.origin })).newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Essayer' }).click();
  await expect(page.getByText(/^Sans compte, sur ce navigateur.*tout s'efface demain/)).toBeVisible();
  await page.getByRole('button', { name: 'Essayer' }).click();
  await expect(page).toHaveURL(/\/board\//);
  await expect(page.getByRole('heading', { name: 'Camille et vous' })).toBeVisible();
  await expect(page.getByText(/tout s'efface le .* à \d\d:\d\d/)).toBeVisible();

  await page.getByRole('button', { name: /Café servi avant le premier mot/ }).click();
  const dialog = page.getByRole('dialog', { name: asksToConfirm });
  await dialog.getByRole('button', { name: confirms }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: /^Notifications/ }).click();
  // Within some seconds, and without any reload.
  await expect(page.getByText(/Ah, on joue comme ça/).first()).toBeVisible({ timeout: 15_000 });

  await page.goto('/edit-profile');
  await expect(page.getByRole('heading', { name: /^Envie de jouer pour de vrai/ })).toBeVisible();
  await page.getByRole('button', { name: 'Créer un compte' }).first().click();
  // The profile, which is left, has a field of this name, too.
  await expect(page.getByRole('heading', { name: 'Inscription' })).toBeVisible();
  await page.getByLabel('Pseudo').fill('Décidée');
  await page.getByLabel('Email').fill('decidee@example.org');
  await page.getByLabel('Mot de passe').fill('orage violet 42');
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Camille et vous')).toHaveCount(0);
  await expect(page.getByText(/^Démo/)).toHaveCount(0);
  await server.stop();
});

test('a landing page whose host offers no demo shows no way to one', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Créer un compte' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Essayer' })).toHaveCount(0);
});
