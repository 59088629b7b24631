/** Passwords and where one is signed in: changing the password, the list of devices, and the reset by mail. */
import { rmSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { Mailbox, tokenIn } from '../mailbox.ts';
import { signUpPlayer, password, type Player } from './players.ts';
import type { RunningServer as BuiltServer } from '../built-server.ts';
import { expect, type RunningServer, startServer, test } from './server.ts';

const newPassword = 'grêle tiède 77';

test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const devices = (page: Page) => page.getByRole('region', { name: 'Appareils connectés' }).getByRole('listitem');

async function signIn(page: Page, identifier: string, typed: string): Promise<void> {
  await page.getByLabel('Email ou pseudo').fill(identifier);
  await page.getByLabel('Mot de passe', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** The same person in one more browser. */
async function openElsewhere(browser: Browser, server: RunningServer, { name }: Player, userAgent: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: server.origin, userAgent })).newPage();
  await page.goto('/login');
  await signIn(page, name, password);
  await heading(page, 'Activités récentes');
  return page;
}

const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

test.describe('changing the password', () => {
  test('signs out every other browser at once, and this one goes on, its stream too', async ({ browser, server }) => {
    const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
    const phone = await openElsewhere(browser, server, léa, firefox);
    const { page } = léa;
    await page.goto('/edit-profile');
    await expect(devices(page)).toHaveCount(2);
    await page.getByLabel('Mot de passe actuel').fill(password);
    await page.getByLabel('Nouveau mot de passe').fill(newPassword);
    await page.getByRole('button', { name: 'Modifier le mot de passe' }).click();
    await expect(page.getByText('Mot de passe modifié. Vos autres appareils sont déconnectés.')).toBeVisible();
    await expect(page.getByLabel('Mot de passe actuel')).toHaveValue('');
    await expect(devices(page)).toHaveCount(1);

    await expect(phone.getByText('Votre session est terminée. Reconnectez-vous.')).toBeVisible();
    await signIn(phone, léa.name, password);
    await expect(phone.getByRole('alert')).toHaveText('Email/pseudo ou mot de passe incorrect');
    await signIn(phone, léa.name, newPassword);
    await heading(phone, 'Activités récentes');

    // What others do still arrives here.
    await max.call('POST', '/api/boards', { title: 'Nous deux', actions: [{ title: 'Café', points: 5 }], invited: [léa.name] });
    await expect(page.getByRole('link', { name: /Demandes.*1 demande en attente/ })).toBeVisible();
    await page.getByRole('link', { name: 'Accueil' }).click();
    await heading(page, 'Activités récentes');
  });

  test('says what is wrong beside its field', async ({ browser, server }) => {
    const { page, name } = await signUpPlayer(browser, server, 'Léa');
    await page.goto('/edit-profile');
    const [current, next] = [page.getByLabel('Mot de passe actuel'), page.getByLabel('Nouveau mot de passe')];
    const submit = page.getByRole('button', { name: 'Modifier le mot de passe' });
    await submit.click();
    await expect(current).toHaveAccessibleDescription('Veuillez entrer votre mot de passe');
    await expect(next).toHaveAccessibleDescription(/Le mot de passe doit contenir au moins 6 caractères/);
    await expect(current).toBeFocused();

    await current.fill('pas le bon');
    await next.fill(newPassword);
    await submit.click();
    await expect(current).toHaveAccessibleDescription('Mot de passe incorrect');
    await expect(current).toBeFocused();
    await expect(next).toHaveValue(newPassword);
    await current.fill(password);
    for (const easy of ['123456', `${name}!`]) {
      await next.fill(easy);
      await submit.click();
      await expect(next).toHaveAccessibleDescription(/Ce mot de passe est trop facile à deviner/);
      await expect(next).toBeFocused();
    }
    await page.route('**/api/account/password', (route) => route.abort());
    await next.fill(newPassword);
    await submit.click();
    await expect(page.getByRole('alert')).toHaveText('Impossible de modifier le mot de passe');
  });

  test('stops after too many wrong passwords', async ({ browser, server }) => {
    const { page, call } = await signUpPlayer(browser, server, 'Léa');
    for (let guesses = 0; guesses < 20; guesses += 1) {
      const guess = call('PUT', '/api/account/password', { currentPassword: 'pas le bon', newPassword });
      await expect(guess).rejects.toThrow('wrong_password');
    }
    await page.goto('/edit-profile');
    await page.getByLabel('Mot de passe actuel').fill(password);
    await page.getByLabel('Nouveau mot de passe').fill(newPassword);
    await page.getByRole('button', { name: 'Modifier le mot de passe' }).click();
    await expect(page.getByRole('alert')).toHaveText('Trop de tentatives. Veuillez réessayer plus tard');
  });
});

