/** The app that is installed: its worker, its versions and its icon. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { RequestLists } from '#shared/requests';
import { violationsOn } from './axe.ts';
import { type ChangingSite, lookForUpdate, openChangingSite, worker } from './changing-site.ts';
import { holdable } from './holdable.ts';
import { faultsAt } from './page-faults.ts';
import { breakfast, createSharedBoard, logFromElsewhere, openLive, signUpAbsentee, signUpPlayer, type Player } from './players.ts';
import { expect, test } from './server.ts';
import { confirms } from './words.ts';

/** The options of a browser with the worker, which reads every file of the app. */
const installed = { serviceWorkers: 'allow' } as const;
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('the browser finds nothing that would keep it from installing the app, and the worker has a page that was on its way in hand, too', async ({
  playwright,
  server,
  launchOptions,
}) => {
  // A private window installs nothing, and that is what other tests run in.
  const profile = mkdtempSync(join(tmpdir(), 'ou-la-la-profile-'));
  const context = await playwright.chromium.launchPersistentContext(profile, { ...launchOptions, ...installed, baseURL: server.origin });
  try {
    const [page, late] = [await context.newPage(), await context.newPage()];
    const letPageCome = (await holdable(late, /\/login$/)).hold();
    const asked = late.waitForRequest('**/login');
    const comes = late.goto('/login');
    await asked;
    await page.goto('/login');
    await worker(page);
    letPageCome();
    await comes;
    await worker(late);
    const devtools = await context.newCDPSession(page);
    const { data, errors } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest: unknown = JSON.parse(data ?? '');
    expect(manifest).toMatchObject({ name: 'OU LA LA', lang: 'fr', start_url: '/dashboard', display: 'standalone' });
    expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
    for (const { src, sizes } of (manifest as { icons: { src: string; sizes: string }[] }).icons) {
      const size = await page.evaluate(async (url) => {
        const picture = new Image();
        picture.src = url;
        await picture.decode();
        return `${picture.naturalWidth}x${picture.naturalHeight}`;
      }, src);
      if (sizes !== 'any') expect(size, src).toBe(sizes);
    }
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test('the app starts without a network, on every path but those of the server, also where one of its files did not come the first time', async ({
  browser,
  server,
}) => {
  const site = await openChangingSite(server);
  site.refuseOnce(/^\/assets\/confetti.*\.js$/);
  const { page, context } = await signedIn(await signUpPlayer(browser, server, 'Zoé', installed), site);
  expect(site.refused()).toBe(1);
  await context.setOffline(true);
  for (const path of ['/', '/boards?tab=a.b', '/board/abc', '/invite/abc']) {
    await page.goto(`${site.origin}${path}`);
    await expect(page.locator('#root')).not.toBeEmpty();
    expect(await page.title()).toContain('OU LA LA');
  }
  for (const path of ['/api/session', '/healthz', '/readyz', '/metrics', '/robots.txt']) {
    await expect(page.goto(`${site.origin}${path}`), path).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  }
  await site.close();
});

test('no reply of the API is kept by the worker, and every file of the app is', async ({ browser, server }) => {
  const zoe = await signUpPlayer(browser, server, 'Zoé', installed);
  const { id } = await createSharedBoard([zoe], 'Secret');
  const open = async () => {
    await zoe.page.goto(`/board/${id}`);
    await expect(title(zoe.page)).toHaveText('SECRET');
  };
  await open();
  await worker(zoe.page);
  const { kept, pages } = await zoe.page.evaluate(async () => {
    const found = { kept: [] as string[], pages: [] as string[] };
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys()) {
        found.kept.push(new URL(key.url).pathname);
        if (key.url.includes('html')) found.pages.push((await (await cache.match(key))?.text()) ?? '');
      }
    }
    return found;
  });
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
  // Those are for the system.
  expect(kept.filter((path) => /screenshot|shortcut|monochrome/.test(path))).toEqual([]);
  for (const path of ['/index.html', '/icon.svg', '/manifest.webmanifest']) expect(kept).toContain(path);
  for (const name of ['app', 'board-screen', 'confetti', 'figtree', 'dialog'])
    expect(
      kept.some((path) => path.startsWith(`/assets/${name}`)),
      name,
    ).toBe(true);
  const styles = await zoe.page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[data-styles]')].map(({ href }) => new URL(href).pathname),
  );
  expect(styles.length).toBeGreaterThan(4);
  expect(kept).toEqual(expect.arrayContaining(styles));
  // The page is nobody's, and opens for whoever is signed in.
  expect(pages).toHaveLength(1);
  expect(pages[0]).not.toMatch(/first-replies|SECRET|Zoé/);
  await open();
});

