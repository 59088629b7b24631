/** Decision D8: each privacy setting does what it says, on this device and on every other. */
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { Account } from '#shared/accounts';
import type { ExportedData } from '#shared/export';
import { dump } from '../database-state.ts';
import { type Box, boxOf, overlaps, resize, sizes } from './boxes.ts';
import { keptKinds } from './kept.ts';
import {
  breakfast,
  createSharedBoard,
  dishes,
  followFromElsewhere,
  freshName,
  logFromElsewhere,
  openLive,
  signUpAbsentee,
  signUpPlayer,
  type Player,
  password,
} from './players.ts';
import { expect, type RunningServer, startServer, test } from './server.ts';
import { confirms } from './words.ts';

const labels = [
  'Collecte de données',
  'Statut en ligne',
  'Cookies essentiels',
  "Mesure d'audience",
  "Protection contre les captures d'écran",
];
const answered = { dataCollection: false, analytics: false };

const menuButton = (page: Page) => page.getByRole('button', { name: 'Ouvrir le menu du profil' });
const question = (page: Page) => page.getByRole('region', { name: "Mesure d'audience" });
const me = ({ call }: Player) => call<{ user: Account }>('GET', '/api/session').then(({ user }) => user);
const home = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Activités récentes' })).toBeVisible();

async function openPanel(page: Page) {
  await page.goto('/dashboard');
  await menuButton(page).click();
  await page.getByRole('button', { name: 'Confidentialité' }).click();
  const panel = page.getByRole('dialog', { name: 'Confidentialité' });
  await expect(panel).toBeVisible();
  return panel;
}

/** Presses a switch and waits until the server has it. */
async function press(page: Page, name: string): Promise<void> {
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/account/preferences') && response.ok());
  await page.getByRole('switch', { name }).click();
  await saved;
}

async function states(page: Page): Promise<boolean[]> {
  return await Promise.all(labels.map((name) => page.getByRole('switch', { name, exact: true }).isChecked()));
}

test('each setting is saved at once, for other devices too; without essential cookies the session ends with the browser; the data are downloaded as one file', async ({
  browser,
  server,
}) => {
  const léa = await signUpPlayer(browser, server, 'Léa');
  const { page } = léa;
  const expiry = async () => (await léa.context.cookies()).find(({ name }) => name === 'ou-la-la')?.expires ?? 0;
  expect(await expiry()).toBeGreaterThan(Date.now() / 1000);
  await openPanel(page);
  // Being counted waits for a yes; all else is on.
  expect(await states(page)).toEqual([false, true, true, false, true]);
  for (const name of labels) await press(page, name);
  expect(await states(page)).toEqual([true, false, false, true, false]);
  expect(await expiry()).toBe(-1);
  await openPanel(page);
  expect(await states(page)).toEqual([true, false, false, true, false]);
  expect(await expiry()).toBe(-1);

  const elsewhere = await browser.newContext({ baseURL: server.origin });
  const signIn = { method: 'POST', headers: { origin: server.origin }, data: { identifier: léa.name, password } };
  expect((await elsewhere.request.fetch('/api/session', signIn)).status()).toBe(201);
  const other = await elsewhere.newPage();
  await openPanel(other);
  expect(await states(other)).toEqual([true, false, false, true, false]);
  // A change there shows here, in the panel that is open.
  await press(other, 'Cookies essentiels');
  await expect(page.getByRole('switch', { name: 'Cookies essentiels' })).toBeChecked();
  expect((await me(léa)).preferences).toMatchObject({ essentialCookies: true, onlineStatus: false, consentAsked: true });
  await press(page, 'Cookies essentiels');
  expect(await expiry()).toBe(-1);
  await press(page, 'Cookies essentiels');
  expect(await expiry()).toBeGreaterThan(Date.now() / 1000);

  await test.step('the data are downloaded', async () => {
    await createSharedBoard([léa], 'À moi');
    const panel = await openPanel(léa.page);
    const started = léa.page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Exporter mes données' }).click();
    const file = await started;
    expect(file.suggestedFilename()).toMatch(/^ou-la-la-mes-donnees-\d{4}-\d{2}-\d{2}\.json$/);
    const data = JSON.parse(await readFile(await file.path(), 'utf8')) as ExportedData;
    expect(data).toMatchObject({ version: 1, account: { username: léa.name }, boards: [{ title: 'À MOI', isAdministrator: true }] });
    await expect(panel.getByText('Le fichier est dans vos téléchargements.')).toBeVisible();
  });
});