test.describe('the list of devices', () => {
  test('names each, and signs out one or all of the others at once', async ({ browser, server }) => {
    const léa = await signUpPlayer(browser, server, 'Léa');
    const phone = await openElsewhere(browser, server, léa, firefox);
    const tablet = await openElsewhere(browser, server, léa, safari);
    const { page } = léa;
    await page.goto('/edit-profile');
    await expect(devices(page)).toHaveCount(3);
    const [mine, ...others] = await devices(page).allInnerTexts();
    expect(mine).toMatch(/Cet appareil[\s\S]*Connecté le \d+(er)? \S+ à \d\d:\d\d[\s\S]*Dernière activité le \d+/);
    expect(mine).not.toMatch(/Déconnecter/);
    expect(others.join()).toMatch(/Firefox sur Android/);

    await page.getByRole('button', { name: 'Déconnecter Firefox sur Android' }).click();
    await expect(phone.getByText('Votre session est terminée. Reconnectez-vous.')).toBeVisible();
    await expect(devices(page)).toHaveCount(2);
    await expect(page.getByText('Appareil déconnecté : Firefox sur Android')).toBeVisible();
    // The pressed button is gone: the focus is in the list, not at the top of the page.
    await expect(page.getByRole('region', { name: 'Appareils connectés' })).toBeFocused();
    await heading(tablet, 'Activités récentes');

    await page.getByRole('button', { name: 'Déconnecter tous les autres appareils' }).click();
    await expect(tablet.getByText('Votre session est terminée. Reconnectez-vous.')).toBeVisible();
    await expect(page.getByText('Aucun autre appareil connecté.')).toBeVisible();
    await page.reload();
    await heading(page, 'Modifier le profil');
  });

  test('says when it cannot be loaded, and when a device is gone already', async ({ browser, server }) => {
    const léa = await signUpPlayer(browser, server, 'Léa');
    const phone = await openElsewhere(browser, server, léa, firefox);
    const { page } = léa;
    const refuse = { status: 403, json: { code: 'invalid_input', message: 'Non' } };
    // A greeting of the stream would ask again by itself.
    await page.route('**/api/live', (route) => route.abort());
    await page.route('**/api/sessions', (route) => route.fulfill(refuse));
    await page.goto('/edit-profile');
    await expect(page.getByRole('alert')).toContainText('Impossible de charger les appareils. Veuillez réessayer.');
    await page.unroute('**/api/sessions');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(devices(page)).toHaveCount(2);
    await phone.context().request.delete('/api/session', { headers: { origin: server.origin } });
    await page.getByRole('button', { name: 'Déconnecter Firefox sur Android' }).click();
    await expect(page.getByText('Cet appareil est déjà déconnecté.')).toBeVisible();
    await expect(devices(page)).toHaveCount(1);
  });
});

