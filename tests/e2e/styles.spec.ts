/** The styles of a screen or a dialog come with it, in several files: what it is worth when one does not come, and that none undoes another. */
import type { Page } from '@playwright/test';
import { holdable } from './holdable.ts';
import { createSharedBoard, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

test('a page whose own styles do not come is shown with them once they do', async ({ page }) => {
  for (const [path, name] of [
    ['/login', 'Connexion'],
    ['/', 'Quand on aime, on compte les points.'],
  ] as const) {
    let refused = 0;
    await page.route('**/assets/start-*.css', (route) => {
      refused += 1;
      return refused > 2 ? route.continue() : route.abort();
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('font-family', /Figtree/);
    await page.unroute('**/assets/start-*.css');
  }
});

test('a screen or a dialog is shown once its styles have come, which apply in the order of the page whichever screens were seen before', async ({
  browser,
  server,
}) => {
  const zoe = await signUpPlayer(browser, server, 'Zoé');
  const { page } = zoe;
  await test.step('whichever screens were seen before, they apply in the order of the page', async () => {
    const { id } = await createSharedBoard([zoe], 'Maison');
    await page.goto('/dashboard');
    const inOrder = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('link[data-styles]')].map((link) => link.dataset['styles']),
    );
    expect(inOrder.length).toBeGreaterThan(4);
    for (const path of ['/create-board', `/board/${id}`]) {
      await page.goto(path);
      await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Tableaux', exact: true }).click();
      await page.getByRole('link', { name: /MAISON/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'MAISON' })).toBeVisible();
      const names = await applying(page);
      expect(names).toEqual(inOrder.filter((name) => names.includes(name ?? '')));
      expect(names).toContain('screens.css');
    }
  });

  await test.step('a screen whose styles do not come says so, and is shown with them once they do', async () => {
    await page.route('**/assets/screens-*.css', (route) => route.abort());
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Tableaux', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Oups ! Une erreur est survenue' })).toBeVisible();
    const retry = page.getByRole('button', { name: 'Réessayer' });
    await expect(retry).toBeVisible();
    await page.unroute('**/assets/screens-*.css');
    await retry.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
    expect(await applying(page)).toContain('screens.css');
  });

  await test.step('a dialog is shown once its styles have come, and can be tried again until then', async () => {
    await page.route('**/assets/screens-*.css', (route) => route.abort());
    await page.goto('/dashboard');
    const [menu, dialog] = [page.getByRole('button', { name: 'Ouvrir le menu du profil' }), page.getByRole('dialog')];
    await menu.click();
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect(messages).toContainText('Le serveur est injoignable');
    await page.unroute('**/assets/screens-*.css');
    const release = (await holdable(page, /\/assets\/screens-[^/]*\.css$/)).hold();
    const asked = page.waitForRequest('**/assets/screens-*.css');
    await messages.getByRole('button', { name: 'Réessayer' }).click();
    await asked;
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/assets\/profile-menu-[^/]*\.js$/.test(name)),
    );
    await expect(dialog).toHaveCount(0);
    release();
    await expect(dialog).toBeVisible();
    expect(await applying(page)).toContain('screens.css');
  });
});

/** The names of the styles that apply, in the order in which they do. */
function applying(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasRules = ({ cssRules }: CSSStyleSheet) => cssRules.length > 0;
    return [...document.styleSheets].flatMap((sheet) => {
      const name = sheet.ownerNode instanceof HTMLElement ? sheet.ownerNode.dataset['styles'] : undefined;
      return name !== undefined && hasRules(sheet) ? name : [];
    });
  });
}
