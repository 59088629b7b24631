/** The tabs of one browser: one live stream for all of them, whichever comes and goes. */
import { rmSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { Agent } from 'undici';
import { chromiumArgs } from '../../scripts/browser.mjs';
import { makeBoard, newActivityId, Person } from '../people.ts';
import { breakfast, logFromElsewhere, createSharedBoard, openLive, password, signUpAbsentee, signUpPlayer } from './players.ts';
import { expect, startServer, test } from './server.ts';
import { confirms } from './words.ts';

const total = (page: Page) => page.getByRole('paragraph').filter({ hasText: 'Score du tableau' });

/** The pages of a browser that hold a stream right now. */
function streamsOf(context: BrowserContext): () => Page[] {
  const open = new Map<object, Page>();
  context.on('page', (page) => {
    page.on('request', (request) => {
      if (request.url().endsWith('/api/live')) open.set(request, page);
    });
    const end = (request: object) => open.delete(request);
    page.on('requestfailed', end);
    page.on('requestfinished', end);
    page.on('close', () => {
      for (const [request, owner] of open) if (owner === page) open.delete(request);
    });
  });
  return () => [...open.values()];
}

/** Until one tab has the stream and so many others wait for it to go. */
async function untilFollowed(tab: Page | undefined, followers: number): Promise<void> {
  const locksOfTheStream = () =>
    tab?.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [held, pending].map((locks) => locks.filter(({ name }) => name?.startsWith('ou-la-la-live-')).length);
    });
  await expect.poll(locksOfTheStream).toEqual([1, followers]);
}

test('tabs share one stream, which another takes over and misses nothing; signing out in one signs out all; where the browser does not let them know of each other they have one each', async ({
  browser,
  server,
}) => {
  const [zoe, max] = [await signUpPlayer(browser, server, 'Zoé'), await signUpAbsentee(server, 'Max')];
  const board = await createSharedBoard([zoe, max], 'Onglets');
  const streams = streamsOf(zoe.context);
  const tabs = [await zoe.context.newPage(), await zoe.context.newPage(), await zoe.context.newPage()];
  for (const tab of tabs) {
    await tab.goto(`/board/${board.id}`);
    await expect(total(tab)).toHaveText('Score du tableau 0');
  }
  await untilFollowed(tabs[0], 2);
  expect(streams()).toHaveLength(1);

  await logFromElsewhere(max, board.id, breakfast.title);
  for (const tab of tabs) await expect(total(tab)).toHaveText('Score du tableau +20');

  for (const [points, left] of [
    ['+40', 2],
    ['+60', 1],
  ] as const) {
    const [leader] = streams();
    expect(leader).toBeDefined();
    await leader?.close();
    // Logged while nobody has the stream, or just after: the next one to have it must make up for it.
    await logFromElsewhere(max, board.id, breakfast.title);
    const others = tabs.filter((tab) => !tab.isClosed());
    expect(others).toHaveLength(left);
    for (const tab of others) await expect(total(tab)).toHaveText(`Score du tableau ${points}`);
    await expect.poll(() => streams().length).toBe(1);
    for (const tab of others) await expect(tab.getByText('Connexion perdue')).toHaveCount(0);
  }

  await test.step('signing out in one tab signs out the other, whichever holds the stream', async () => {
    const { context } = zoe;
    for (const tab of tabs) await tab.close();
    const [first, second] = [await context.newPage(), await context.newPage()];
    for (const isByFollower of [false, true]) {
      await openLive(first, '/boards');
      await second.goto('/boards');
      await untilFollowed(first, 1);
      const [here, there] = isByFollower ? [second, first] : [first, second];
      await here.getByRole('button', { name: 'Ouvrir le menu du profil' }).click();
      await here.getByRole('button', { name: 'Déconnexion' }).click();
      await expect(here).toHaveURL('/login');
      await expect(there).toHaveURL(/\/login\?redirect=/);
      await second.goto('about:blank');
      await zoe.call('POST', '/api/session', { identifier: zoe.name, password });
    }
  });

  await test.step('they have a stream each where the browser does not let them know of each other', async () => {
    const network = await createSharedBoard([zoe, max], 'Réseau');
    // As over plain http from a phone in the same house.
    await zoe.context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
    for (const tab of zoe.context.pages()) await tab.close();
    const apart = [await zoe.context.newPage(), await zoe.context.newPage()];
    for (const tab of apart) {
      await tab.goto(`/board/${network.id}`);
      await expect(total(tab)).toHaveText('Score du tableau 0');
    }
    await expect.poll(() => streams().length).toBe(2);
    await logFromElsewhere(max, network.id, breakfast.title);
    for (const tab of apart) await expect(total(tab)).toHaveText('Score du tableau +20');
  });
});

test('eight tabs over plain http leave the one that is looked at a connection', async ({ playwright }) => {
  const server = await startServer();
  // A name that only this test knows: to a browser, the machine itself is as safe as https.
  const origin = `http://jeu.test:${new URL(server.origin).port}`;
  await server.restart({ ORIGIN: origin });
  const dispatcher = new Agent({ connect: { lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) } });
  const { executablePath } = test.info().project.use.launchOptions ?? {};
  const browser = await playwright.chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, '--host-resolver-rules=MAP jeu.test 127.0.0.1'],
  });
  try {
    const [zoe, max] = [await Person.signUp({ origin }, 'Zoe', dispatcher), await Person.signUp({ origin }, 'Max', dispatcher)];
    const board = await makeBoard('Réseau', [zoe, max]);
    const params = { boardId: board.id };
    const logAsMax = () =>
      max.does('POST /api/boards/:boardId/activities', { params, body: { id: newActivityId(), actionId: board.actions[0]?.id } });
    const context = await browser.newContext({ baseURL: origin, locale: 'fr-FR' });
    await context.addCookies(
      zoe.cookie.split('; ').map((cookie) => ({ name: cookie.split('=', 1)[0] ?? '', value: cookie.replace(/^[^=]*=/, ''), url: origin })),
    );
    const streams = streamsOf(context);
    const tabs: Page[] = [];
    for (let index = 0; index < 8; index += 1) {
      for (const tab of tabs.slice(-1)) await turn(tab, 'hidden');
      const tab = await context.newPage();
      tabs.push(tab);
      await tab.goto(`/board/${board.id}`);
      await expect(total(tab)).toHaveText('Score du tableau 0');
      expect(await tab.evaluate(() => isSecureContext)).toBe(false);
    }
    const [first, last] = [tabs[0] as Page, tabs.at(-1) as Page];
    await last.getByRole('main').getByRole('button', { name: breakfast.title }).click();
    await last.getByRole('dialog').getByRole('button', { name: confirms }).click();
    await expect.poll(async () => (await max.does('GET /api/boards/:boardId', { params })).board.totalPoints).toBe(20);
    await logAsMax();
    await expect(total(last)).toHaveText('Score du tableau +40');
    expect(streams()).toEqual([last]);

    await turn(last, 'hidden');
    await expect.poll(streams).toEqual([]);
    await turn(first, 'visible');
    await expect(total(first)).toHaveText('Score du tableau +40');
    await logAsMax();
    await expect(total(first)).toHaveText('Score du tableau +60');
    expect(streams()).toEqual([first]);
  } finally {
    await browser.close();
    await dispatcher.destroy();
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  }
});

/** In a headless browser every page says that it is looked at. */
async function turn(tab: Page, to: 'visible' | 'hidden'): Promise<void> {
  await tab.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, to);
}
