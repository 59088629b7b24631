/** Going from screen to screen. */
import { createSharedBoard, openLive, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

test('whoever goes on before a screen has come in meets no error', async ({ browser, server }) => {
  const { page, context } = await signUpPlayer(browser, server, 'Zoé');
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
  await context.close();
});

test('the way home from where nothing is leads whoever is signed in to Accueil', async ({ browser, server }) => {
  const { page, call, context } = await signUpPlayer(browser, server, 'Zoé');
  for (const path of ['/nulle-part', '/invite/nulle-part']) {
    await page.goto(path);
    await page.getByText("Retour à l'accueil").click();
    await expect(page, path).toHaveURL('/dashboard');
  }
  await call('DELETE', '/api/session');
  for (const path of ['/nulle-part', '/invite/nulle-part']) {
    await page.goto(path);
    await page.getByText("Retour à l'accueil").click();
    await expect(page, path).toHaveURL('/');
  }
  await context.close();
});

test('a screen that cannot be shown says so once', async ({ browser, server }) => {
  const zoé = await signUpPlayer(browser, server, 'Zoé');
  await createSharedBoard([zoé], 'Perdu');
  const { page, context } = zoé;
  await page.route('**/assets/boards-screen-*.js', (route) => route.abort());
  await page.goto('/boards');
  await expect(page.getByRole('heading', { level: 1, name: 'Oups ! Une erreur est survenue' })).toBeVisible();
  await expect(page.getByText(/erreur est survenue/)).toHaveCount(1);
  await page.unroute('**/assets/boards-screen-*.js');
  await context.close();
});
