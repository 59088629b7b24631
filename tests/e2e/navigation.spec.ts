/** Going from screen to screen. */
import { missingFile } from './missing-file.ts';
import { createSharedBoard, followFromElsewhere, openLive, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

test('a person who goes on before a screen has come in meets no error, and a board that cannot be loaded says so until it is', async ({
  browser,
  server,
}) => {
  const { page, ...zoe } = await signUpPlayer(browser, server, 'Zoé');
  const { id } = await createSharedBoard([zoe], 'Coloc');
  await test.step('a board that cannot be loaded says so until it is, also while it is asked for again', async () => {
    const call = `**/api/boards/${id}`;
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    // The app also asks by itself, at each greeting of its stream: so one route is there all the time.
    let refuses = true;
    let askedAgain = 0;
    await page.route(call, async (route) => {
      if (refuses) return await route.fulfill({ status: 403, json: { code: 'invalid_input', message: 'Non' } });
      askedAgain += 1;
      await held;
      await route.continue();
    });
    await followFromElsewhere(page, `${server.origin}/board/${id}`);
    const failure = page.getByRole('heading', { level: 1, name: 'Erreur lors du chargement du tableau' });
    await expect(failure).toBeVisible();
    refuses = false;
    const retry = page.getByRole('button', { name: 'Réessayer' });
    // While the app asks by itself, the button cannot be pressed.
    await expect(async () => {
      if (askedAgain === 0) await retry.click({ timeout: 1000 });
      expect(askedAgain).toBeGreaterThan(0);
    }).toPass();
    await expect(retry).toHaveAttribute('aria-busy', 'true');
    await expect(failure).toBeVisible();
    answer();
    await expect(page.getByRole('heading', { level: 1, name: 'COLOC' })).toBeVisible();
  });

  await page.unrouteAll();

  await test.step('a person who goes on before a screen has come in meets no error', async () => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await openLive(page, '/dashboard');
    for (let round = 0; round < 3; round += 1) {
      // In the same frame or in the next ones: each cuts the change of screens before it short.
      await page.evaluate(async () => {
        for (const name of ['/boards', '/requests', '/dashboard', '/boards', '/dashboard']) {
          document.querySelector<HTMLAnchorElement>(`nav a[href="${name}"]`)?.click();
          await new Promise(requestAnimationFrame);
        }
      });
      await page.getByRole('link', { name: 'Tableaux', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
      await page.getByRole('link', { name: 'Accueil', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();
    }
    expect(errors).toEqual([]);
  });
});

test('a screen that cannot be had without a server says so, and comes with it', async ({ browser, server }) => {
  const { page, context } = await signUpPlayer(browser, server, 'Zoé');
  // Its skeleton has the heading already, and links that only the browser follows.
  await openLive(page, '/dashboard');
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Tableaux', exact: true }).click();
  await expect(page.getByRole('alert').getByText('Le serveur est injoignable. Vérifiez votre connexion.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-same-page');
});

test('a screen whose code is of a version that the server has no more, or fails by itself, loads the page anew', async ({
  browser,
  server,
}) => {
  const { page } = await signUpPlayer(browser, server, 'Zoé');
  await test.step('a screen of a version that the server has no more loads the page anew', async () => {
    await page.goto('/dashboard');
    // The skeleton has the links and the heading, and no button: what is pointed at before the app is there is not asked for.
    await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).waitFor();
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
    const missing = '**/assets/boards-screen-*.js';
    // Until the page itself is asked for: with that comes the new version.
    let isOld = true;
    page.on('request', (request) => (isOld &&= !request.isNavigationRequest()));
    await page.route(missing, (route) => (isOld ? route.fulfill(missingFile) : route.fallback()));
    const link = page.getByRole('link', { name: 'Tableaux', exact: true });
    // A person who only means to go there stays where they are.
    const asked = page.waitForResponse(missing);
    await link.hover();
    await asked;
    await expect(page.locator('body')).toHaveAttribute('data-same-page');
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
    await expect(page.locator('body')).not.toHaveAttribute('data-same-page');
  });

  await page.unrouteAll();

  await test.step('a screen whose code fails by itself has the page loaded anew once, and then offers that', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const broken = '**/assets/boards-screen-*.js';
    await page.route(broken, (route) => route.fulfill({ contentType: 'text/javascript', body: "throw new TypeError('broken');" }));
    const loaded = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Tableaux', exact: true }).click();
    await loaded;
    const reload = page.getByRole('button', { name: 'Recharger' });
    await expect(reload).toBeVisible();
    await page.unroute(broken);
    await reload.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
  });
});
