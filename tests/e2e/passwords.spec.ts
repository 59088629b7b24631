/** Passwords and where one is signed in: changing the password, the list of devices, and the reset by mail. */
import { rmSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { Mailbox, tokenIn } from '../mailbox.ts';
import { signUpAbsentee, signUpPlayer, password, type Absentee } from './players.ts';
import type { RunningServer as BuiltServer } from '../built-server.ts';
import { expect, type RunningServer, startServer, test } from './server.ts';

const newPassword = 'grêle tiède 77';

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const devices = (page: Page) => page.getByRole('region', { name: 'Appareils connectés' }).getByRole('listitem');

async function signIn(page: Page, identifier: string, typed: string): Promise<void> {
  await page.getByLabel('Email ou pseudo').fill(identifier);
  await page.getByLabel('Mot de passe', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** The same person in one more browser. */
async function openElsewhere(browser: Browser, { origin }: RunningServer, { name }: Absentee, userAgent: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, userAgent });
  await context.request.post('/api/session', { headers: { origin }, data: { identifier: name, password } });
  const page = await context.newPage();
  await page.goto('/dashboard');
  await heading(page, 'Activités récentes');
  return page;
}

const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

test('one other device is signed out, or all, or all by a new password, at once, and this one goes on, its stream too', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpAbsentee(server, 'Max')];
  const phone = await openElsewhere(browser, server, léa, firefox);
  const tablet = await openElsewhere(browser, server, léa, safari);
  const ended = (there: Page) => expect(there.getByText('Votre session est terminée. Reconnectez-vous.')).toBeVisible();
  const { page } = léa;
  await page.goto('/edit-profile');
  await expect(devices(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Déconnecter Firefox sur Android' }).click();
  await ended(phone);
  await expect(devices(page)).toHaveCount(2);
  await heading(tablet, 'Activités récentes');

  await signIn(phone, léa.name, password);
  await heading(phone, 'Activités récentes');
  await page.getByRole('button', { name: 'Déconnecter tous les autres appareils' }).click();
  for (const there of [phone, tablet]) await ended(there);
  await expect(page.getByText('Aucun autre appareil connecté.')).toBeVisible();

  await signIn(phone, léa.name, password);
  await heading(phone, 'Activités récentes');
  await page.reload();
  await heading(page, 'Modifier le profil');
  await expect(devices(page)).toHaveCount(2);
  await page.locator('summary', { hasText: 'Mot de passe' }).click();
  await page.getByLabel('Mot de passe actuel').fill(password);
  await page.getByLabel('Nouveau mot de passe').fill(newPassword);
  await page.getByRole('button', { name: 'Modifier le mot de passe' }).click();
  await expect(page.getByText('Mot de passe modifié. Vos autres appareils sont déconnectés.')).toBeVisible();
  await expect(page.getByLabel('Mot de passe actuel')).toHaveValue('');
  await expect(devices(page)).toHaveCount(1);
  await ended(phone);
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

  const emailOf = async ({ call }: Absentee) => (await call<{ user: { email: string } }>('GET', '/api/session')).user.email;
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

  test('is replaced by the link of a mail, once, and where the person was going stays; also by somebody who is signed in', async ({
    browser,
  }) => {
    const léa = await signUpAbsentee(server, 'Léa');
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

    // Somebody who is signed in can do the same, and this browser is signed out by it.
    await page.goto('/login');
    await signIn(page, léa.name, newPassword);
    await heading(page, 'Activités récentes');
    await page.goto('/edit-profile');
    await page.locator('summary', { hasText: 'Mot de passe' }).click();
    await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    await page.getByRole('button', { name: 'Envoyer le lien' }).click();
    await expect(page.getByText('Email envoyé !')).toBeVisible();
    await page.goto(linkWith(tokenIn((await mailbox.next()).mail)));
    await choose(page, 'brume légère 33');
    await expect(page.getByText('Mot de passe modifié. Vous pouvez vous connecter.')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await page.goto('/boards');
    await expect(page).toHaveURL('/login?redirect=%2Fboards');
  });
});