test('a dot shows the members of a board who are there, live, as long as they let it', async ({ browser, server }) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpPlayer(browser, server, 'Max')];
  const board = await createSharedBoard([léa, max], 'Présence');
  await léa.page.goto(`/board/${board.id}?tab=scores`);
  const place = léa.page.getByRole('list', { name: 'Classement' }).getByRole('listitem').filter({ hasText: max.name });
  await expect(place).toBeVisible();
  await expect(place).not.toContainText('En ligne');

  await max.page.goto('/dashboard');
  await expect(place).toContainText('En ligne');
  await expect(place.getByTitle('En ligne')).toBeVisible();
  await léa.page.getByRole('button', { name: 'Réglages du tableau' }).click();
  const row = léa.page.getByRole('dialog', { name: 'Réglages du tableau' }).getByRole('listitem').filter({ hasText: max.name });
  await expect(row).toContainText('En ligne');

  await openPanel(max.page);
  await press(max.page, 'Statut en ligne');
  await expect(row).not.toContainText('En ligne');
  await press(max.page, 'Statut en ligne');
  await expect(row).toContainText('En ligne');
  await press(max.page, 'Statut en ligne');
  await expect(row).not.toContainText('En ligne');
  await léa.page.keyboard.press('Escape');
  await expect(place).not.toContainText('En ligne');
});

test('the protection against screenshots hides what is shown while the window is away, and in print, until it is switched off', async ({
  browser,
  server,
}) => {
  const cover = (page: Page) => page.getByText('Contenu masqué');
  const away = (page: Page) => page.evaluate(() => dispatchEvent(new Event('blur')));
  const back = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

  const léa = await signUpPlayer(browser, server, 'Léa');
  const { page } = léa;
  await test.step('it covers a window that is left as soon as there is something to see, or before', async () => {
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        // What is drawn beforehand has none, and is nobody's.
        if (!document.querySelector('button')) return;
        observer.disconnect();
        dispatchEvent(new Event('blur'));
      });
      if (location.hash === '#left') observer.observe(document, { childList: true, subtree: true });
    });
    await page.goto('/dashboard#left');
    await expect(cover(page)).toBeVisible();

    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const asked = page.waitForRequest('**/api/session');
    await page.route('**/api/session', async (route) => {
      await held;
      await route.continue();
    });
    await followFromElsewhere(page, `${server.origin}/boards`);
    await asked;
    await away(page);
    answer();
    await expect(cover(page)).toBeVisible();
  });

  await page.unrouteAll();

  await test.step('it leaves a page alone that was opened without the focus', async () => {
    const unfocused = await léa.context.newPage();
    await unfocused.addInitScript(() => Object.defineProperty(document, 'hasFocus', { value: () => false }));
    await unfocused.goto('/dashboard');
    await home(unfocused);
    await expect(cover(unfocused)).toBeHidden();
    await expect(cover(unfocused)).toBeAttached();
  });

  await page.bringToFront();

  await test.step('it hides what is shown, over dialogs too, and in print', async () => {
    await openPanel(page);
    await expect(cover(page)).toBeAttached();
    await expect(cover(page)).toBeHidden();
    await away(page);
    // Over the open dialog too.
    await expect(cover(page)).toBeVisible();
    await back(page);
    await expect(cover(page)).toBeHidden();
    await away(page);
    // A person who presses something is there.
    await page.mouse.click(5, 300);
    await expect(cover(page)).toBeHidden();

    await page.emulateMedia({ media: 'print' });
    await expect(cover(page)).toBeVisible();
    await expect(page.locator('#root')).toBeHidden();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.emulateMedia({ media: null });
    await léa.call('PATCH', '/api/account/preferences', { screenshotProtection: false });
    await page.goto('/dashboard');
    await home(page);
    await away(page);
    await expect(cover(page)).toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await home(page);
  });
});

