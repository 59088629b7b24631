/** What a page is worth whose scripts or replies do not come. */
import type { Route } from '@playwright/test';
import { missingFile } from './missing-file.ts';
import { createSharedBoard, openLive, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

test('a page whose code fails by itself is loaded anew once, and then offers that', async ({ page }) => {
  let loads = 0;
  page.on('load', () => (loads += 1));
  const broken = '**/assets/app-*.js';
  await page.route(broken, (route) => route.fulfill({ contentType: 'text/javascript', body: "throw new TypeError('broken');" }));
  await page.clock.install();
  await page.goto('/login');
  await expect.poll(() => loads).toBe(2);
  await expect(page.getByRole('button', { name: 'Recharger' })).toBeVisible();
  // It is tried again by itself, 15 seconds later at the latest, and the page stays.
  for (let round = 0; round < 3; round += 1) {
    const triedAgain = page.waitForResponse('**/api/session');
    await page.clock.runFor(15_000);
    await triedAgain;
  }
  expect(loads).toBe(2);
  await page.unroute(broken);
  await page.getByRole('button', { name: 'Recharger' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
  expect(await page.evaluate(() => Object.values(sessionStorage))).toEqual([]);
});

test('what came for somebody is not there for whoever is signed in by the time that the app starts', async ({ browser, server }) => {
  const [zoe, max] = [await signUpPlayer(browser, server, 'Zoé'), await signUpPlayer(browser, server, 'Max')];
  await createSharedBoard([zoe], 'Secret');
  await createSharedBoard([max], 'Ailleurs');
  const { page } = zoe;
  await page.addInitScript(watchWords);
  await page.route(/\/assets\/app-[^/]*\.js$/, (route) => route.abort());
  await page.goto('/boards');
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  // In another tab.
  await zoe.context.clearCookies();
  await zoe.context.addCookies(await max.context.cookies());
  // It is tried again by itself.
  await page.unroute(/\/assets\/app-[^/]*\.js$/);
  await expect(page.getByRole('link', { name: /AILLEURS/ })).toBeVisible();
  const said = await page.evaluate(() => [...(globalThis as unknown as { said: Set<string> }).said]);
  expect(said.filter((words) => words.includes('SECRET'))).toEqual([]);
});

test('a screen that cannot be drawn is reported once, and one that is not there, refused or out of reach is not', async ({
  browser,
  server,
}) => {
  const { page, context } = await signUpPlayer(browser, server, 'Zoé');
  const reported: string[] = [];
  page.on('console', (message) => {
    // What the browser itself says of a reply names no error.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) reported.push(message.text());
  });
  for (const [path, words] of [
    ['/nulle-part', "Retour à l'accueil"],
    ['/invite/nulle-part', "Retour à l'accueil"],
    ['/board/nulle-part', 'Tableau non trouvé'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(words)).toBeVisible();
  }
  await openLive(page, '/dashboard');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Tableaux', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Oups ! Une erreur est survenue' })).toBeVisible();
  await context.setOffline(false);
  expect(reported).toEqual([]);

  await page.route('**/api/achievements', (route) => route.fulfill({ json: { achievements: [null] } }));
  await page.goto('/succes');
  await expect(page.getByRole('heading', { level: 1, name: 'Oups ! Une erreur est survenue' })).toBeVisible();
  expect(reported).toEqual([expect.stringContaining('TypeError')]);
});

const unstarted = 'La page ne se lance pas';

const pages = [
  ['/login', 'Connexion'],
  ['/signup', 'Inscription'],
  ['/dashboard', 'Connexion'],
  ['/invite/nulle-part', 'Oups'],
] as const;

const answers: [what: string, answer: (route: Route) => Promise<void>, paths: readonly (typeof pages)[number][]][] = [
  ['are kept back', (route) => route.abort(), pages],
  ['are missing', (route) => route.fulfill(missingFile), [pages[1]]],
  ['come as something else', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Connectez-vous au réseau</p>' }), [pages[2]]],
  ['cannot be read by the browser', (route) => route.fulfill({ contentType: 'text/javascript', body: 'let of = ;' }), [pages[3]]],
];

test('a page whose scripts do not come says so after a while, and starts once they do; a browser that is too old reads what it needs', async ({
  page,
}) => {
  const sentence = page.getByText(unstarted);
  for (const [what, answer, paths] of answers)
    await test.step(`the scripts ${what}`, async () => {
      for (const [path, heading] of paths) {
        await page.route('**/assets/*.js', answer);
        await page.goto(path, { waitUntil: 'commit' });
        // The end of the time after which it is said.
        await page.locator('.unstarted').evaluate((element) => element.getAnimations().forEach((one) => one.finish()));
        await expect(sentence).toBeVisible();
        await page.unroute('**/assets/*.js');
        await sentence.getByRole('link', { name: 'Recharger' }).click();
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(sentence).toBeHidden();
      }
    });

  await test.step('it is said only after a while, also to whoever wants no motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/login');
    const seen = await page.locator('.unstarted').evaluate((saying) =>
      [7999, 8001].map((time) => {
        for (const one of saying.getAnimations()) one.currentTime = time;
        return getComputedStyle(saying).visibility;
      }),
    );
    expect(seen).toEqual(['hidden', 'visible']);
    await expect(sentence).toBeVisible();
  });

  await test.step('a browser below those that the app is built for is told what it needs, even when it reads none of the scripts', async () => {
    await page.unroute('**/assets/*.js');
    const needs = page.getByText("OU LA LA a besoin d'un navigateur plus récent");
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
    await expect(needs).toBeHidden();
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'CSSStartingStyleRule'));
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    await expect(needs).toBeVisible();
  });
});

test('a visitor reads and goes on from a page whose screen, session or own scripts come late or otherwise', async ({ page }) => {
  await test.step('a page that is whole without script stays when its screen does not come, until it does', async () => {
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

  await test.step('a press on the landing page leads on before it is known who is there', async () => {
    let hasLeft = false;
    page.on('request', (request) => (hasLeft ||= request.isNavigationRequest() && request.url().endsWith('/signup')));
    await page.route('**/api/session', async (route) => {
      if (hasLeft) await route.continue();
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Créer un compte' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Inscription' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Quand on aime, on compte les points.' })).toBeVisible();
  });
  await page.unrouteAll();

  await test.step('pages start where Rocket Loader rewrites the scripts of every page on the way', async () => {
    await page.route(/\/[a-z-]*$/, async (route) => {
      if (route.request().resourceType() !== 'document') return await route.continue();
      const response = await route.fetch();
      const body = (await response.text())
        .replaceAll(/<script(?! data-cfasync="false")(?! type)/g, '<script type="a1b2c3-text/javascript"')
        .replaceAll(/<script(?! data-cfasync="false")([^>]*) type="module"/g, '<script$1 type="a1b2c3-module"')
        .replace('</body>', '<script>document.title = "rewritten";</script></body>');
      await route.fulfill({ response, body });
    });
    for (const [path, heading] of [
      ['/login', 'Connexion'],
      ['/signup', 'Inscription'],
      ['/', 'Quand on aime, on compte les points.'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset['started'])).toBe('');
      await expect(page.getByText(unstarted)).toBeHidden();
    }
  });
});

/** Runs in the page, before anything of it: all that it shows, be it for a moment. */
function watchWords(): void {
  const said = new Set<string>();
  Object.assign(globalThis, { said });
  new MutationObserver(() => said.add(document.querySelector('#root')?.textContent ?? '')).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}