test('a new version can be put off, comes by one reload where the person wants it, and takes away nothing that is typed', async ({
  browser,
  server,
}) => {
  const site = await openChangingSite(server);
  const { page, context } = await signedIn(await signUpPlayer(browser, server, 'Zoé', installed), site);
  const other = await context.newPage();
  await test.step('the other tab is offered it, and is not reloaded', async () => {
    await other.goto(`${site.origin}/boards`);
    await expect(title(other)).toBeVisible();
    const loads = new Map([page, other].map((tab) => [tab, 0]));
    for (const tab of [page, other]) tab.on('load', () => loads.set(tab, (loads.get(tab) ?? 0) + 1));
    const line = (tab: Page) => tab.getByRole('status').filter({ hasText: 'Une nouvelle version est prête.' });
    site.deploy();
    await lookForUpdate(page);
    for (const tab of [other, page]) {
      await tab.bringToFront();
      await line(tab).getByRole('button', { name: 'Plus tard' }).click();
      await expect(line(tab)).toHaveCount(0);
    }
    await expect(title(page)).toBeFocused();

    site.deploy();
    await lookForUpdate(page);
    await expect(line(page)).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await other.bringToFront();
    await line(other).getByRole('button', { name: 'Plus tard' }).click();
    await expect(line(other)).toHaveCount(0);
    expect([...loads.values()]).toEqual([0, 0]);
    await page.bringToFront();
    const loaded = page.waitForEvent('load');
    await line(page).getByRole('button', { name: 'Mettre à jour' }).click();
    await loaded;
    await expect(title(page)).toBeVisible();
    await expect(line(page)).toHaveCount(0);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null)).toBeNull();
    const reloads = line(other).getByRole('button', { name: 'Mettre à jour' });
    await expect(reloads).toBeVisible();
    expect([...loads.values()]).toEqual([1, 0]);
    const reloaded = other.waitForEvent('load');
    await reloads.click();
    await reloaded;
    await expect(title(other)).toBeVisible();
  });

  await test.step('it keeps what is typed while it takes over, and asks before it takes away what is half typed', async () => {
    await other.close();
    await page.goto(`${site.origin}/create-board`);
    const [name, apply] = [page.getByLabel('Nom du tableau'), page.getByRole('button', { name: 'Mettre à jour' })];
    await expect(name).toBeVisible();
    site.deploy();
    await lookForUpdate(page);
    await page.evaluate(dropFirstMessage);
    const takenOver = page.waitForEvent('load');
    await apply.click();
    await name.fill('Vacances');
    await takenOver;
    await expect(name).toHaveValue('VACANCES');

    await name.fill('Noël');
    site.deploy();
    await lookForUpdate(page);
    await apply.click();
    const question = page.getByRole('dialog', { name: 'Mettre à jour ?' });
    await question.getByRole('button', { name: 'Plus tard' }).click();
    await expect(question).toBeHidden();
    await expect(name).toHaveValue('NOËL');
    await apply.click();
    const loaded = page.waitForEvent('load');
    await question.getByRole('button', { name: 'Mettre à jour' }).click();
    await loaded;
    await expect(name).toHaveValue('NOËL');
  });

  await site.close();
});