test.describe('being counted', () => {
  let server: RunningServer;
  let before: Record<string, number> = {};
  test.beforeAll(async () => {
    server = await startServer();
  });
  test.afterAll(async () => {
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  });

  /** What was counted since it was last asked for, once the pages are left and the server has put away what it holds. */
  async function counted(...contexts: BrowserContext[]): Promise<Record<string, number>> {
    for (const page of contexts.flatMap((context) => context.pages())) await leave(page);
    await server.restart();
    const total: Record<string, number> = {};
    for (const { name, count } of dump(server.dataDir)['daily_count'] ?? [])
      total[String(name)] = (total[String(name)] ?? 0) + Number(count);
    const since = Object.entries(total).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
    before = total;
    return Object.fromEntries(since.filter(([, count]) => count > 0));
  }

  /** What counts is loaded after a yes: who leaves before it is there is not counted. */
  async function countingIsThere(page: Page): Promise<void> {
    const address = () =>
      page.evaluate(() => {
        const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
        return loaded.find((name) => /\/assets\/counting-(?!score)[^/]*\.js$/.test(name)) ?? '';
      });
    await expect.poll(address).not.toBe('');
    await page.evaluate(async (url) => void (await import(url)), await address());
  }

  /** Leaves a page as a person does; waits until what it sends then has arrived. */
  async function leave(page: Page): Promise<void> {
    let arrived = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('/api/counts')) arrived += 1;
    });
    const sent = await page.evaluate(() => {
      let beacons = 0;
      const send = navigator.sendBeacon.bind(navigator);
      navigator.sendBeacon = (...beacon) => {
        beacons += 1;
        return send(...beacon);
      };
      dispatchEvent(new Event('pagehide'));
      return beacons;
    });
    await expect.poll(() => arrived).toBe(sent);
    await page.goto('about:blank');
  }

  test('waits for a yes of the visitor, which becomes that of the account', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: server.origin });
    const page = await context.newPage();
    await page.goto('/');
    await lookRound(page);
    await expect(question(page)).toBeVisible();
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    await leave(page);

    await page.goto('/');
    await lookRound(page);
    await question(page).getByRole('button', { name: "D'accord" }).click();
    await expect(question(page)).toHaveCount(0);
    await countingIsThere(page);
    // Only one of the two visits, before and after the yes, is counted.
    expect(await counted(context)).toEqual({ visit: 1, screen_landing: 1 });

    await page.goto('/signup');
    await expect(page.getByRole('heading', { level: 1, name: 'Inscription' })).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    const name = freshName('Nora');
    await page.getByLabel('Pseudo', { exact: true }).fill(name);
    await page.getByLabel('Email', { exact: true }).fill(`${name.toLowerCase()}@exemple.fr`);
    await page.getByLabel('Mot de passe', { exact: true }).fill(password);
    const kept = page.waitForResponse((response) => response.url().endsWith('/preferences') && response.ok());
    await page.getByRole('button', { name: 'Créer un compte' }).click();
    await home(page);
    await expect(question(page)).toHaveCount(0);
    const { user } = (await (await kept).json()) as { user: Account };
    expect(user.preferences).toMatchObject({ analytics: true, dataCollection: true, consentAsked: true });
    expect(await counted(context)).toEqual({ visit: 1, screen_dashboard: 1 });
  });

  test('takes no for an answer, and is asked about once, after the first log, in the same visit', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: server.origin });
    const visitor = await context.newPage();
    await visitor.goto('/');
    await lookRound(visitor);
    await question(visitor).getByRole('button', { name: 'Non merci' }).click();
    await expect(question(visitor)).toHaveCount(0);
    await visitor.reload();
    await lookRound(visitor);
    await expect(visitor.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(question(visitor)).toHaveCount(0);

    const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpAbsentee(server, 'Max')];
    const { page } = léa;
    await page.goto('/boards');
    await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    // A person who has not played yet has other things to do.
    await page.goto('/dashboard');
    await home(page);
    await expect(page.getByText('Il ne manque qu')).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    const board = await createSharedBoard([léa, max], 'Sans compter');
    await logFromElsewhere(max, board.id, dishes.title);
    await openLive(page, '/dashboard');
    await expect(page.getByText(dishes.title)).toBeVisible();
    await page.getByRole('button', { name: 'Noter une action' }).click();
    const dialog = page.getByRole('dialog', { name: 'Noter une action' });
    await dialog.getByRole('radio', { name: breakfast.title }).click();
    // Somebody else's log is no reason to ask.
    await expect(question(page)).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Noter', exact: true }).click();
    await expect(dialog).toBeHidden();
    await question(page).getByRole('button', { name: 'Non merci' }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect((await me(léa)).preferences).toMatchObject({ ...answered, consentAsked: true });
    await page.goto('/boards');
    await expect(page.getByRole('link', { name: /SANS COMPTER/ })).toBeVisible();
    expect(await counted(context, léa.context)).toEqual({});
  });

  test('covers visits, and functions with errors, until it is taken back', async ({ browser }) => {
    const léa = await signUpPlayer(browser, server, 'Léa');
    const { page } = léa;
    const board = await createSharedBoard([léa], 'Chiffres');
    await logFromElsewhere(léa, board.id, breakfast.title);
    await page.goto('/dashboard');
    await question(page).getByRole('button', { name: "D'accord" }).click();
    await expect(question(page)).toHaveCount(0);
    // A screen that is left before is not counted.
    await countingIsThere(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Tableaux' }).click();
    // Accueil leads to the board too, and would not be counted as a look at the boards.
    await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
    await page.getByRole('link', { name: /CHIFFRES/ }).click();
    await log(page);
    await fail(page);
    await leave(page);

    await openPanel(page);
    for (const setting of ["Mesure d'audience", 'Collecte de données']) await press(page, setting);
    await page.goto(`/board/${board.id}`);
    await log(page);
    await fail(page);
    // What came before it was taken back, and nothing after it.
    const visits = { visit: 1, screen_dashboard: 1, screen_boards: 1, screen_board: 1 };
    expect(await counted(léa.context)).toEqual({ ...visits, action_logged: 1, unexpected_page: 1 });
  });

  /** An error that nobody catches. */
  async function fail(page: Page): Promise<void> {
    const failed = page.waitForEvent('pageerror');
    await page.evaluate(() => void Promise.reject(new Error('CHIFFRES')));
    await failed;
  }

  async function log(page: Page): Promise<void> {
    // Accueil names the action too, in the button that reacts to it.
    await expect(page.getByRole('heading', { level: 1, name: 'CHIFFRES' })).toBeVisible();
    const logged = page.waitForResponse((response) => response.url().endsWith('/activities') && response.status() === 201);
    await page.getByRole('button', { name: breakfast.title }).click();
    await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
    await logged;
    await expect(page.getByRole('dialog')).toBeHidden();
    // A page that is left before the answer is noted sends it once more.
    await expect.poll(() => keptKinds(page)).not.toContain('press');
  }
});

