/** A login portal in front of the server, as Authelia or Cloudflare Access: from one moment on it answers everything until one has signed in there. */
import { createServer, request as ask, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { OpenedBoard } from '#shared/boards';
import { violationsOn } from './axe.ts';
import { faultsAt } from './page-faults.ts';
import { breakfast, createSharedBoard, openLive, signUpPlayer } from './players.ts';
import { expect, type RunningServer, test } from './server.ts';
import { confirms } from './words.ts';

test.use({ serviceWorkers: 'allow' });
const sentence = "L'accès à OU LA LA passe d'abord par une page de connexion (celle de l'hébergeur ou du réseau).";
const way = (page: Page) => page.getByRole('button', { name: 'Ouvrir cette page' });
const worker = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

let site: GuardedSite;
test.beforeEach(async ({ server }) => {
  site = await openGuardedSite(server);
});
test.afterEach(() => site.close());

test('the installed app leads to the portal and back, and what was logged meanwhile is sent once', async ({ browser, server }) => {
  const léa = await signUpPlayer(browser, server, 'Léa', { baseURL: site.origin });
  const { page } = léa;
  const { id } = await createSharedBoard([léa], 'Maison');
  const logs = async () => (await léa.call<OpenedBoard>('GET', `/api/boards/${id}`)).activities.activities.length;
  await openLive(page, `/board/${id}?tab=actions`);
  await worker(page);
  const other = await léa.context.newPage();
  await other.goto('/boards');
  await expect(other.getByRole('link', { name: /MAISON/ })).toBeVisible();
  await page.bringToFront();

  site.guard();
  await page.getByRole('button', { name: breakfast.title }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirms }).click();
  const banner = page.getByRole('status').filter({ hasText: sentence });
  // The toasts come first, and pass.
  const close = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Fermer le message' });
  await expect(async () => {
    if (await close.first().isVisible()) await close.first().click({ timeout: 1000 });
    await expect(banner).toContainText('1 action en attente.', { timeout: 500 });
  }).toPass({ intervals: [50] });
  expect(await violationsOn(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const text of ['100%', '200%']) await expect.poll(() => page.evaluate(faultsAt, text)).toEqual([]);
  // It does not hold the stream, and learns of it all the same.
  await expect(way(other)).toBeVisible();

  // Closed and opened again, as an installed app is: the worker has the page, and the server cannot be asked.
  await page.goto(`/board/${id}?tab=actions`);
  await expect(banner).toContainText('1 action en attente.');
  expect(await logs()).toBe(0);
  await way(page).click();
  await page.getByRole('link', { name: 'Entrer' }).click();
  await expect(page).toHaveURL(`${site.origin}/board/${id}?tab=actions`);
  await expect(page.getByRole('heading', { level: 1, name: 'MAISON' })).toBeVisible();
  await expect.poll(logs).toBe(1);
  await expect(page.getByText(sentence)).toHaveCount(0);
  await expect(other.getByText(sentence)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'MAISON' })).toBeVisible();
  expect(await logs()).toBe(1);
});

test('what is half typed is still there after the way through the portal', async ({ browser, server }) => {
  const { page } = await signUpPlayer(browser, server, 'Léa', { baseURL: site.origin });
  await openLive(page, '/create-board');
  await page.getByLabel('Nom du tableau').fill('Vacances');
  site.guard();
  await way(page).click();
  await page.getByRole('link', { name: 'Entrer' }).click();
  await expect(page).toHaveURL(`${site.origin}/create-board`);
  await expect(page.getByLabel('Nom du tableau')).toHaveValue('VACANCES');
});

test('an app that nobody is signed in to says so at its start, and in answer to a press', async ({ page }) => {
  await page.goto(`${site.origin}/login`);
  await expect(page.locator('link[rel="manifest"]'), 'the manifest is asked for with the cookies of the portal').toHaveAttribute(
    'crossorigin',
    'use-credentials',
  );
  await worker(page);
  site.guard();
  await page.getByLabel('Email ou pseudo').fill('Léa');
  await page.getByLabel('Mot de passe', { exact: true }).fill('orage violet 42');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(way(page)).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.reload();
  await expect(page.getByText(sentence)).toBeVisible();
  await way(page).click();
  await page.getByRole('link', { name: 'Entrer' }).click();
  await expect(page).toHaveURL(`${site.origin}/login`);
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible();
});

/** The server under another address, which a portal can guard. */
interface GuardedSite {
  origin: string;
  /** From now on who has not signed in at the portal is led there. */
  guard(): void;
  close(): Promise<void>;
}

async function openGuardedSite(server: RunningServer): Promise<GuardedSite> {
  let isGuarded = false;
  const target = new URL(server.origin);
  // Another origin, as portals are. Cookies know no ports, so what it sets is sent to the site.
  const portal = await listen(({ url = '' }, response) => {
    const { searchParams } = new URL(url, 'http://portal');
    const back = searchParams.get('back') ?? '';
    if (url.startsWith('/enter')) response.writeHead(302, { 'set-cookie': 'passed=1; Path=/', location: back }).end();
    else response.setHeader('content-type', 'text/html').end(`<a href="/enter?back=${encodeURIComponent(back)}">Entrer</a>`);
  });
  const streams = new Set<() => void>();
  const guarded = await listen((request, response) => {
    const { method, url: path = '', headers } = request;
    if (isGuarded && !/passed=1/.test(headers.cookie ?? '')) {
      const back = encodeURIComponent(`${guarded.origin}${path}`);
      response.writeHead(302, { location: `${portal.origin}/?back=${back}` }).end();
      return;
    }
    const onward = ask({ host: target.hostname, port: target.port, method, path, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    streams.add(() => response.destroy());
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  return {
    origin: guarded.origin,
    guard() {
      isGuarded = true;
      for (const end of streams) end();
    },
    close: async () => {
      await Promise.all([guarded, portal].map(({ close }) => close()));
    },
  };
}

async function listen(listener: RequestListener): Promise<{ origin: string; close: () => Promise<void> }> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
