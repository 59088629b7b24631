/** What is there before any script has come, what comes along with the page, and that nothing of it moves or stays behind. */
import type { Locator, Page } from '@playwright/test';
import { boxOf, resize } from './boxes.ts';
import { holdable } from './holdable.ts';
import { forgetFontShifts, hasStandInFont, noteShifts, shiftsOf } from './layout-shifts.ts';
import { breakfast, createSharedBoard, logFromElsewhere, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, test } from './server.ts';

test('without script the pages for everybody are read whole, and lead on', async ({ browser, server }) => {
  const zoe = await signUpAbsentee(server, 'Zoé');
  const { id } = await createSharedBoard([zoe], 'Secret');
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false, viewport: { width: 320, height: 568 } });
  const page = await context.newPage();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  await page.goto('/');
  await expect(heading('Quand on aime, on compte les points.')).toBeVisible();
  await expect(page.getByText('Vos données sont chiffrées en transit et au repos.')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Chargement/ })).toBeHidden();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Créer', 'Gagner', 'Débloquer', 'Partager en privé']);
  await expect(page.getByRole('link', { name: 'Créer un compte' })).toHaveAttribute('href', '/signup');
  const signIn = page.getByRole('link', { name: 'Se connecter' });
  await expect(signIn).toHaveAttribute('href', '/login');
  expect((await boxOf(signIn)).height).toBeGreaterThanOrEqual(44);

  await page.getByRole('link', { name: 'Confidentialité' }).click();
  await expect(heading('Confidentialité')).toBeVisible();
  await page.getByRole('link', { name: 'Mentions légales' }).click();
  await expect(heading('Mentions légales')).toBeVisible();
  await expect(page).toHaveTitle('Mentions légales · OU LA LA');

  await page.goto(`/invite/${id}`);
  await expect(heading("Un lien d'OU LA LA")).toBeVisible();
  expect(await page.content()).not.toMatch(/secret/i);
  await page.getByRole('link', { name: 'Découvrir OU LA LA' }).click();
  await expect(page).toHaveURL('/');

  // Here nothing can be read without it.
  await page.goto('/login');
  await expect(page.locator('noscript p')).toHaveText('OU LA LA a besoin de JavaScript.');
});

