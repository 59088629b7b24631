/** Nothing is moved aside, and nothing is called empty before it has been read: from screen to screen, from the cache, offline and back. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from '@playwright/test';
import { boxOf, resize } from './boxes.ts';
import { holdable } from './holdable.ts';
import { breakfast, createSharedBoard, dishes, logFromElsewhere, openLive, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, type RunningServer, test } from './server.ts';
import { confirms } from './words.ts';

const viewports = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
/** What takes this long comes a while after the screen that waits for it. In milliseconds. */
const latency = 150;

test('nothing is moved aside while the app is used, on a phone and on a laptop', async ({ browser, server }) => {
  // They wait most of the time.
  await Promise.all(viewports.map((viewport) => walkAbout(browser, server, viewport)));
});

async function walkAbout(browser: Browser, server: RunningServer, viewport: (typeof viewports)[number]): Promise<void> {
  const { page, boards, title } = await somebodyWhoPlays(browser, server, viewport);
  await page.addInitScript(watchShifts);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const network = async (offline: boolean) =>
    void (await devtools.send('Network.emulateNetworkConditions', { offline, latency, downloadThroughput: -1, uploadThroughput: -1 }));
  await network(false);

  const look = async (at: string) => expect(await page.evaluate(takeShifts), `${at}, ${viewport.width} × ${viewport.height}`).toEqual([]);
  const go = (name: string) => press(page.getByRole('navigation').getByRole('link', { name }));
  const walk = async (when: string) => {
    await go('Accueil');
    await expect(bubbles(page)).toHaveCount(4);
    await expect(bubbles(page).getByRole('button', { name: /^Réagir/ })).toHaveCount(4);
    await look(`Accueil, ${when}`);
    for (const board of boards) {
      await go('Tableaux');
      await expect(page.getByRole('heading', { level: 1, name: 'Mes tableaux' })).toBeVisible();
      await press(page.getByRole('link', { name: board }));
      await expect(page.getByRole('button', { name: title })).toBeVisible();
      await look(`${board}, ${when}`);
    }
    await press(page.getByRole('tab', { name: 'Notifications' }));
    await expect(page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(2);
    await look(`Notifications, ${when}`);
    await press(page.getByRole('tab', { name: 'Scores' }));
    await expect(page.getByRole('radio', { name: 'Semaine' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Voir les succès' })).toBeVisible();
    await look(`Scores, ${when}`);
    await go('Demandes');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await look(`Demandes, ${when}`);
  };

  await openLive(page, '/dashboard');
  await page.evaluate(takeShifts);
  await walk('for the first time');
  await walk('again');
  await network(true);
  const lost = page.getByText('Connexion perdue');
  await expect(lost).toBeVisible();
  await look('offline');
  await walk('offline');
  await network(false);
  await expect(lost).toBeHidden();
  await look('online again');
  await walk('online again');
}

test('what is pressed stays where it is when points and medals come in the menu, and choices above the button that logs', async ({
  browser,
  server,
}) => {
  const [léa, max] = [await signUpPlayer(browser, server, 'Léa'), await signUpAbsentee(server, 'Max')];
  const { page } = léa;

  await test.step('the button that logs an action stays where it is when the choices above it come', async () => {
    const board = await createSharedBoard([léa, max], 'Nous deux');
    const extras = await holdable(page, /\/confirm-extras[^/]*\.js$/);
    for (const size of [
      { width: 844, height: 390 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      const letCome = extras.hold();
      await page.goto(`/board/${board.id}`);
      await page.getByRole('main').getByRole('button', { name: breakfast.title }).click();
      const dialog = page.getByRole('dialog');
      const log = dialog.getByRole('button', { name: confirms });
      await expect(log).toBeVisible();
      await dialog.evaluate((shown) => Promise.all(shown.getAnimations().map(({ finished }) => finished)));
      const faces = dialog.getByRole('radiogroup', { name: /^Pour qui/ });
      await expect(faces).toHaveCount(0);
      const before = await boxOf(log);
      letCome();
      await expect(faces).toBeVisible();
      expect(await boxOf(log), `${size.width} × ${size.height}`).toEqual(before);
    }
  });

  await test.step('what is pressed in the menu stays where it is when points and medals come', async () => {
    let come = () => {};
    const isTime = new Promise<void>((resolve) => (come = resolve));
    await page.route('**/api/achievements', async (route) => {
      await isTime;
      await route.fallback();
    });
    await openLive(page, '/dashboard');
    await page.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
    const choice = page.getByRole('button', { name: 'Confidentialité' });
    const places = async () => {
      const all = [];
      for (const viewport of [...viewports, { width: 844, height: 390 }]) {
        await page.setViewportSize(viewport);
        // Once it stands still.
        await choice.click({ trial: true });
        all.push(await choice.boundingBox());
      }
      return all;
    };
    const before = await places();
    come();
    await expect(page.getByRole('list', { name: 'Derniers succès' })).toBeVisible();
    expect(await places()).toEqual(before);
  });
});

test("nothing is called empty before it has been read, and a board's flame comes with it", async ({ browser, server }) => {
  for (const sentence of emptySentences) expect(catalogues, 'or it would be looked for in vain').toContain(sentence);
  const { page, boards } = await somebodyWhoPlays(browser, server, viewports[0]);
  await page.addInitScript(watchWords, emptySentences);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
  for (const [path, there] of [
    ['/dashboard', bubbles(page).first()],
    ['/boards', page.getByRole('link', { name: boards[0] })],
    ['/requests', page.getByRole('main').getByRole('listitem')],
  ] as const) {
    await page.goto(path);
    await expect(there).toBeVisible();
    expect(await page.evaluate(() => (globalThis as unknown as { said: string[] }).said), path).toEqual([]);
  }
  await page.goto('/boards');
  await press(page.getByRole('link', { name: boards[0] }));
  for (const [tab, there] of [
    ['Notifications', page.getByRole('list', { name: 'Notifications' })],
    ['Scores', page.getByRole('list', { name: 'Classement' })],
    ['Actions', page.getByRole('button', { name: breakfast.title })],
  ] as const) {
    await press(page.getByRole('tab', { name: tab }));
    await expect(there).toBeVisible();
  }
  await press(page.getByRole('navigation').getByRole('link', { name: 'Accueil' }));
  await expect(bubbles(page).first()).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { said: string[] }).said)).toEqual([]);

  await test.step("a board's flame moves nothing aside", async () => {
    await devtools.send('Network.disable');
    await resize(page, viewports[1] ?? { width: 1280, height: 800 });
    const letCome = (await holdable(page, /\/flame-[^/]*\.js$/)).hold();
    await page.goto('/dashboard');
    await expect(bubbles(page)).toHaveCount(4);
    await expect(page.getByRole('main').getByRole('img', { name: /^Série/ })).toHaveCount(0);
    const before = await boxOf(bubbles(page).last());
    letCome();
    await expect(page.getByRole('main').getByRole('img', { name: /^Série/ })).toHaveCount(2);
    expect(await boxOf(bubbles(page).last())).toEqual(before);
    await page.goto('/boards');
    const group = await page.getByRole('link', { name: boards[1] }).getAttribute('href');
    await page.addInitScript(watchShifts);
    await page.goto(group ?? '');
    await expect(page.getByRole('button', { name: breakfast.title })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Série : 1 jour/ })).toBeVisible();
    await expect(page.getByText('3 membres')).toBeVisible();
    expect(await page.evaluate(takeShifts)).toEqual([]);
  });
});

const emptySentences = [
  'Aucun tableau',
  'Aucune action',
  'Aucune demande',
  'Bienvenue, ',
  'Rien pour le moment',
  'Tout est calme',
  'La semaine est encore toute neuve',
  "D'abord un tableau",
];

const client = fileURLToPath(new URL('../../src/client', import.meta.url));
const catalogues = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('-messages.fr.ts'))
  .map((path) => readFileSync(join(client, path), 'utf8'))
  .join('');

