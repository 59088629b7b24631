/** P10, frames: scrolling through many actions and many activities, on a phone four times slower than this machine. */
import type { CDPSession, Page } from '@playwright/test';
import { measureOnPhone } from './browser.ts';
import { goals } from './goals.ts';
import type { Machine } from './machine.ts';
import { type Row, runsOfEach } from './report.ts';

const activities = 300;
const actions = 60;
/** In milliseconds, from one refresh of the screen to the next. Every frame takes a whole number of them, whatever the machine is worth. */
const refresh = 1000 / 60;
/** In pixels per second: a flick of the thumb. */
const speed = 3000;
/** In milliseconds, before the first flick: what comes after the first paint has come. */
const lookedAround = 3500;
/** How the button at the foot of a list that goes on begins. */
const more = 'Voir plus';
/** For all of a list, in milliseconds. */
const longestWay = 120_000;

interface List {
  what: string;
  brief: string;
  path: string;
  /** One of what it is made of. */
  item: string;
}

export async function measureScrolling(machine: Machine): Promise<Row[]> {
  return await measureOnPhone(machine, {
    sizes: [activities],
    actions,
    each: listsOf,
    most: goals.P10.frame,
    measure: async (page, devtools, list, slowDown) => {
      const runs: number[] = [];
      for (let run = 0; run < runsOfEach; run++) runs.push(Math.max(...(await scrollThrough(page, devtools, list, slowDown))));
      return runs;
    },
  });
}

/** In milliseconds: what the clock tells of a frame is up to a tenth more or less than the refreshes of the screen that it took. */
function inRefreshes(time: number): number {
  return Math.round(Math.max(1, Math.round(time / refresh)) * refresh * 10) / 10;
}

function listsOf(boardId: string): List[] {
  return [
    {
      what: `longest frame: Tableau, ${actions} actions`,
      brief: `longest frame, ${actions} actions`,
      path: `/board/${boardId}`,
      item: 'main li button',
    },
    {
      what: `longest frame: Accueil, ${activities} activities, 30 coming at a time`,
      brief: `Accueil, ${activities} activities`,
      path: '/dashboard',
      item: 'main ol > li',
    },
    {
      what: `longest frame: Notifications, ${activities} activities, 30 coming at a time`,
      brief: `Notifications, ${activities}`,
      path: `/board/${boardId}?tab=notifications`,
      item: 'main ol > li',
    },
  ];
}

/** Down to the last of the list. */
async function scrollThrough(
  page: Page,
  devtools: CDPSession,
  { path, item }: List,
  slowDown: (rate?: number) => Promise<unknown>,
): Promise<number[]> {
  await page.goto(path);
  await page.locator(item).first().waitFor();
  await page.waitForTimeout(lookedAround);
  await slowDown();
  const watch = await page.evaluateHandle(watchFrames);
  const deadline = performance.now() + longestWay;
  // It is found by its words, not by its role: working out roles takes the page longer than its longest frame.
  const isAtEnd = () =>
    page.evaluate((label) => {
      const isAtFoot = scrollY + innerHeight >= document.documentElement.scrollHeight - 4;
      return isAtFoot && !Array.from(document.querySelectorAll('main button')).some(({ textContent }) => textContent.startsWith(label));
    }, more);
  while (!(await isAtEnd())) {
    if (performance.now() > deadline) throw new Error(`${path}: its end did not come`);
    await flick(devtools, -2400);
  }
  await slowDown(1);
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
