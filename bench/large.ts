/** Accueil, Tableaux, a board and the others with all that the limits allow: what each call takes, and how much each screen draws. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Client } from 'undici';
import { goals } from '../quality/goals.ts';
import { launchBrowser, openPhone } from './browser.ts';
import { type LargeAccount, plantLargeAccount } from './large-account.ts';
import type { Machine } from './machine.ts';
import { folder, startServer } from './processes.ts';
import { asTime, figureRow, percentile, type Row, runsOfEach } from './report.ts';

const activities = 100_000;
const calls = 100;
/** It has a goal of its own. */
const feed = '/api/activities';
/** Elements of a screen, whatever is on it. */
const mostElements = 3000;
const slowdown = 4;
/** In milliseconds, for each step in the browser. */
const patience = 60_000;

export async function measureLarge({ leeway }: Machine): Promise<Row[]> {
  const dataDir = join(folder, 'large');
  const account = await plantLargeAccount(dataDir, activities);
  const server = await startServer(dataDir);
  const rows = await measureCalls(server.origin, account, leeway);
  rows.push(...(await measureScreens(server.origin, account)));
  await server.stop();
  return rows;
}

async function measureCalls(origin: string, { person, largest }: LargeAccount, leeway: number): Promise<Row[]> {
  const board = `/api/boards/${largest}`;
  const paths = {
    'Accueil: the feed': feed,
    'Accueil: habits': '/api/favourites',
    'Tableaux: 200 boards': '/api/boards',
    'the log dialog: a page of actions': '/api/actions',
    'a board with 100 members and 300 actions': board,
    'its scores of a week': `${board}/scores?period=week`,
    'its next activities': `${board}/activities?before=20000`,
    'Demandes: 200 each way': '/api/requests',
    Succès: '/api/achievements',
    'deleting the account: what goes': '/api/account/deletion',
  };
  const client = new Client(origin);
  const read = async (path: string): Promise<number> => {
    const { statusCode, body } = await client.request({ method: 'GET', path, headers: { cookie: person.cookie, 'accept-encoding': 'br' } });
    const { byteLength } = await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode}`);
    return byteLength;
  };
  const rows: Row[] = [];
  for (const [what, path] of Object.entries(paths)) {
    const bytes = await read(path);
    const medians: number[] = [];
    for (let run = 0; run <= runsOfEach; run++) {
      const times: number[] = [];
      for (let call = 0; call < calls; call++) {
        const start = performance.now();
        await read(path);
        times.push(performance.now() - start);
      }
      // The first warms up.
      if (run > 0) medians.push(percentile(times, 50));
    }
    const most = (path === feed ? goals.P5.feed : goals.P4.opening) * leeway;
    rows.push(figureRow({ id: 'large', what: `${what} (p50), ${bytes} B`, most }, medians, asTime));
  }
  await client.close();
  return rows;
}

/** From the tap that opens a screen until its list is there, with the processor slowed down, and how many elements it then has. */
async function measureScreens(origin: string, { person, largest }: LargeAccount): Promise<Row[]> {
  const browser = await launchBrowser();
  const context = await openPhone(browser, origin, person.cookie);
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  await page.goto('/boards');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const link = (name: string | RegExp) => page.getByRole('navigation').getByRole('link', { name }).first();
  const main = page.getByRole('main');
  // Each with what no other before it has.
  const screens: [what: string, open: () => Promise<unknown>, row: string][] = [
    ['Accueil', () => link('Accueil').tap(), 'ol > li[data-key]'],
    ['Tableaux', () => link('Tableaux').tap(), 'ul > li[data-key]'],
    ['Demandes', () => link(/Demandes/).tap(), 'ol > li[data-key]'],
    ['a board with 300 actions', () => page.goto(`/board/${largest}`), 'ul > li[data-key]'],
    ['scores of 100 members', () => main.getByRole('tab', { name: 'Scores' }).tap(), 'li[data-rank]'],
    ['activities of a board', () => main.getByRole('tab', { name: 'Notifications' }).tap(), 'ol > li[data-key]:not([data-rank])'],
  ];
  const rows: Row[] = [];
  for (const [what, open, row] of screens) {
    const start = performance.now();
    await open();
    await main.locator(row).nth(8).waitFor();
    const time = performance.now() - start;
    rows.push(figureRow({ id: 'large', what: `${what}, processor ${slowdown} × slower` }, [time], asTime));
    rows.push(elementsRow(what, await elementsOf(page)));
  }
  // However far down one reads.
  for (let read = 0; read < 10; read++) {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await page
      .locator(`[aria-posinset="${30 * (read + 2)}"]`)
      .or(main.locator('li[data-key]').nth(59))
      .first()
      .waitFor();
  }
  rows.push(elementsRow('the same, 300 of them read', await elementsOf(page)));
  await browser.close();
  return rows;
}

function elementsOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}

function elementsRow(what: string, count: number): Row {
  return { ...figureRow({ id: 'large', what: `elements: ${what}`, most: mostElements }, [count], String), steady: true };
}
