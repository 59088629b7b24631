/** The app opened at an address that is not quite its own. */
import { freshName, password } from './players.ts';
import { expect, test } from './server.ts';

test('an address with a name and password in it leads to the same address without them, where the app works', async ({ page, server }) => {
  const withPassword = server.origin.replace('//', '//host:secret@');
  for (const path of ['/', '/signup?redirect=%2Fboards#contenu', '/dashboard']) {
    await page.goto(`${withPassword}${path}`);
    await expect.poll(() => page.evaluate(() => document.URL.includes('@'))).toBe(false);
  }
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard');
  await page.goto(`${withPassword}/signup?redirect=%2Fboards`);
  const name = freshName('Lea');
  await page.getByLabel('Pseudo', { exact: true }).fill(name);
  await page.getByLabel('Email', { exact: true }).fill(`${name.toLowerCase()}@exemple.fr`);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
});