test('what is drawn beforehand stays where it stands when the app takes over, with the first replies and the place of the keyboard', async ({
  browser,
  server,
}) => {
  const [zoe, max] = [await signUpPlayer(browser, server, 'Zoé'), await signUpAbsentee(server, 'Max')];
  const { page } = zoe;
  const { id } = await createSharedBoard([zoe], 'Maison');
  await logFromElsewhere(zoe, id, breakfast.title);

  await test.step('the first screen comes with its page: it asks for nothing before it is drawn, and leaves nothing lying in the page', async () => {
    const [tile, title] = [page.getByRole('button', { name: breakfast.title }), page.getByText('MAISON').first()];
    for (const [path, drawn] of [
      [`/board/${id}`, tile],
      ['/boards', title],
    ] as const) {
      // A network on which nothing more comes than the page and its files.
      await page.route('/api/**', (route) => route.abort());
      await page.goto(path);
      await expect(drawn).toBeVisible();
      expect(await page.locator('script[type="application/json"]').count()).toBe(0);
      await page.unroute('/api/**');
    }
  });

  await noteShifts(page);
  const hasStandIn = await hasStandInFont(page);
  const [scripts, fonts] = [await holdable(page, /\.js$/), await holdable(page, /\.woff2$/)];
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const)
    await test.step(`nothing of it moves at ${width} × ${height}`, async () => {
      await resize(page, { width, height });
      for (const path of ['/dashboard', '/boards', '/requests', `/board/${id}`, '/', '/confidentialite']) {
        const releases = [scripts.hold()];
        // In a long text, or without a stand-in, one line or another breaks elsewhere in its own font: there only what the app moves counts.
        const hasShiftingFont = path === '/confidentialite' || !hasStandIn;
        if (!hasShiftingFont) releases.push(fonts.hold());
        await page.goto(path, { waitUntil: 'commit' });
        const home = page.getByRole('link', { name: 'OU LA LA' }).first();
        await expect(home).toBeVisible();
        // At the foot of the other pages stand links as well, below much text. What notes an action is a link first, and a button then.
        const places = page.getByRole('navigation', { name: 'Navigation principale' });
        const links = [...(await places.getByRole('listitem').all()), ...(await places.getByLabel('Noter une action').all())];
        const texts = [home, ...links, ...(path.startsWith('/board/') ? [] : [page.getByRole('heading', { level: 1 })])];
        const room = path.startsWith('/board/') ? await boxOf(page.locator('main div[aria-hidden="true"]:empty').first()) : undefined;
        if (hasShiftingFont) await forgetFontShifts(page);
        const before = await Promise.all(texts.map(boxOf));
        for (const release of releases) release();
        await expect(takenOver(page, path)).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        await expectNear(path, await Promise.all(texts.map(boxOf)), before);
        expect(await shiftsOf(page), path).toEqual([]);
        // A header of two people is higher, one of three as high: the skeleton keeps a room between them.
        if (room) expect(Math.abs((await boxOf(page.locator('main header'))).height - room.height)).toBeLessThan(40);
      }
    });

  await test.step('a person who takes the way past the bars before there is an app is past them when it stands, at the same address', async () => {
    for (const path of ['/dashboard', '/requests']) {
      const release = scripts.hold();
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByRole('link', { name: 'Aller au contenu' }).press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      release();
      await expect(takenOver(page, path)).toBeVisible();
      await expect(page.getByRole('main')).toBeFocused();
      await expect(page).toHaveURL(path);
      await page.getByRole('link', { name: 'Tableaux', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
      await expect(page).toHaveURL('/boards');
    }
  });

  await test.step('a person who has tabbed to a place before there is an app is there when it stands, whatever is told beside its name', async () => {
    const { id: other } = await createSharedBoard([max], 'Ailleurs');
    await max.call('POST', `/api/boards/${other}/requests`, { type: 'invitation', username: zoe.name });
    const place = page.getByRole('navigation').getByRole('link', { name: /^Demandes/ });
    const release = scripts.hold();
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await place.focus();
    release();
    await expect(place).toHaveAccessibleName('Demandes 1 demande en attente');
    await expect(place).toBeFocused();
  });
});

test('what came for one person is not there for the next in the same browser, by whatever way', async ({ browser, server }) => {
  const [zoe, max] = [await signUpPlayer(browser, server, 'Zoé'), await signUpPlayer(browser, server, 'Max')];
  const { id } = await createSharedBoard([zoe], 'Secret');
  const { page } = zoe;
  await page.goto(`/board/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'SECRET' })).toBeVisible();
  // Where nobody is asked for, so that no page hears that the session is over and leaves the board by itself.
  await page.goto('/confidentialite');
  await zoe.call('DELETE', '/api/session');
  // As if Max signed in elsewhere in this browser.
  await zoe.context.addCookies(await max.context.cookies());
  await page.goto('/boards');
  await expect(takenOver(page, '/boards')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/confidentialite');
  await page.goBack();
  await expect(page.getByText('Tableau non trouvé')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Tableau non trouvé')).toBeVisible();
  expect(await page.content()).not.toContain('SECRET');
});

test('the ways in of the landing page are pressed like buttons once there is a script, and the last one that is pressed leads', async ({
  page,
}) => {
  await test.step('the ways in of the landing page are pressed like buttons once there is a script', async () => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', ({ message }) => faults.push(message));
    for (const [key, name, heading] of [
      ['Space', 'Se connecter', 'Connexion'],
      ['Enter', 'Créer un compte', 'Inscription'],
    ] as const) {
      await page.emulateMedia({ reducedMotion: key === 'Space' ? 'reduce' : 'no-preference' });
      await page.goto('/');
      await page.getByRole('button', { name }).press(key);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
    expect(faults).toEqual([]);
  });

  await test.step('the last one leads of two ways in that are pressed while the app loads', async () => {
    await page.emulateMedia({ reducedMotion: null });
    const code = await holdable(page, /\/assets\/(login|signup)-screen-/);
    await page.goto('/');
    // Until who is there is known, a press is the browser's own.
    await page.waitForLoadState('networkidle');
    const release = code.hold();
    await Promise.all([page.waitForRequest(/login-screen-/), page.getByRole('button', { name: 'Se connecter' }).first().click()]);
    await page.getByRole('button', { name: 'Créer un compte' }).first().click();
    await expect(page).toHaveURL('/signup');
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Inscription' })).toBeVisible();
  });
});

/** What only the app has. */
function takenOver(page: Page, path: string): Locator {
  if (path === '/') return page.getByRole('button', { name: 'Créer un compte' });
  if (path === '/confidentialite') return page.getByRole('link', { name: /@/ });
  return page.getByRole('button', { name: 'Ouvrir le menu du profil' });
}

async function expectNear(path: string, now: Awaited<ReturnType<typeof boxOf>>[], before: typeof now): Promise<void> {
  // Words that stand in the middle are somewhat wider or narrower in another font.
  for (const [index, box] of now.entries())
    for (const [side, room] of [
      ['x', 8],
      ['y', 1],
      ['height', 1],
    ] as const)
      expect(Math.abs(box[side] - (before[index]?.[side] ?? Number.NaN)), `${path}, ${index}, ${side}`).toBeLessThanOrEqual(room);
}
