/** Going from screen to screen. */
import { openPlayer } from './players.ts';
import { expect, test } from './server.ts';

test('whoever goes on before a screen has come in meets no error', async ({ browser, server }) => {
  const { page, context } = await openPlayer(browser, server, 'Zoé');
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (let round = 0; round < 3; round += 1) {
    // In the same frame or in the next ones: each cuts the change of screens before it short.
    await page.evaluate(async () => {
      for (const name of ['/boards', '/requests', '/dashboard', '/boards', '/dashboard']) {
        document.querySelector<HTMLAnchorElement>(`nav a[href="${name}"]`)?.click();
        await new Promise(requestAnimationFrame);
      }
    });
    await page.getByRole('link', { name: 'Tableaux', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
    await page.getByRole('link', { name: 'Accueil', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();
  }
  expect(errors).toEqual([]);
  await context.close();
});
