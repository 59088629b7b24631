/** P10, frames: scrolling through many actions and many activities, on a phone four times slower than this machine. */
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { goals } from './goals.ts';
import { launchBrowser, openPhone } from './browser.ts';
import { type Machine, meetAgain } from './machine.ts';
import { plantBoards } from './planting.ts';
import { folder, startServer } from './processes.ts';
import { asTime, figureRow, type Row, runsOfEach } from './report.ts';

const activities = 300;
const actions = 60;
const slowdown = 4;
/** In milliseconds, from one refresh of the screen to the next. Every frame takes a whole number of them, whatever the machine is worth. */
const refresh = 1000 / 60;
/** In pixels per second: a flick of the thumb. */
const speed = 3000;
/** In milliseconds, before the first flick: what comes after the first paint has come. */
const lookedAround = 3500;
/** How the button at the foot of a list that goes on begins. */
const more = 'Voir plus';
/** For each step, and for all of a list, in milliseconds. */
const patience = 20_000;
const longestWay = 120_000;

interface List {
  what: string;
  brief: string;
  path: string;
  /** One of what it is made of. */
  item: string;
}

export async function measureScrolling(machine: Machine): Promise<Row[]> {
  const dataDir = join(folder, 'scrolling');
  const { boards, cookie } = await plantBoards(dataDir, [activities]);
  const server = await startServer(dataDir);
  const boardId = boards[0]?.id ?? '';
  await fillUp(server.origin, cookie, boardId);
  const browser = await launchBrowser();
  const context = await openPhone(browser, server.origin, cookie);
  context.setDefaultTimeout(patience);
  const measured: { list: List; runs: number[][] }[] = [];
  for (const list of listsOf(boardId)) {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const runs: number[][] = [];
    for (let run = 0; run < runsOfEach; run++) runs.push(await scrollThrough(page, devtools, list));
    await page.close();
    measured.push({ list, runs });
    await meetAgain(machine);
  }
  await browser.close();
  await server.stop();
  return measured.flatMap(({ list, runs }) => rowsOf(list, runs, goals.P10.frame * machine.leeway));
}

function rowsOf({ what, brief }: List, runs: readonly number[][], most: number): Row[] {
  return [
    figureRow(
      { id: 'P10', what: `${what}, processor ${slowdown} × slower: the longest frame`, brief, most },
      runs.map((times) => Math.max(...times)),
      asTime,
    ),
    figureRow(
      { id: 'frames', what: `of them, for a thousand, longer than that goal` },
      runs.map((times) => (1000 * times.filter((time) => time > most).length) / times.length),
      (count) => count.toFixed(1),
    ),
  ];
}

/** In milliseconds: what the clock tells of a frame is up to a tenth more or less than the refreshes of the screen that it took. */
function inRefreshes(time: number): number {
  return Math.round(Math.max(1, Math.round(time / refresh)) * refresh * 10) / 10;
}

function listsOf(boardId: string): List[] {
  return [
    {
      what: `Tableau, ${actions} actions`,
      brief: `longest frame, ${actions} actions`,
      path: `/board/${boardId}`,
      item: 'main li button',
    },
    {
      what: `Accueil, ${activities} activities, 30 coming at a time`,
      brief: `Accueil, ${activities} activities`,
      path: '/dashboard',
      item: 'main ol > li',
    },
    {
      what: `Notifications, ${activities} activities, 30 coming at a time`,
      brief: `Notifications, ${activities}`,
      path: `/board/${boardId}?tab=notifications`,
      item: 'main ol > li',
    },
  ];
}

/** Down to the last of the list. */
async function scrollThrough(page: Page, devtools: CDPSession, { path, item }: List): Promise<number[]> {
  await page.goto(path);
  await page.locator(item).first().waitFor();
  await page.waitForTimeout(lookedAround);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const watch = await page.evaluateHandle(watchFrames);
  const deadline = performance.now() + longestWay;
  // By its words, not by its role: to work that out for every button takes the page longer than its longest frame.
  const isAtEnd = () =>
    page.evaluate((label) => {
      const isAtFoot = scrollY + innerHeight >= document.documentElement.scrollHeight - 4;
      return isAtFoot && !Array.from(document.querySelectorAll('main button')).some(({ textContent }) => textContent.startsWith(label));
    }, more);
  while (!(await isAtEnd())) {
    if (performance.now() > deadline) throw new Error(`${path}: its end did not come`);
    await flick(devtools, -2400);
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const { times } = await watch.jsonValue();
  await watch.evaluate((watched) => void (watched.isOver = true));
  await watch.dispose();
  return times.map(inRefreshes);
}

async function flick(devtools: CDPSession, yDistance: number): Promise<void> {
  await devtools.send('Input.synthesizeScrollGesture', { x: 195, y: 420, yDistance, speed, gestureSourceType: 'mouse' });
}

/** Runs in the page: how long each frame waits for the one before it. No function in it has a name: tsx would give it by a helper that the page does not have. */
function watchFrames(): { times: number[]; isOver: boolean } {
  const watched: { times: number[]; isOver: boolean } = { times: [], isOver: false };
  let before = performance.now();
  const steps: FrameRequestCallback[] = [];
  steps.push((now) => {
    watched.times.push(now - before);
    before = now;
    if (!watched.isOver) for (const step of steps) requestAnimationFrame(step);
  });
  for (const step of steps) requestAnimationFrame(step);
  return watched;
}

/** The board gets as many actions as are scrolled through. */
async function fillUp(origin: string, cookie: string, boardId: string): Promise<void> {
  const headers = { origin, cookie, 'content-type': 'application/json' };
  const opened = (await (await fetch(`${origin}/api/boards/${boardId}`, { headers })).json()) as { actions: unknown[] };
  const missing = Array.from({ length: actions - opened.actions.length }, (_, index) => ({
    title: `Une action de plus, la ${index + 1}e`,
    points: index % 3 === 0 ? -10 : 15,
  }));
  const reply = await fetch(`${origin}/api/boards/${boardId}/actions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ actions: missing }),
  });
  if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
}