test('the question about counting covers nothing, and holds nobody up, at any size', async ({ browser, server }) => {
  const windows = [sizes[0], sizes[1], sizes[2], sizes[4]];
  const at = async (page: Page, [width, height]: (typeof sizes)[number]) => {
    await resize(page, { width, height });
    return `${width} × ${height}`;
  };
  const visitor = await (await browser.newContext({ baseURL: server.origin, reducedMotion: 'reduce' })).newPage();
  const zoé = await signUpPlayer(browser, server, 'Zoé');
  const board = await createSharedBoard([zoé], 'Zoé seule');
  await logFromElsewhere(zoé, board.id, breakfast.title);
  for (const path of ['/login', '/signup', '/']) {
    await visitor.goto(path);
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
    await visitor.waitForLoadState('networkidle');
    await expect(question(visitor), path).toHaveCount(0);
  }
  await lookRound(visitor);
  await zoé.page.goto('/dashboard');
  for (const page of [visitor, zoé.page]) {
    await expect(question(page)).toBeVisible();
    await expect(page.locator('body')).toBeFocused();
  }
  const noter = zoé.page.getByRole('button', { name: 'Noter une action' });
  for (const size of windows) {
    const where = await at(zoé.page, size);
    await expect(async () => {
      const line = await boxOf(question(zoé.page));
      // A phone has no width for all that is counted beside the answers.
      const isNarrow = size[0] < 560;
      expect(line.height, where).toBeLessThan(isNarrow ? 150 : 84);
      // A line among others: it lies over nothing, and nothing over it.
      const main = zoé.page.getByRole('main');
      for (const other of [
        noter,
        ...(await zoé.page.getByRole('navigation').getByRole('link').all()),
        ...(await main.getByRole('listitem').all()),
        ...(await main.getByRole('heading').all()),
      ])
        expect(overlaps(line, await boxOf(other)), where).toBe(false);
      // The sentence comes first, the answers are in one line, as high and as easy.
      const [text, ...answers] = await Promise.all(
        [question(zoé.page).locator('p'), ...(await question(zoé.page).getByRole('button').all())].map(boxOf),
      );
      expect(answers).toHaveLength(2);
      const [no, yes] = answers;
      expect(text && no && (isNarrow ? text.y + text.height <= no.y : text.x + text.width <= no.x), where).toBe(true);
      expect([yes?.y, yes?.height], where).toEqual([no?.y, no?.height]);
      expect(no?.height, where).toBeGreaterThanOrEqual(44);
    }).toPass();
    await at(visitor, size);
    // However far the page is scrolled.
    for (let top = 0; top < 2400; top += 150) {
      await visitor.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
      await expect.poll(() => visitor.evaluate(coveredButtons), { message: `${where}, ${top}` }).toEqual([]);
    }
    await lookRound(visitor);
    await expect(question(visitor)).toBeVisible();
    expect((await boxOf(question(visitor))).height, where).toBeLessThan(64);
  }
  await question(zoé.page).getByRole('button', { name: 'Non merci' }).press('Enter');
  await expect(question(zoé.page)).toHaveCount(0);
  await expect(zoé.page.getByRole('heading', { level: 1 })).toBeFocused();

  await visitor.goto('/');
  const title = visitor.getByRole('heading', { level: 1 });
  const titles: Box[] = [];
  for (const size of windows) {
    await at(visitor, size);
    await visitor.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    titles.push(await boxOf(title));
    // The end of a page comes out from under it.
    await visitor.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await expect
      .poll(async () => overlaps(await boxOf(visitor.getByText('Vos données sont chiffrées')), await boxOf(question(visitor))))
      .toBe(false);
  }
  await lookRound(visitor);
  await question(visitor).getByRole('button', { name: 'Non merci' }).press('Enter');
  await expect(question(visitor)).toHaveCount(0);
  await expect(title).toBeFocused();
  for (const [index, before] of titles.entries()) {
    await at(visitor, windows[index] ?? sizes[0]);
    await visitor.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    expect(await boxOf(title)).toEqual(before);
  }
});

/** Scrolls to what a visitor reads about, with nothing to press at the foot of the window. */
async function lookRound(page: Page): Promise<void> {
  await page
    .getByRole('heading', { name: 'Comment on joue' })
    .evaluate((heading) => heading.scrollIntoView({ block: 'start', behavior: 'instant' }));
}

/** Runs in the page: the buttons that the question lies over. */
function coveredButtons(): string[] {
  const line = document.querySelector(`[aria-label="Mesure d'audience"]`);
  if (!line || getComputedStyle(line).visibility === 'hidden') return [];
  const { top, bottom } = line.getBoundingClientRect();
  return [...document.querySelectorAll('main :is(button, [role="button"])')]
    .filter((button) => button.getBoundingClientRect().bottom > top && button.getBoundingClientRect().top < bottom)
    .map((button) => button.textContent);
}
