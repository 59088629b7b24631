import type { Page } from '@playwright/test';
import type { Account } from '#shared/accounts';
import type { RequestLists } from '#shared/requests';
import { axe } from './axe.ts';
import { resize } from './boxes.ts';
import { missingFile } from './missing-file.ts';
import { breakfast, keepNothing, createSharedBoard, openLive, signUpPlayer, type Player } from './players.ts';
import { expect, test } from './server.ts';

/** Leaves a request that waits for the invited person's answer. */
async function invite(administrator: Player, invited: Player): Promise<void> {
  await administrator.call('POST', '/api/boards', { title: 'Maison', actions: [breakfast], invited: [invited.name] });
}

const menuButton = (page: Page) => page.getByRole('button', { name: 'Ouvrir le menu du profil' });
const place = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });

test('the bars lead everywhere and say where one is', async ({ browser, server }) => {
  const { page } = await signUpPlayer(browser, server, 'Zoé');
  await page.goto('/dashboard');
  for (const [name, path] of [
    ['Tableaux', '/boards'],
    ['Demandes', '/requests'],
    ['Accueil', '/dashboard'],
  ] as const) {
    await place(page, name).click();
    await expect(page).toHaveURL(path);
    await expect(place(page, name)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('navigation').locator('[aria-current]')).toHaveCount(1);
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
  await page.goto('/create-board');
  await expect(place(page, 'Tableaux')).toHaveAttribute('aria-current', 'true');
  await page.getByRole('banner').getByRole('link', { name: 'OU LA LA' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('the first Tab offers the way past the bars', async ({ browser, server }) => {
  const { page } = await signUpPlayer(browser, server, 'Zoé');
  await openLive(page, '/dashboard');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL('/dashboard');
});

test('the badge counts the requests that wait, as they come', async ({ browser, server }) => {
  const max = await signUpPlayer(browser, server, 'Max');
  const zoe = await signUpPlayer(browser, server, 'Zoé');
  await max.page.goto('/dashboard');
  await expect(place(max.page, 'Demandes')).toHaveAccessibleName('Demandes');
  await invite(zoe, max);
  await expect(place(max.page, 'Demandes')).toHaveAccessibleName('Demandes 1 demande en attente');
  await invite(zoe, max);
  await expect(place(max.page, 'Demandes')).toHaveAccessibleName('Demandes 2 demandes en attente');
  await max.page.reload();
  await expect(place(max.page, 'Demandes')).toHaveAccessibleName('Demandes 2 demandes en attente');
  const { received } = await max.call<RequestLists>('GET', '/api/requests');
  await max.call('POST', `/api/requests/${received[0]?.id}/rejection`);
  await expect(place(max.page, 'Demandes')).toHaveAccessibleName('Demandes 1 demande en attente');
});

test("the theme is dark until changed, is kept under 'theme' and stands before the first paint", async ({ browser, server }) => {
  const { page } = await signUpPlayer(browser, server, 'Zoé');
  const root = page.locator('html');
  await page.goto('/dashboard');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await menuButton(page).click();
  await page.getByRole('button', { name: 'Mode clair' }).click();
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('button', { name: 'Mode sombre' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');

  // With the whole application held back, what is there to paint is light already.
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();
  await expect(menuButton(page)).toHaveCount(0);
  release();

  await menuButton(page).click();
  await page.getByRole('button', { name: 'Mode sombre' }).click();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
});

test('a lost connection is shown until it is back, by itself', async ({ browser, server }) => {
  const { page } = await signUpPlayer(browser, server, 'Zoé');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Connexion perdue')).toHaveCount(0);
  await server.stop();
  await expect(page.getByText('Connexion perdue')).toBeVisible();
  await server.restart();
  await expect(page.getByText('Connexion perdue')).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
});

test('who is removed from the board shown, or sees it deleted, is told and led to Tableaux', async ({ browser, server }) => {
  const zoe = await signUpPlayer(browser, server, 'Zoé');
  const max = await signUpPlayer(browser, server, 'Max');
  const { user } = await max.call<{ user: Account }>('GET', '/api/session');
  for (const [title, away, sentence] of [
    ['Coloc', (id: string) => `/api/boards/${id}/members/${user.id}`, 'Vous ne faites plus partie de « COLOC »'],
    ['Amis', (id: string) => `/api/boards/${id}`, 'Le tableau « AMIS » a été supprimé'],
  ] as const) {
    const { id } = await createSharedBoard([zoe, max], title);
    await openLive(max.page, `/board/${id}`);
    await expect(max.page.getByRole('heading', { level: 1, name: title.toUpperCase() })).toBeVisible();
    await zoe.call('DELETE', away(id));
    await expect(max.page.getByRole('region', { name: 'Messages' })).toContainText(sentence);
    await expect(max.page).toHaveURL('/boards');
  }
});

test('who is made the administrator is told, wherever they are', async ({ browser, server }) => {
  const zoe = await signUpPlayer(browser, server, 'Zoé');
  const max = await signUpPlayer(browser, server, 'Max');
  const { user } = await max.call<{ user: Account }>('GET', '/api/session');
  const { id } = await createSharedBoard([zoe, max], 'Coloc');
  await openLive(max.page, '/boards');
  await expect(max.page.getByRole('link', { name: /COLOC/ })).toBeVisible();
  await zoe.call('PUT', `/api/boards/${id}/administrator`, { userId: user.id });
  await expect(max.page.getByRole('region', { name: 'Messages' })).toContainText('Vous administrez désormais « COLOC »');
});

test('a dialog whose code does not come says so, and comes when asked again', async ({ browser, server }) => {
  const { page, ...zoe } = await signUpPlayer(browser, server, 'Zoé');
  const { id } = await createSharedBoard([{ page, ...zoe }], 'Coloc');
  const opened: [path: string, chunk: string, open: () => Promise<void>][] = [
    ['/boards', 'profile-menu', () => menuButton(page).click()],
    ['/dashboard', 'add-action-dialog', () => page.getByRole('button', { name: 'Noter une action' }).click()],
    [`/board/${id}`, 'board-settings-dialog', () => page.getByRole('button', { name: 'Réglages du tableau' }).click()],
    [
      '/boards',
      'join-board-dialog',
      async () => {
        await page.getByRole('button', { name: 'Nouveau tableau' }).click();
        await page.getByRole('menuitem', { name: 'Rejoindre un tableau' }).click();
      },
    ],
  ];
  for (const [path, chunk, open] of opened) {
    await page.route(`**/assets/${chunk}-*.js`, (route) => route.abort());
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    await open();
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect(messages).toContainText('Le serveur est injoignable');
    await expect(title).toBeVisible();
    await page.unroute(`**/assets/${chunk}-*.js`);
    await messages.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }
});

test('a dialog that needs a file which does not come says so, and comes when asked again', async ({ browser, server }) => {
  const { page, ...zoe } = await signUpPlayer(browser, server, 'Zoé');
  const { id } = await createSharedBoard([{ page, ...zoe }], 'Coloc');
  await page.goto(`/board/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'COLOC' })).toBeVisible();
  // The dialog's own file comes.
  await page.route('**/assets/board-name-field-*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Réglages du tableau' }).click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages).toContainText('Le serveur est injoignable');
  await page.unroute('**/assets/board-name-field-*.js');
  await messages.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('dialog', { name: 'Réglages du tableau' })).toBeVisible();
});

test('a part of a screen whose code does not come stands there once it does, on the same page', async ({ browser, server }) => {
  const { page, ...zoe } = await signUpPlayer(browser, server, 'Zoé');
  const { id } = await createSharedBoard([{ page, ...zoe }], 'Coloc');
  await zoe.call('POST', `/api/boards/${id}/proposals`, { title: 'Sieste', points: -5 });
  const chunk = '**/assets/action-proposals-*.js';
  let failures = 0;
  await page.route(chunk, (route) => {
    failures += 1;
    return route.abort();
  });
  await page.goto(`/board/${id}`);
  await expect.poll(() => failures).toBe(1);
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  await page.unroute(chunk);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('Sieste')).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-same-page');
});

test('the code of a dialog comes over the network once', async ({ browser, server }) => {
  const { page } = await signUpPlayer(browser, server, 'Zoé');
  await page.goto('/boards');
  await menuButton(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const sent = () =>
    page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, transferSize }) => /\/(profile-menu|menu|dialog)-[^/]*\.js$/.test(name) && transferSize > 0)
        .map(({ name }) => name),
    );
  const names = await sent();
  expect(names.length).toBeGreaterThan(0);
  expect(names).toEqual([...new Set(names)]);
});

test('a dialog that the server no longer has offers the new version, and what is half typed is still there in that', async ({
  browser,
  server,
}) => {
  const { page } = await signUpPlayer(browser, server, 'Zoé');
  await page.goto('/create-board');
  const name = page.getByLabel('Nom du tableau');
  await name.fill('LES CHATS');
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  // Until the page itself is asked for: with that comes the new version.
  let isOld = true;
  page.on('request', (request) => (isOld &&= !request.isNavigationRequest()));
  await page.route('**/assets/own-action-dialog-*.js', (route) => (isOld ? route.fulfill(missingFile) : route.fallback()));
  const write = page.getByRole('button', { name: 'Écrire une action' });
  await write.click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages).toContainText('Une nouvelle version est disponible. Rechargez la page pour continuer.');
  await expect(messages).not.toContainText('Le serveur est injoignable');
  await messages.getByRole('button', { name: 'Recharger' }).click();
  await expect(page.locator('body')).not.toHaveAttribute('data-same-page');
  await expect(name).toHaveValue('LES CHATS');
  await write.click();
  await expect(page.getByRole('dialog', { name: 'Écrire une action' })).toBeVisible();
});

test('where the server no longer has a part of a screen, the app offers its new version', async ({ browser, server }) => {
  const { page, ...zoe } = await signUpPlayer(browser, server, 'Zoé');
  const { id } = await createSharedBoard([{ page, ...zoe }], 'Coloc');
  await zoe.call('POST', `/api/boards/${id}/proposals`, { title: 'Sieste', points: -5 });
  await page.route('**/assets/action-proposals-*.js', (route) => route.fulfill(missingFile));
  await page.goto(`/board/${id}`);
  await expect(page.getByText('Une nouvelle version est prête.')).toBeVisible();
  await page.unroute('**/assets/action-proposals-*.js');
  await page.getByRole('button', { name: 'Mettre à jour' }).click();
  await expect(page.getByText('Sieste')).toBeVisible();
});

test('the new version can be had, and keeps what is half typed, where the question about that is missing too', async ({
  browser,
  server,
}) => {
  const { page } = await signUpPlayer(browser, server, 'Zoé');
  // Until the page itself is asked for: with that comes the new version.
  let isOld = false;
  page.on('request', (request) => (isOld &&= !request.isNavigationRequest()));
  await page.route(/\/assets\/(own-action|half-typed)-dialog-.*\.js$/, (route) => (isOld ? route.fulfill(missingFile) : route.fallback()));
  await page.goto('/create-board');
  isOld = true;
  const name = page.getByLabel('Nom du tableau');
  await name.fill('LES CHATS');
  await page.getByRole('button', { name: 'Écrire une action' }).click();
  const messages = page.getByRole('region', { name: 'Messages' });
  const reload = messages.getByRole('button', { name: 'Recharger' });
  await messages.getByRole('button', { name: 'Fermer le message' }).click();
  await expect(reload).toHaveCount(0);
  await page.getByRole('button', { name: 'Mettre à jour' }).click();
  const loaded = page.waitForEvent('load');
  await reload.click();
  await loaded;
  await expect(name).toHaveValue('LES CHATS');
});

test.describe('with actions on their way', () => {
  test('where nothing can be kept, a log that failed says so and can be repeated', async ({ browser, server }) => {
    const zoe = await signUpPlayer(browser, server, 'Zoé');
    await keepNothing(zoe);
    await logWithoutAnswer(zoe, 'abort');
    const toast = zoe.page.getByRole('region', { name: 'Messages' });
    await expect(toast).toContainText("L'action « Petit-déj au lit » n'a pas été enregistrée");
    await zoe.page.unroute('**/activities');
    const sent = zoe.page.waitForResponse((response) => response.url().endsWith('/activities') && response.status() === 201);
    await toast.getByRole('button', { name: 'Réessayer' }).click();
    await sent;
  });

  test('signing out asks first', async ({ browser, server }) => {
    const zoe = await signUpPlayer(browser, server, 'Zoé');
    await logWithoutAnswer(zoe, 'hold');
    await menuButton(zoe.page).click();
    await zoe.page.getByRole('button', { name: 'Déconnexion' }).click();
    const question = zoe.page.getByRole('dialog', { name: "Des actions attendent d'être envoyées" });
    await expect(question).toContainText('1 action en attente');
    await question.getByRole('button', { name: 'Rester' }).click();
    await expect(question).toBeHidden();
    await zoe.page.getByRole('button', { name: 'Déconnexion' }).click();
    await question.getByRole('button', { name: 'Se déconnecter quand même' }).click();
    await expect(zoe.page).toHaveURL('/login');
  });
});

/** Presses an action of a board whose server does not take it. */
async function logWithoutAnswer(person: Player, answer: 'hold' | 'abort'): Promise<void> {
  const { page } = person;
  const { id } = await createSharedBoard([person], 'Maison');
  await page.route('**/activities', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    return answer === 'abort' ? route.abort() : new Promise<void>(() => {});
  });
  await page.goto(`/board/${id}`);
  await page.getByRole('button', { name: breakfast.title }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).click();
}

for (const theme of ['dark', 'light'] as const) {
  test(`sign-in, sign-up and the profile menu are for everybody (${theme})`, async ({ browser, server }) => {
    // What still moves has colours of its own.
    const { page } = await signUpPlayer(browser, server, 'Zoé', { reducedMotion: 'reduce' });
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    await page.goto('/dashboard');
    await menuButton(page).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect((await axe(page).analyze()).violations).toEqual([]);
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await expect(page).toHaveURL('/login');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect((await axe(page).analyze()).violations).toEqual([]);
    await page.getByRole('link', { name: "S'inscrire" }).click();
    await page.getByRole('button', { name: 'Créer un compte' }).click();
    await expect(page.getByRole('alert')).toHaveCount(3);
    expect((await axe(page).analyze()).violations).toEqual([]);
  });
}

for (const [width, height, textSize] of [
  [360, 640, '100%'],
  [390, 844, '200%'],
  [768, 1024, '100%'],
  [1280, 900, '200%'],
] as const) {
  test(`nothing scrolls sideways at ${width} × ${height} with text at ${textSize}`, async ({ browser, server }) => {
    const { page } = await signUpPlayer(browser, server, 'Zoé');
    await resize(page, { width, height });
    const fits = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), textSize);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
    };
    await fits('/dashboard');
    await page.context().clearCookies();
    await fits('/login');
    await fits('/signup');
  });
}
