import type { Page } from '@playwright/test';
import { tamperAtOnce } from '../database-state.ts';
import { boxOf, resize } from './boxes.ts';
import { followFromElsewhere, freshName, password } from './players.ts';
import { expect, test } from './server.ts';

const newName = () => freshName('Léa');

function emailOf(name: string): string {
  return `${name.replace('é', 'e').toLowerCase()}@example.org`;
}

/** Signs up without the form; the page is signed in then. */
async function signedUp(page: Page, name = newName()): Promise<string> {
  await page.goto('/login');
  const { origin } = new URL(page.url());
  const reply = await page.request.post('/api/accounts', {
    headers: { origin },
    data: { username: name, email: emailOf(name), password, avatar: '🦄' },
  });
  expect(reply.status()).toBe(201);
  return name;
}

async function signIn(page: Page, identifier: string, typed = password): Promise<void> {
  await page.getByLabel('Email ou pseudo').fill(identifier);
  await page.getByLabel('Mot de passe', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

const welcome = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();

test('signing up fits the first screen, is moved by no face, and, pressed again after a lost reply, opens Accueil with the chosen avatar', async ({
  page,
}) => {
  await test.step('it ends on the first screen, by its button on a phone and by the way to sign in on a laptop', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto('/signup');
    const button = page.getByRole('button', { name: 'Créer un compte' });
    await expect(button).toBeInViewport({ ratio: 1 });
    for (const [width, height] of [
      [844, 390],
      [390, 844],
    ] as const) {
      await resize(page, { width, height });
      await expect(button).toBeInViewport({ ratio: 1 });
    }
    for (const face of await page.getByRole('radio').all()) expect((await boxOf(face)).height).toBeGreaterThanOrEqual(44);
    await resize(page, { width: 1280, height: 800 });
    await expect(page.getByRole('link', { name: /Se connecter/ })).toBeInViewport({ ratio: 1 });
  });

  const name = newName();
  await page.goto('/signup');
  const avatars = page.getByRole('group', { name: "D'abord, votre visage" }).getByRole('radio');
  // On the smallest phone the sentence of each face takes as many lines: nothing below it moves under the finger.
  const field = page.getByLabel('Mot de passe', { exact: true });
  await resize(page, { width: 320, height: 568 });
  const title = page.getByRole('heading', { level: 1 });
  const distance = async () => {
    const [above, below] = [await title.boundingBox(), await field.boundingBox()];
    return Math.round((below?.y ?? 0) - (above?.y ?? 0));
  };
  const before = await distance();
  for (const radio of (await avatars.all()).toReversed()) {
    await radio.check();
    expect(await distance(), await radio.inputValue()).toBe(before);
  }
  await page.getByRole('radio', { name: 'Licorne' }).check();
  await page.route('**/api/accounts', async (route) => {
    expect((await route.fetch()).status()).toBe(201);
    // The browser never had the cookies of that reply.
    await page.context().clearCookies();
    await route.abort();
  });
  await page.getByLabel('Pseudo', { exact: true }).fill(name);
  await page.getByLabel('Email', { exact: true }).fill(emailOf(name));
  await field.fill(password);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page.getByRole('alert')).toContainText("Une erreur est survenue lors de l'inscription");
  await page.unroute('**/api/accounts');
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await welcome(page);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Ouvrir le menu du profil' })).toContainText('🦄');
});

test('a session is shown once it is known, lives as long as it is wanted, and ends by signing out or with its account, which is said where it is news', async ({
  page,
  server,
}) => {
  const name = await signedUp(page);
  await test.step('nothing is shown before it is known who is signed in', async () => {
    for (const path of ['/login', '/dashboard']) {
      let answer = () => {};
      const asked = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/api/session', async (route) => {
        await asked;
        await route.continue();
      });
      const request = page.waitForRequest('**/api/session');
      await followFromElsewhere(page, `${server.origin}${path}`);
      await request;
      await expect(page.locator('#root')).toBeEmpty();
      answer();
      await expect(page.locator('#root h1')).toBeVisible();
      await page.unroute('**/api/session');
    }
  });

  await test.step('it begins by e-mail or username, survives a restart of the server, and ends by signing out, for every page there is', async () => {
    await page.context().clearCookies();
    await page.goto('/login');
    await signIn(page, emailOf(name));
    await welcome(page);
    await expect(page).toHaveURL('/dashboard');
    await server.restart();
    await page.reload();
    await welcome(page);
    await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
    await expect(page.getByText('Votre session est terminée')).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/login?redirect=%2Fdashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
    await page.goto('/boards');
    await expect(page).toHaveURL('/login?redirect=%2Fboards');
    await signIn(page, ` ${name.toUpperCase()} `);
    await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
  });

  await test.step('one that was signed out of did not end by itself, whatever its last screen still asks for', async () => {
    await page.goto('/edit-profile');
    await expect(page.getByText('Cet appareil', { exact: true })).toBeVisible();
    let load = (): void => undefined;
    const loading = new Promise<void>((resolve) => (load = resolve));
    await page.route('**/assets/login-screen*', (route) => loading.then(() => route.fallback()));
    const asked = page.waitForRequest('**/assets/login-screen*');
    await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await asked;
    const refused = page.waitForResponse((reply) => reply.url().endsWith('/api/sessions') && reply.status() === 401);
    // The list of devices is read anew when the tab is looked at.
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await refused;
    load();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
    await expect(page.getByText('Votre session est terminée')).toHaveCount(0);
  });

  await page.unrouteAll();
  await signIn(page, name);

  await test.step('it ends when its account is deleted, and the sign-in page says so once', async () => {
    await welcome(page);
    tamperAtOnce(server.dataDir, (run) => run('delete from user where username = ?', name));
    // The stream asks every 20 s whether its session still is one.
    await expect(page.getByText('Votre session est terminée. Reconnectez-vous.')).toBeVisible();
    await expect(page).toHaveURL('/login?redirect=%2Fdashboard');
    await signIn(page, name);
    await expect(page.getByRole('alert')).toHaveText('Email/pseudo ou mot de passe incorrect');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
    await expect(page.getByText('Votre session est terminée')).toHaveCount(0);
  });
});