const bubbles = (page: Page) => page.getByRole('region', { name: 'Activités récentes' }).getByRole('listitem');

/** Two boards that were played on, and an invitation. */
async function somebodyWhoPlays(browser: Browser, server: RunningServer, viewport: (typeof viewports)[number] | undefined) {
  const [max, zoé] = [await signUpAbsentee(server, 'Max'), await signUpAbsentee(server, 'Zoé')];
  const léa = await signUpPlayer(browser, server, 'Léa', { ...(viewport && { viewport }), reducedMotion: 'no-preference' });
  for (const [title, players] of [
    ['Nous deux', [léa, max]],
    ['Coloc', [léa, max, zoé]],
  ] as const) {
    const board = await createSharedBoard([...players], title);
    await logFromElsewhere(max, board.id, breakfast.title);
    await logFromElsewhere(léa, board.id, dishes.title);
  }
  const other = await createSharedBoard([zoé], 'Ailleurs');
  await zoé.call('POST', `/api/boards/${other.id}/requests`, { type: 'invitation', username: léa.name });
  // Léa is not asked any more: the line that asks comes once, and takes the round button with it.
  await léa.call('PATCH', '/api/account/preferences', { dataCollection: false, analytics: false });
  return { page: léa.page, boards: [/NOUS DEUX/, /COLOC/] as const, title: breakfast.title };
}

/** Presses by script: what moves within half a second after a real press is not counted by the browser. */
async function press(target: Locator): Promise<void> {
  await target.evaluate((element: HTMLElement) => element.click());
}

/** Runs in the page, before anything of it. */
function watchShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    value: number;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
  const described = ({ startTime, value, sources }: LayoutShift) => {
    const moved = sources.map(({ node, previousRect, currentRect }) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return `${element?.className || node?.nodeName} ${previousRect.x},${previousRect.y} → ${currentRect.x},${currentRect.y}`;
    });
    return `${value} at ${Math.round(startTime)}: ${moved.join('; ')}`;
  };
  const observer = new PerformanceObserver((list) => take(list));
  const shifts: string[] = [];
  const take = (list: { getEntries(): PerformanceEntryList }) => {
    for (const entry of list.getEntries()) shifts.push(described(entry as LayoutShift));
  };
  observer.observe({ type: 'layout-shift' });
  Object.assign(globalThis, {
    takeShifts() {
      take({ getEntries: () => observer.takeRecords() });
      return shifts.splice(0);
    },
  });
}

/** Runs in the page. Two frames later, so that what was drawn last is among them. */
async function takeShifts(): Promise<string[]> {
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  return (globalThis as unknown as { takeShifts(): string[] }).takeShifts();
}

/** Runs in the page, before anything of it: which of these sentences it says, be it for a frame. */
function watchWords(sentences: string[]): void {
  const said: string[] = [];
  Object.assign(globalThis, { said });
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of [target, ...addedNodes])
        said.push(...sentences.filter((sentence) => node.textContent?.replace(/[\u00A0\u202F]/g, ' ').includes(sentence)));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
