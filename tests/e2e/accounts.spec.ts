import type { Page } from '@playwright/test';
import { tamperAtOnce } from '../database-state.ts';
import { resize } from './boxes.ts';
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

async function fillSignup(page: Page, fields: { username: string; email: string; password: string }): Promise<void> {
  await page.getByLabel('Pseudo', { exact: true }).fill(fields.username);
  await page.getByLabel('Email', { exact: true }).fill(fields.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(fields.password);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
}

/** The sentence stands beside its field: it is what the field is described by. */
async function expectFault(page: Page, label: string, sentence: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence.replaceAll('.', '\\.')));
  await expect(page.getByText(sentence)).toBeVisible();
}

const welcome = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();

test.describe('signing up', () => {
  test('says what is missing or wrong beside each field, and takes it back as it is mended', async ({ page }) => {
    await page.goto('/signup');
    await expect(page.getByText('Minimum 6 caractères')).toBeVisible();
    await page.getByRole('button', { name: 'Créer un compte' }).click();
    await expectFault(page, 'Pseudo', "Le nom d'utilisateur est requis");
    await expectFault(page, 'Email', 'Veuillez entrer votre email');
    await expectFault(page, 'Mot de passe', 'Le mot de passe doit contenir au moins 6 caractères');
    await expect(page.getByLabel('Pseudo', { exact: true })).toBeFocused();

    await fillSignup(page, { username: '   ', email: 'lea', password: 'x'.repeat(129) });
    await expectFault(page, 'Pseudo', "Le nom d'utilisateur est requis");
    await expectFault(page, 'Email', 'Veuillez entrer une adresse email valide');
    await expectFault(page, 'Mot de passe', 'Le mot de passe doit contenir au plus 128 caractères');

    await fillSignup(page, { username: 'L éa', email: 'lea@example.org', password });
    await expectFault(
      page,
      'Pseudo',
      'Choisissez de 2 à 30 lettres, chiffres, points, tirets ou tirets bas, dont au moins une lettre ou un chiffre',
    );
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'false');
  });

  test('shows beside its field what the server refuses', async ({ page, browser, server }) => {
    const taken = await signedUp(page);
    const other = await (await browser.newContext({ baseURL: server.origin })).newPage();
    await other.goto('/signup');
    await fillSignup(other, { username: taken.toUpperCase(), email: emailOf(newName()), password });
    await expectFault(other, 'Pseudo', 'Ce pseudo est déjà utilisé. Veuillez en choisir un autre.');
    await fillSignup(other, { username: newName(), email: emailOf(taken), password });
    await expectFault(other, 'Email', 'Cette adresse email est déjà utilisée');
    await fillSignup(other, { username: newName(), email: emailOf(newName()), password: '123456' });
    await expectFault(other, 'Mot de passe', 'Ce mot de passe est trop facile à deviner');
    await fillSignup(other, { username: newName(), email: 'lea@exemple', password });
    await expectFault(other, 'Email', 'Veuillez entrer une adresse email valide');
    await other.context().close();
  });

  test('gives the sentence of any other refusal, else its own', async ({ page }) => {
    await page.goto('/signup');
    const fields = () => ({ username: newName(), email: emailOf(newName()), password });
    await page.route('**/api/accounts', (route) =>
      route.fulfill({ status: 500, json: { code: 'profile_failed', message: 'Erreur lors de la création du profil' } }),
    );
    await fillSignup(page, fields());
    await expect(page.getByRole('alert')).toContainText('Erreur lors de la création du profil');
    await page.unroute('**/api/accounts');
    await page.route('**/api/accounts', (route) => route.abort());
    await fillSignup(page, fields());
    await expect(page.getByRole('alert')).toContainText("Une erreur est survenue lors de l'inscription");
    await page.unroute('**/api/accounts');
    await page.getByRole('button', { name: 'Créer un compte' }).click();
    await welcome(page);
  });

  test('pressed again after a lost reply opens the account that the first press made', async ({ page }) => {
    await page.goto('/signup');
    await page.route('**/api/accounts', async (route) => {
      expect((await route.fetch()).status()).toBe(201);
      // The browser never had the cookies of that reply.
      await page.context().clearCookies();
      await route.abort();
    });
    await fillSignup(page, { username: newName(), email: emailOf(newName()), password });
    await expect(page.getByRole('alert')).toContainText("Une erreur est survenue lors de l'inscription");
    await page.unroute('**/api/accounts');
    await page.getByRole('button', { name: 'Créer un compte' }).click();
    await welcome(page);
  });

  test('opens Accueil with the chosen avatar, and tells how strong the password is on the way', async ({ page }) => {
    const name = newName();
    await page.goto('/signup');
    const avatars = page.getByRole('group', { name: "D'abord, votre visage" }).getByRole('radio');
    await expect(avatars).toHaveCount(8);
    await expect(page.getByText("Une minute, et c'est parti.")).toBeVisible();
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
    await expect(page.getByText('Rare, et difficile à rattraper.')).toBeVisible();
    await field.fill('abc');
    await expect(page.getByText('Encore un peu court')).toBeVisible();
    await field.fill('aaaaaaaa');
    await expect(page.getByText('Facile à deviner')).toBeVisible();
    await field.fill(password);
    await expect(page.getByText('Solide')).toBeVisible();
    await fillSignup(page, { username: name, email: emailOf(name), password });
    await welcome(page);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('button', { name: 'Ouvrir le menu du profil' })).toContainText('🦄');
  });
});

