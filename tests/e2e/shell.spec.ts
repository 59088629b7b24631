import type { Page } from '@playwright/test';
import { missingFile } from './missing-file.ts';
import { createSharedBoard, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

const menuButton = (page: Page) => page.getByRole('button', { name: 'Ouvrir le menu du profil' });

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

test('the code of a dialog or a part of a screen comes once, says so where it does not come, and comes with the new version where the server has it no more', async ({
  browser,
  server,
}) => {
  const [max, { page, ...zoe }] = [await signUpAbsentee(server, 'Max'), await signUpPlayer(browser, server, 'Zoé')];
  const { id } = await createSharedBoard([max, zoe], 'Coloc');
  await test.step('the code of a dialog comes over the network once', async () => {
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

  await test.step('a dialog whose code does not come says so, and comes when asked again', async () => {
    const own = await createSharedBoard([zoe], 'À moi');
    const opened: [path: string, chunk: string, open: () => Promise<void>][] = [
      ['/boards', 'profile-menu', () => menuButton(page).click()],
      // The dialog's own file comes, and one that it needs does not.
      [`/board/${own.id}`, 'board-name-field', () => page.getByRole('button', { name: 'Réglages du tableau' }).click()],
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

  await test.step('a part of a screen whose code does not come stands there once it does, on the same page, or with the new version', async () => {
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
    // Tried again every ten seconds, and at once when the network comes back.
    const untilOnlineBrings = (text: string) =>
      expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await expect(page.getByText(text)).toBeVisible({ timeout: 500 });
      }).toPass({ intervals: [50] });
    await untilOnlineBrings('Sieste');
    await expect(page.locator('body')).toHaveAttribute('data-same-page');

    // Where the server has it no more.
    await page.route(chunk, (route) => route.fulfill(missingFile));
    await page.reload();
    await untilOnlineBrings('Une nouvelle version est prête.');
    await page.unroute(chunk);
    await page.getByRole('button', { name: 'Mettre à jour' }).click();
    await expect(page.getByText('Sieste')).toBeVisible();
  });

  await test.step('a dialog that the server no longer has offers the new version, which keeps what is half typed, where the question about that is missing too', async () => {
    // Until the page itself is asked for: with that comes the new version.
    let isOld = false;
    page.on('request', (request) => (isOld &&= !request.isNavigationRequest()));
    await page.route(/\/assets\/(own-action|half-typed)-dialog-.*\.js$/, (route) =>
      isOld ? route.fulfill(missingFile) : route.fallback(),
    );
    await page.goto('/create-board');
    isOld = true;
    const name = page.getByLabel('Nom du tableau');
    await name.fill('LES CHATS');
    const write = page.getByRole('button', { name: 'Écrire une action' });
    await write.click();
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect(messages).toContainText('Une nouvelle version est disponible. Rechargez la page pour continuer.');
    await expect(messages).not.toContainText('Le serveur est injoignable');
    const reload = messages.getByRole('button', { name: 'Recharger' });
    await messages.getByRole('button', { name: 'Fermer le message' }).click();
    await expect(reload).toHaveCount(0);
    await page.getByRole('button', { name: 'Mettre à jour' }).click();
    const loaded = page.waitForEvent('load');
    await reload.click();
    await loaded;
    await expect(name).toHaveValue('LES CHATS');
    await write.click();
    await expect(page.getByRole('dialog', { name: 'Écrire une action' })).toBeVisible();
  });
});
