/** A browser that keeps no cookies cannot stay signed in. */
import type { Page } from '@playwright/test';
import { freshName, password } from './players.ts';
import { expect, test } from './server.ts';

const newAccount = () => {
  const name = freshName('Lea');
  return { name, email: `${name.toLowerCase()}@exemple.fr` };
};

async function refuseCookies(page: Page): Promise<void> {
  await page.route(/\/api\/(session|accounts)$/, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    const response = await route.fetch();
    const { 'set-cookie': _, ...headers } = response.headers();
    // The fetch above keeps it for the browser.
    await page.context().clearCookies();
    return route.fulfill({ response, headers });
  });
}

test('a browser that refuses cookies is told so after a right sign-in, and signs in once it accepts them', async ({ page, server }) => {
  const { name, email } = newAccount();
  const { origin } = server;
  await page.request.post('/api/accounts', { headers: { origin }, data: { username: name, email, password } });
  await page.context().clearCookies();
  await refuseCookies(page);
  await page.goto('/login?redirect=%2Fboards');
  await page.getByLabel('Email ou pseudo').fill(name);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    /^Votre navigateur refuse les cookies\s: autorisez-les pour ce site, puis reconnectez-vous\.$/,
  );
  await expect(page.getByText('Votre session est terminée')).toHaveCount(0);

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
});

test('a browser that refuses cookies is told so after a sign-up, with the account made', async ({ page }) => {
  const { name, email } = newAccount();
  await refuseCookies(page);
  await page.goto('/signup');
  await page.getByLabel('Pseudo', { exact: true }).fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    /^Votre compte a bien été créé, mais votre navigateur refuse les cookies\s: autorisez-les pour ce site, puis connectez-vous\.$/,
  );

  await page.unrouteAll();
  await page.getByRole('link', { name: /Se connecter/ }).click();
  await page.getByLabel('Email ou pseudo').fill(name);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();
});
