/** The app opened at an address that is not quite its own. */
import { rmSync } from 'node:fs';
import { violationsOn } from './axe.ts';
import { freshName, password } from './players.ts';
import { expect, startServer, test } from './server.ts';

test('opened at another address than ORIGIN, the sign-in page names the right one and leads there', async ({ page }) => {
  const server = await startServer();
  try {
    const right = server.origin.replace('127.0.0.1', 'localhost');
    await server.restart({ ORIGIN: right });
    const name = freshName('Lea');
    const data = { username: name, email: `${name.toLowerCase()}@exemple.fr`, password };
    await page.request.post(`${server.origin}/api/accounts`, { headers: { origin: right }, data });
    await page.context().clearCookies();

    await page.goto(`${server.origin}/login?redirect=%2Fboards`);
    const signIn = async () => {
      await page.getByLabel('Email ou pseudo').fill(name);
      await page.getByLabel('Mot de passe', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Se connecter' }).click();
    };
    await signIn();
    const sentence = page.getByText(/Depuis cette adresse, rien ne peut être enregistré\s: OU LA LA vous attend sur/);
    await expect(sentence).toContainText(right);
    expect(await violationsOn(page)).toEqual([]);
    // Another screen, or a reset link, by the time of the press.
    await page.evaluate(() => history.replaceState(history.state, '', `${location.pathname}?redirect=%2Frequests#ici`));
    await page.getByRole('button', { name: 'Aller à la bonne adresse' }).click();
    await expect(page).toHaveURL(`${right}/login?redirect=%2Frequests#ici`);
    await expect(sentence).toHaveCount(0);
    await signIn();
    await expect(page.getByRole('heading', { level: 1, name: 'Demandes' })).toBeVisible();
    expect(server.output().match(/opened at another address than ORIGIN/g)).toHaveLength(1);
  } finally {
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  }
});

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
