/** Whatever sends, sends once until it is answered: two presses within one frame, and a key that is held, are one press. */
import type { Locator, Page } from '@playwright/test';
import { freshName, createSharedBoard, signUpPlayer, password } from './players.ts';
import { expect, test } from './server.ts';

/** Presses twice before anything can be drawn anew, and waits for the answers: how many times something was sent. */
async function sentBy(page: Page, button: Locator, method: string, path: RegExp): Promise<number> {
  const isIt = (request: { method(): string; url(): string }) => request.method() === method && path.test(new URL(request.url()).pathname);
  let sent = 0;
  const count = (request: { method(): string; url(): string }) => {
    if (isIt(request)) sent += 1;
  };
  page.on('request', count);
  const answered = page.waitForResponse((response) => isIt(response.request()));
  await button.evaluate((pressed: HTMLElement) => {
    pressed.click();
    pressed.click();
  });
  await answered;
  // Whatever was sent in the same frame has left by the time that this comes back.
  await page.evaluate(() => fetch('/healthz'));
  page.off('request', count);
  return sent;
}

test('accounts and sessions', async ({ browser, server }) => {
  const page = await (await browser.newContext({ baseURL: server.origin })).newPage();
  const name = freshName('Zoe');
  await page.goto('/signup');
  await page.getByLabel('Pseudo', { exact: true }).fill(name);
  await page.getByLabel('Email', { exact: true }).fill(`${name}@exemple.fr`);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  expect(await sentBy(page, page.getByRole('button', { name: 'Créer un compte' }), 'POST', /^\/api\/accounts$/)).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();

  await page.goto('/edit-profile');
  await page.getByLabel('Mot de passe actuel').fill(password);
  await page.getByLabel('Nouveau mot de passe').fill('grêle tiède 77');
  const change = page.getByRole('button', { name: 'Modifier le mot de passe' });
  expect(await sentBy(page, change, 'PUT', /^\/api\/account\/password$/)).toBe(1);
  await expect(page.getByText('Mot de passe modifié.')).toBeVisible();

  await page.getByLabel('Pseudo', { exact: true }).fill(`${name}.bis`);
  const save = page.getByRole('button', { name: 'Enregistrer', exact: true });
  expect(await sentBy(page, save, 'PATCH', /^\/api\/account$/)).toBe(1);

  await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
  const signOut = page.getByRole('button', { name: 'Déconnexion' });
  expect(await sentBy(page, signOut, 'DELETE', /^\/api\/session$/)).toBe(1);
  await page.getByLabel('Email ou pseudo').fill(`${name}.bis`);
  await page.getByLabel('Mot de passe', { exact: true }).fill('grêle tiède 77');
  expect(await sentBy(page, page.getByRole('button', { name: 'Se connecter' }), 'POST', /^\/api\/session$/)).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();
});

test('asking to join, inviting, answering', async ({ browser, server }) => {
  const [léa, max, zoé] = [
    await signUpPlayer(browser, server, 'Léa'),
    await signUpPlayer(browser, server, 'Max'),
    await signUpPlayer(browser, server, 'Zoé'),
  ];
  const board = await createSharedBoard([léa], 'Une fois');
  const requests = /\/requests$/;

  await max.page.goto(`/invite/${board.id}`);
  expect(await sentBy(max.page, max.page.getByRole('button', { name: 'Demander à rejoindre' }), 'POST', requests)).toBe(1);
  await expect(max.page).toHaveURL('/requests');
  await expect(max.page.getByText('Demande envoyée pour rejoindre "UNE FOIS"')).toBeVisible();

  await léa.page.goto(`/board/${board.id}`);
  await léa.page.getByRole('button', { name: 'Partager le tableau' }).click();
  await léa.page.getByRole('tab', { name: 'Invitation directe' }).click();
  const field = léa.page.getByRole('dialog').getByRole('textbox');
  const invite = léa.page.getByRole('dialog').getByRole('button', { name: 'Inviter', exact: true });
  await field.fill(zoé.name);
  expect(await sentBy(léa.page, invite, 'POST', requests)).toBe(1);
  await expect(léa.page.getByText('Invitation envoyée !')).toBeVisible();
  await expect(field).toHaveValue('');
  // The other click of a double click comes after the answer.
  await invite.click({ clickCount: 2 });
  await field.press('Enter');
  await expect(léa.page.getByText('Invitation envoyée !')).toBeVisible();
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');

  await léa.page.goto('/requests');
  const accept = léa.page.getByRole('main').getByRole('button', { name: 'Accepter' });
  expect(await sentBy(léa.page, accept, 'POST', /\/(acceptance|rejection)$/)).toBe(1);
  await expect(léa.page.getByText(`${max.name} rejoint UNE FOIS`)).toHaveCount(1);
});

test('a board: making, settings, members, its end', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const { page } = léa;
  await page.goto('/create-board');
  await page.getByLabel('Nom du tableau').fill('Deux clics');
  await page.getByRole('checkbox').first().check();
  const create = page.getByRole('button', { name: 'Créer le tableau' });
  expect(await sentBy(page, create, 'POST', /^\/api\/boards$/)).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'DEUX CLICS' })).toBeVisible();
  await expect(page.getByText('Tableau créé. Qui invitez-vous ?', { exact: true })).toHaveCount(1);

  const board = await createSharedBoard([léa, max], 'À deux');
  await page.goto(`/board/${board.id}`);
  await page.getByRole('button', { name: 'Partager le tableau' }).click();
  const path = new RegExp(`^/api/boards/${board.id}$`);
  expect(await sentBy(page, page.getByRole('button', { name: 'Désactiver le lien' }), 'PATCH', path)).toBe(1);
  await expect(page.getByRole('button', { name: 'Activer le lien' })).toBeVisible();
  // A slow double click must not undo what its first half did.
  await page.getByRole('button', { name: 'Activer le lien' }).dblclick();
  await expect(page.getByRole('button', { name: 'Désactiver le lien' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Réglages du tableau' }).click();
  const settings = page.getByRole('dialog', { name: 'Réglages du tableau', exact: true });
  await settings.getByRole('button', { name: `Options pour ${max.name}` }).click();
  await settings.getByRole('menuitem', { name: `Retirer ${max.name}` }).click();
  const confirm = page.getByRole('dialog', { name: /^Retirer/ }).getByRole('button', { name: /^Retirer/ });
  expect(await sentBy(page, confirm, 'DELETE', /\/members\//)).toBe(1);
  await settings.getByRole('button', { name: 'Supprimer le tableau' }).click();
  const remove = page.getByRole('dialog', { name: /À DEUX/ }).getByRole('button', { name: /^Supprimer/ });
  expect(await sentBy(page, remove, 'DELETE', path)).toBe(1);
  await expect(page).toHaveURL('/boards');
});

test('a held Enter sends a form once', async ({ browser, server }) => {
  const { page } = await signUpPlayer(browser, server, 'Léa');
  await page.goto('/edit-profile');
  await page.getByLabel('Mot de passe actuel').fill('faux et faux');
  await page.getByLabel('Nouveau mot de passe').fill('grêle tiède 77');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent += 1;
  });
  // Each further `down` of a key that is down repeats it.
  await page.keyboard.down('Enter');
  await expect(page.getByLabel('Mot de passe actuel')).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.evaluate(() => fetch('/healthz'));
  expect(sent).toBe(1);
});
