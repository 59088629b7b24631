/** What a page is worth whose scripts or replies do not come. */
import { expect, test } from './server.ts';

test('a page that is whole without script stays when its screen does not come, until it does', async ({ page }) => {
  for (const [path, screen, sentence] of [
    ['/', '**/assets/landing-screen-*.js', 'Quand on aime, on compte les points.'],
    ['/confidentialite', '**/assets/legal-screen-*.js', 'Confidentialité'],
  ] as const) {
    const heading = page.getByRole('heading', { level: 1, name: sentence });
    await page.route(screen, (route) => route.abort());
    const failed = () => page.waitForEvent('requestfailed', (request) => /-screen-/.test(request.url()));
    const first = failed();
    await page.goto(path, { waitUntil: 'commit' });
    await first;
    // It is tried again by itself.
    await failed();
    await expect(heading).toBeVisible();
    await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
    await page.unroute(screen);
    await expect(
      path === '/' ? page.getByRole('button', { name: 'Créer un compte' }) : page.getByRole('link', { name: /@/ }),
    ).toBeVisible();
    await expect(heading).toBeVisible();
  }
});