test.describe('a forgotten password', () => {
  let server: BuiltServer;
  let mailbox: Mailbox;

  test.beforeAll(async () => {
    mailbox = await Mailbox.open();
    server = await startServer({ SMTP_URL: mailbox.url });
  });

  test.afterAll(async () => {
    await server.stop();
    await mailbox.close();
    rmSync(server.dataDir, { recursive: true, force: true });
  });

  const emailOf = async ({ call }: Player) => (await call<{ user: { email: string } }>('GET', '/api/session')).user.email;
  const linkWith = (token: string) => `${server.origin}/login#reset=${token}`;

  /** Asks for the mail as a visitor and returns the token of its link. */
  async function askForMail(page: Page, email: string): Promise<string> {
    await page.goto(`${server.origin}/login`);
    await page.getByLabel('Email ou pseudo').fill(email);
    await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
    await heading(page, 'Mot de passe oublié');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    await page.getByRole('button', { name: 'Envoyer le lien' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Email envoyé !' })).toBeVisible();
    const { mail, recipients } = await mailbox.next();
    expect(recipients).toEqual([email]);
    return tokenIn(mail);
  }

  async function choose(page: Page, typed: string): Promise<void> {
    await page.getByLabel('Nouveau mot de passe').fill(typed);
    await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  }

  test('is replaced by the link of a mail, once, and where the person was going stays', async ({ browser }) => {
    const léa = await signUpPlayer(browser, server, 'Léa');
    const phone = await openElsewhere(browser, server, léa, firefox);
    const email = await emailOf(léa);
    const page = await (await browser.newContext({ baseURL: server.origin })).newPage();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    const token = await askForMail(page, email);
    await page.getByRole('link', { name: 'Retour à la connexion' }).click();
    await heading(page, 'Connexion');

    await page.goto(`${linkWith(token)}&pseudo=${encodeURIComponent(léa.name)}`);
    await heading(page, 'Nouveau mot de passe');
    // A password manager learns whose password it is.
    await expect(page.locator('form input[autocomplete="username"]')).toHaveValue(léa.name);
    await choose(page, 'court');
    await expect(page.getByLabel('Nouveau mot de passe')).toHaveAccessibleDescription(/au moins 6 caractères/);
    await choose(page, email);
    await expect(page.getByLabel('Nouveau mot de passe')).toHaveAccessibleDescription(/trop facile à deviner/);
    await choose(page, newPassword);
    await expect(page.getByText('Mot de passe modifié. Vous pouvez vous connecter.')).toBeVisible();
    await expect(page).toHaveURL('/login');
    // All her browsers are signed out, live.
    await expect(phone.getByText('Votre session est terminée. Reconnectez-vous.')).toBeVisible();
    await signIn(page, léa.name, newPassword);
    await heading(page, 'Activités récentes');
    // Neither the server nor the history ever had the token.
    expect(addresses.filter((address) => address.includes(token))).toEqual([]);
    expect(server.output()).not.toContain(token);
    await page.goBack();
    expect(page.url()).not.toContain(token);

    await page.context().clearCookies();
    await page.goto(linkWith(token));
    await choose(page, 'encore un autre 9');
    await expect(page.getByRole('alert')).toHaveText("Ce lien n'est plus valable. Demandez-en un nouveau.");
    await page.getByRole('link', { name: 'Demander un nouveau lien' }).click();
    await heading(page, 'Mot de passe oublié');
    expect(page.url()).not.toContain('#');
  });

  test('is replaced also by somebody who is signed in, and signs this browser out', async ({ browser }) => {
    const léa = await signUpPlayer(browser, server, 'Léa');
    const { page } = léa;
    await page.goto('/edit-profile');
    await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(await emailOf(léa));
    await page.getByRole('button', { name: 'Envoyer le lien' }).click();
    await expect(page.getByText('Email envoyé !')).toBeVisible();
    const { mail } = await mailbox.next();
    await page.goto(linkWith(tokenIn(mail)));
    await choose(page, newPassword);
    await expect(page.getByText('Mot de passe modifié. Vous pouvez vous connecter.')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await page.goto('/boards');
    await expect(page).toHaveURL('/login?redirect=%2Fboards');
  });

  test('is not replaced by a forged link', async ({ page }) => {
    await page.goto(linkWith('x'.repeat(43)));
    await choose(page, newPassword);
    await expect(page.getByRole('alert')).toHaveText("Ce lien n'est plus valable. Demandez-en un nouveau.");
  });

  test('asks for an e-mail that somebody has', async ({ page }) => {
    await page.goto(`${server.origin}/login?redirect=%2Frequests`);
    await page.getByLabel('Email ou pseudo').fill('lea');
    await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
    const email = page.getByLabel('Email', { exact: true });
    await expect(email).toHaveValue('');
    for (const [typed, sentence] of [
      ['  ', 'Veuillez entrer votre email'],
      ['lea', 'Veuillez entrer une adresse email valide'],
      ['lea@', 'Veuillez entrer une adresse email valide'],
      ['personne@exemple.fr', 'Aucun compte associé à cet email'],
    ] as const) {
      await email.fill(typed);
      await page.getByRole('button', { name: 'Envoyer le lien' }).click();
      await expect(email).toHaveAccessibleDescription(sentence);
      await expect(email).toBeFocused();
    }
    for (const [reply, sentence] of [
      [
        { status: 429, json: { code: 'too_many_attempts', message: 'Trop de tentatives. Veuillez réessayer plus tard' } },
        'Trop de tentatives. Veuillez réessayer plus tard',
      ],
      [{ status: 500, json: { code: 'server_error', message: 'Oh' } }, 'Impossible de réinitialiser le mot de passe'],
    ] as const) {
      await page.route('**/api/password-resets', (route) => route.fulfill(reply));
      await page.getByRole('button', { name: 'Envoyer le lien' }).click();
      await expect(page.getByRole('alert')).toHaveText(sentence);
    }
    await page.getByRole('link', { name: 'Retour à la connexion' }).click();
    await expect(page).toHaveURL(`${server.origin}/login?redirect=%2Frequests`);
    await expect(page.getByLabel('Email ou pseudo')).toHaveValue('lea');
  });

  test('does not wait for a mail server that is away, and its mail comes once that is back', async ({ browser, page }) => {
    const léa = await signUpPlayer(browser, server, 'Léa');
    const email = await emailOf(léa);
    const { port } = mailbox;
    await mailbox.close();
    await page.goto(`${server.origin}/login?oubli=true`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Envoyer le lien' }).click();
    await expect(page.getByText('Email envoyé !')).toBeVisible();
    mailbox = await Mailbox.open(port);
    const { mail } = await mailbox.next();
    await page.goto(linkWith(tokenIn(mail)));
    await choose(page, newPassword);
    await expect(page.getByText('Mot de passe modifié. Vous pouvez vous connecter.')).toBeVisible();
  });
});