test.describe('the app is offered to be installed', () => {
  test('after the first logged action, once', async ({ browser, server }) => {
    const { page, ...zoe } = await signUpPlayer(browser, server, 'Zoé');
    await agreeOnCounting(zoe);
    const { id } = await createSharedBoard([zoe], 'Maison');
    await page.goto(`/board/${id}`);
    await browserOffers(page);
    await expect(title(page)).toBeVisible();
    const card = page.getByRole('region', { name: 'Gardez OU LA LA sous la main' });
    await expect(card).toHaveCount(0);
    await log(page);
    await passOver(page, card);
    expect(await violationsOn(page)).toEqual([]);
    await card.getByRole('button', { name: "Installer l'application" }).click();
    await expect(card).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.dataset['prompted'])).toBe('1');

    await page.reload();
    await browserOffers(page);
    await log(page);
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Annuler');
    await expect(page.getByText('Gardez OU LA LA')).toHaveCount(0);
  });

  test('by hand on an iPhone', async ({ browser, server }) => {
    const safari26 =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
    const phone = { hasTouch: true, viewport: { width: 390, height: 844 }, userAgent: safari26 };
    const { page, ...zoe } = await signUpPlayer(browser, server, 'Zoé', phone);
    await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }));
    await agreeOnCounting(zoe);
    const { id } = await createSharedBoard([zoe], 'Maison');
    await page.goto(`/board/${id}`);
    await log(page);
    const card = page.getByRole('region', { name: 'Gardez OU LA LA sous la main' });
    await passOver(page, card);
    await expect(card).toContainText(
      /Touchez «\s…\s», «\sPartager\s», puis «\sSur l'écran d'accueil\s», parfois derrière «\sVoir\splus\s»\./,
    );
    await expect(card.getByRole('button')).toHaveText(['Plus tard']);
    // The dialog of the log has a moment to go.
    for (const text of ['100%', '200%']) await expect.poll(() => page.evaluate(faultsAt, text)).toEqual([]);
  });
});