test.describe('signing in', () => {
  test('works by e-mail and by username, in any case', async ({ page }) => {
    const name = await signedUp(page);
    for (const identifier of [emailOf(name), ` ${name.toUpperCase()} `]) {
      await page.context().clearCookies();
      await page.goto('/login');
      await signIn(page, identifier);
      await welcome(page);
      await expect(page).toHaveURL('/dashboard');
    }
  });

  test('asks for both fields, blanks being none', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('alert')).toHaveText('Veuillez remplir tous les champs');
    await signIn(page, 'lea', '   ');
    await expect(page.getByRole('alert')).toHaveText('Veuillez remplir tous les champs');
    await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused();
  });

  test('never tells whether the account exists', async ({ page }) => {
    const name = await signedUp(page);
    await page.context().clearCookies();
    await page.goto('/login');
    for (const identifier of [name, emailOf(name), newName(), emailOf(newName())]) {
      await signIn(page, identifier, 'pas le bon mot');
      await expect(page.getByRole('alert')).toHaveText('Email/pseudo ou mot de passe incorrect');
      await expect(page.getByRole('button', { name: 'Se connecter' })).not.toHaveAttribute('aria-busy');
    }
  });

  test('stops after too many wrong passwords', async ({ page }) => {
    const name = await signedUp(page);
    await page.context().clearCookies();
    await page.goto('/login');
    const { origin } = new URL(page.url());
    const guess = () => page.request.post('/api/session', { headers: { origin }, data: { identifier: name, password: 'pas le bon mot' } });
    for (let guesses = 0; guesses < 10; guesses += 1) expect((await guess()).status()).toBe(401);
    await signIn(page, name);
    await expect(page.getByRole('alert')).toHaveText('Trop de tentatives. Veuillez réessayer plus tard');
  });

  test('says so when it fails for any other reason, and can be repeated', async ({ page }) => {
    const name = await signedUp(page);
    await page.context().clearCookies();
    await page.goto('/login');
    await page.route('**/api/session', (route) => route.abort());
    await signIn(page, name);
    await expect(page.getByRole('alert')).toHaveText('Une erreur est survenue lors de la connexion');
    await page.unroute('**/api/session');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await welcome(page);
  });

  test('can show the password, and tells password managers which is which', async ({ page }) => {
    await page.goto('/login');
    const field = page.getByLabel('Mot de passe', { exact: true });
    await field.fill(password);
    await expect(field).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Afficher les caractères' }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Masquer les caractères' }).click();
    await expect(field).toHaveAttribute('type', 'password');
    await expect(field).toHaveAttribute('autocomplete', 'current-password');
    await expect(page.getByLabel('Email ou pseudo')).toHaveAttribute('autocomplete', 'username');
    await page.goto('/signup');
    await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveAttribute('autocomplete', 'new-password');
    await expect(page.getByLabel('Pseudo', { exact: true })).toHaveAttribute('autocomplete', 'username');
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('autocomplete', 'email');
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email');
  });
});

test.describe('where a sign-in leads', () => {
  for (const path of [
    '/dashboard',
    '/boards',
    '/create-board',
    '/board/inconnu',
    '/board/inconnu?tab=scores',
    '/requests',
    '/edit-profile',
    '/succes',
  ]) {
    test(`${path} asks a visitor to sign in first`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
      const { pathname, searchParams } = new URL(page.url());
      expect([pathname, searchParams.get('redirect')]).toEqual(['/login', path]);
    });
  }

  test('back to what was asked for, also by way of signing up', async ({ page }) => {
    const name = newName();
    await page.goto('/requests');
    await page.getByRole('link', { name: "S'inscrire" }).click();
    await expect(page).toHaveURL('/signup?redirect=%2Frequests');
    await page.getByRole('link', { name: 'Se connecter' }).click();
    await expect(page).toHaveURL('/login?redirect=%2Frequests');
    await page.getByRole('link', { name: "S'inscrire" }).click();
    await fillSignup(page, { username: name, email: emailOf(name), password });
    await expect(page).toHaveURL('/requests');
    await page.goto('/login?redirect=%2Fboards');
    await expect(page).toHaveURL('/boards');
  });

  const elsewhere = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:document.title="fini"',
    '/login?redirect=/login',
  ];
  test('never away from the site', async ({ page }) => {
    const name = await signedUp(page);
    for (const redirect of elsewhere) {
      await page.context().clearCookies();
      await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`);
      await signIn(page, name);
      await welcome(page);
      await expect(page).toHaveURL('/dashboard');
      await expect(page).not.toHaveTitle('fini');
    }
  });
});

test.describe('a session', () => {
  test('shows nothing before it is known who is signed in', async ({ page, server }) => {
    await signedUp(page);
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

  test('survives a restart of the server', async ({ page, server }) => {
    await signedUp(page);
    await page.goto('/dashboard');
    await welcome(page);
    await server.restart();
    await page.reload();
    await welcome(page);
  });

  test('ends by signing out, for every page there is', async ({ page }) => {
    await signedUp(page);
    await page.goto('/dashboard');
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
  });

  test('that was signed out of did not end by itself, whatever its last screen still asks for', async ({ page }) => {
    await signedUp(page);
    await page.goto('/edit-profile');
    await expect(page.getByText('Aucun autre appareil connecté.')).toBeVisible();
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

  test('ends when its account is deleted, and the sign-in page says so once', async ({ page, server }) => {
    test.slow();
    const name = await signedUp(page);
    await page.goto('/dashboard');
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
