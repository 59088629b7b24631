/** The browser of the bench, and a phone in it that is four times slower than this machine. */
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumArgs, findBrowser } from '../scripts/browser.mjs';
import { type Machine, meetAgain } from './machine.ts';
import { plantBoards } from './planting.ts';
import { folder, startServer } from './processes.ts';
import { asTime, figureRow, type Row } from './report.ts';

const slowdown = 4;
/** For each step, in milliseconds. */
const patience = 20_000;

/** Fetched if there is none. The caller closes it. */
export async function launchBrowser(moreArguments: readonly string[] = []): Promise<Browser> {
  const executablePath = await (found ??= findBrowser());
  return await chromium.launch({
    args: [...chromiumArgs, ...moreArguments],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}

let found: ReturnType<typeof findBrowser> | undefined;

interface OnPhone<One> {
  /** Activities on the boards of the person whose phone it is, and actions; the first board is given to `each`. */
  sizes: readonly number[];
  actions?: number;
  each: (boardId: string) => readonly One[];
  /** In milliseconds: what each may take. */
  most: number;
  /** Returns the figure of each run. `slowDown` makes the processor slower by so many times. */
  measure: (page: Page, devtools: CDPSession, one: One, slowDown: (rate?: number) => Promise<unknown>) => Promise<number[]>;
}

/** P10: each in a page of its own. */
export async function measureOnPhone<One extends { what: string; brief: string }>(
  machine: Machine,
  { sizes, actions, each, most, measure }: OnPhone<One>,
): Promise<Row[]> {
  const dataDir = join(folder, `phone-${sizes.length}`);
  const { boards, cookie } = await plantBoards(dataDir, sizes, actions);
  const server = await startServer(dataDir);
  const browser = await launchBrowser();
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'fr-FR',
  });
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(cookie) ?? [];
  await context.addCookies([{ name, value, url: server.origin }]);
  context.setDefaultTimeout(patience);
  const measured: { one: One; runs: number[] }[] = [];
  for (const one of each(boards[0]?.id ?? '')) {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const slowDown = (rate = slowdown) => devtools.send('Emulation.setCPUThrottlingRate', { rate });
    measured.push({ one, runs: await measure(page, devtools, one, slowDown) });
    await page.close();
    await meetAgain(machine);
  }
  await browser.close();
  await server.stop();
  return measured.map(({ one: { what, brief }, runs }) =>
    figureRow({ id: 'P10', what: `${what}, processor ${slowdown} × slower`, brief, most: most * machine.leeway }, runs, asTime),
  );
}