test('the open app goes where a shortcut or something shared leads, and asks about changes first', async ({ browser, server }) => {
  const { page } = await signUpPlayer(browser, server, 'Zoé');
  await page.addInitScript(() => {
    const setConsumer = (launch: (launched: { targetURL: string }) => void) =>
      addEventListener('launched', (event) => launch({ targetURL: String((event as CustomEvent).detail) }));
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
    // The page was opened long ago.
    const { now } = performance;
    performance.now = () => now.call(performance) + 60_000;
  });
  let loads = 0;
  page.on('load', () => (loads += 1));
  const launch = (path: string) =>
    page.evaluate((url) => void dispatchEvent(new CustomEvent('launched', { detail: url })), `${server.origin}${path}`);
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await page.goto('/dashboard');
  await expect(async () => {
    await launch('/dashboard?add=1');
    await expect(dialog('Noter une action')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page).toHaveURL('/dashboard');

  await page.keyboard.press('Escape');
  await launch('/boards?title=Soir%C3%A9e&text=Bonjour');
  await expect(dialog('Rejoindre un tableau').getByRole('textbox')).toHaveValue('Bonjour');
  await expect(page).toHaveURL('/boards');
  // While Tableaux is open, and its dialog too.
  await launch('/boards?url=https%3A%2F%2Failleurs.exemple%2Finvite%2Fabc');
  await expect(dialog('Rejoindre un tableau').getByRole('textbox')).toHaveValue('https://ailleurs.exemple/invite/abc');
  await page.keyboard.press('Escape');

  await launch('/edit-profile');
  await page.getByLabel('Pseudo').fill('Zoé2');
  const question = dialog('Quitter sans enregistrer ?');
  // Asked about Back, then about the launch: that came last.
  await page.evaluate(() => history.back());
  await expect(question).toBeVisible();
  await launch('/dashboard?add=1');
  await question.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await expect(dialog('Noter une action')).toBeVisible();
  expect(loads).toBe(1);
});

test('icon and navigation carry the count of pending requests, the icon that of boards with news too, until the feed has been seen and none is left or nobody is signed in', async ({
  browser,
  server,
}) => {
  const [max, zoe] = [await signUpPlayer(browser, server, 'Max'), await signUpAbsentee(server, 'Zoé')];
  const badge = await badgeOn(max.page);
  const boards = [await createSharedBoard([max, zoe], 'Maison'), await createSharedBoard([max, zoe], 'Vacances')];
  await zoe.call('POST', '/api/boards', { title: 'Amis', actions: [breakfast], invited: [max.name] });
  await openLive(max.page, '/requests');
  await expect.poll(badge).toBe('1');
  for (const { id } of [...boards, ...boards]) await logFromElsewhere(zoe, id, breakfast.title);
  await expect.poll(badge).toBe('3');
  await max.page.reload();
  await expect.poll(badge).toBe('3');
  await max.page.getByRole('link', { name: 'Accueil', exact: true }).click();
  await expect.poll(badge).toBe('1');

  const answer = async () => {
    const { received } = await max.call<RequestLists>('GET', '/api/requests');
    for (const { id, status } of received) if (status === 'pending') await max.call('POST', `/api/requests/${id}/rejection`);
  };
  await answer();
  await expect.poll(badge).toBe('0');

  const invite = () => zoe.call('POST', '/api/boards', { title: 'Maison', actions: [breakfast], invited: [max.name] });
  await invite();
  await max.page.goto('/dashboard');
  const place = max.page.getByRole('navigation').getByRole('link', { name: 'Demandes' });
  await expect.poll(badge).toBe('1');
  await expect(place).toHaveAccessibleName('Demandes 1 demande en attente');
  await invite();
  await expect.poll(badge).toBe('2');
  await expect(place).toHaveAccessibleName('Demandes 2 demandes en attente');
  await max.page.reload();
  await expect(place).toHaveAccessibleName('Demandes 2 demandes en attente');
  await answer();
  await expect.poll(badge).toBe('0');
  await expect(place).toHaveAccessibleName('Demandes');
  await invite();
  await expect.poll(badge).toBe('1');
  await max.page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
  await max.page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(max.page).toHaveURL('/login');
  await expect.poll(badge).toBe('0');
});

/** Closes the toasts that come before the card, until it stands there. */
async function passOver(page: Page, card: Locator): Promise<void> {
  const close = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Fermer le message' });
  await expect(async () => {
    if (await close.first().isVisible()) await close.first().click({ timeout: 1000 });
    await expect(card).toBeVisible({ timeout: 500 });
  }).toPass({ intervals: [50] });
}

/** Returns how to read the count on the app's icon. */
async function badgeOn(page: Page): Promise<() => Promise<string | undefined>> {
  await page.addInitScript(() => {
    const set = async (count: number) => void (document.documentElement.dataset['badge'] = String(count));
    Object.assign(Navigator.prototype, { setAppBadge: set, clearAppBadge: () => set(0) });
  });
  return () => page.evaluate(() => document.documentElement.dataset['badge']);
}

/** Answers the question about counting: the app asks one thing at a time. */
async function agreeOnCounting(player: Pick<Player, 'call'>): Promise<void> {
  await player.call('PATCH', '/api/account/preferences', { analytics: false, dataCollection: false });
}

async function browserOffers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = async () => void (document.documentElement.dataset['prompted'] = '1');
    dispatchEvent(Object.assign(offer, { prompt }));
    if (!offer.defaultPrevented) throw new Error('the browser would show its own offer');
  });
}

async function log(page: Page): Promise<void> {
  const logged = page.waitForResponse((response) => response.url().endsWith('/activities') && response.status() === 201);
  await page.getByRole('button', { name: breakfast.title }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
  await logged;
}

/** On the changing site, with its worker in charge. Cookies know no ports. */
async function signedIn(player: Player, site: ChangingSite): Promise<Player> {
  await player.page.goto(`${site.origin}/dashboard`);
  await expect(title(player.page)).toBeVisible();
  await worker(player.page);
  return player;
}

/** Runs in the page. A busy browser drops the first message to the worker; the next one follows two seconds later. */
function dropFirstMessage(): void {
  const { postMessage } = ServiceWorker.prototype;
  Object.assign(ServiceWorker.prototype, { postMessage: () => void Object.assign(ServiceWorker.prototype, { postMessage }) });
}
