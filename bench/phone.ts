/** P10: from the tap that logs to the frame that shows it, and the frames while scrolling, on a phone four times slower than this machine. */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { predefinedActions } from '#server/actions/catalogue';
import { chromiumArgs, findBrowser } from '../scripts/browser.mjs';
import { goals } from './goals.ts';
import { type Machine, meetAgain } from './machine.ts';
import { plantBoards, startPlanted } from './planting.ts';
import { asTime, median, type Row, rowsOf, runsOfEach } from './report.ts';

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

interface Phone {
  page: Page;
  devtools: CDPSession;
  /** Makes the processor so many times slower. */
  slowDown: (rate?: number) => Promise<unknown>;
}

interface Shown {
  what: string;
  brief: string;
  path: string;
}

interface OnPhone<One> {
  /** Activities on the boards of the person whose phone it is, and actions; the first board is given to `each`. */
  sizes: readonly number[];
  actions?: number;
  each: (boardId: string) => readonly One[];
  /** In milliseconds: what each may take. */
  most: number;
  /** Before the first run. */
  begin?: (phone: Phone, one: One) => Promise<unknown>;
  run: (phone: Phone, one: One) => Promise<number>;
}

/** Each in a page of its own. */
async function measureOnPhone<One extends Shown>(
  machine: Machine,
  { sizes, actions, each, most, begin, run }: OnPhone<One>,
): Promise<Row[]> {
  const { server, planted } = await startPlanted(`phone-${sizes.length}`, undefined, (dataDir) => plantBoards(dataDir, sizes, actions));
  const browser = await launchBrowser();
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'fr-FR',
  });
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(planted.cookie) ?? [];
  await context.addCookies([{ name, value, url: server.origin }]);
  context.setDefaultTimeout(patience);
  const measured: { one: One; runs: number[] }[] = [];
  for (const one of each(planted.boards[0]?.id ?? '')) {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const phone = { page, devtools, slowDown: (rate = slowdown) => devtools.send('Emulation.setCPUThrottlingRate', { rate }) };
    await begin?.(phone, one);
    const runs: number[] = [];
    while (runs.length < runsOfEach) runs.push(await run(phone, one));
    measured.push({ one, runs });
    await page.close();
    await meetAgain(machine);
  }
  await browser.close();
  await server.stop();
  return measured.flatMap(({ one: { what, brief }, runs }) =>
    rowsOf('P10', runs, [
      { what: `${what}, processor ${slowdown} × slower`, brief, most: most * machine.leeway, of: (time) => time, show: asTime },
    ]),
  );
}

// Taps

interface Screen extends Shown {
  /** Everything up to the tap that is measured. */
  prepare: (page: Page) => Promise<void>;
  /** Name of the button that is tapped. */
  button: string;
  /** What comes with the tap: such an element with this text in it. */
  selector: string;
  text: string;
}

export async function measureTaps(machine: Machine): Promise<Row[]> {
  return await measureOnPhone(machine, {
    sizes: [300, 300, 300],
    each: screensOf,
    most: goals.P10.tap,
    begin: async ({ page, slowDown }, screen) => {
      await page.goto(screen.path);
      await slowDown();
      await tap(page, screen);
    },
    run: async ({ page }, screen) => {
      const times: number[] = [];
      while (times.length < 5) times.push(await tap(page, screen));
      return median(times);
    },
  });
}

function screensOf(boardId: string): Screen[] {
  const { title } = predefinedActions[0] ?? { title: '' };
  return [
    {
      what: "Tableau, from 'Confirmer' to the toast that says it (p50)",
      brief: 'Tableau',
      path: `/board/${boardId}`,
      prepare: (page) => page.getByRole('main').getByRole('button', { name: title }).first().tap(),
      button: 'Confirmer',
      selector: '[data-toasts] p',
      text: 'Action enregistrée',
    },
    {
      what: "Accueil, from 'Ajouter' to the activity that waits to be sent (p50)",
      brief: 'Accueil',
      path: '/dashboard',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Noter une action' }).tap();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('radio').first().tap();
        await dialog.getByRole('checkbox').first().check();
      },
      button: 'Ajouter',
      selector: 'main li',
      text: "En attente d'envoi",
    },
  ];
}

/** In milliseconds; the screen is as before afterwards. */
async function tap(page: Page, { prepare, button, selector, text }: Screen): Promise<number> {
  await prepare(page);
  const dialog = page.getByRole('dialog');
  const pressed = dialog.getByRole('button', { name: button, exact: true });
  // Once what moves has come to rest, as a thumb finds it.
  await pressed.tap({ trial: true });
  const watch = await page.evaluateHandle(watchFor, { selector, text, patience });
  // A thumb takes longer from one thing to the next than the browser does with what the last tap left to do.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  // It is known to lie bare: asked again, listeners in the page look what lies under the finger at each of its events.
  await pressed.tap({ force: true });
  const time = await watch.evaluate(({ shown }) => shown);
  await watch.dispose();
  await dialog.waitFor({ state: 'hidden' });
  const close = page.getByRole('button', { name: 'Fermer le message' });
  await close.tap();
  // A toast that still stands there would take the next message in.
  await close.waitFor({ state: 'detached' });
  await page.getByText("En attente d'envoi").waitFor({ state: 'detached' });
  return time;
}

interface Watched extends Pick<Screen, 'selector' | 'text'> {
  patience: number;
}

/**
 * Runs in the page. From when the browser had the finger go down to the end of the first frame in which the element stands there: the
 * observer is called when it has come into the document, the frame is the next one, and a task that is posted in it runs once it is drawn.
 */
function watchFor({ selector, text, patience: longest }: Watched): { shown: Promise<number> } {
  const before = new Set(document.querySelectorAll(selector));
  let down = 0;
  addEventListener('pointerdown', ({ timeStamp }) => (down = timeStamp), { capture: true, once: true });
  const shown = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error(`no ${selector} came with '${text}'`)), longest);
    const drawn = new MessageChannel();
    drawn.port1.addEventListener('message', () => resolve(performance.now() - down));
    drawn.port1.start();
    const observer = new MutationObserver(() => {
      // Without a name: tsx would give it to the function by a helper that the page does not have.
      if (![...document.querySelectorAll(selector)].some((one) => !before.has(one) && one.textContent.includes(text))) return;
      observer.disconnect();
      requestAnimationFrame(() => drawn.port2.postMessage(null));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return { shown };
}

// Scrolling

const activities = 300;
const actions = 60;
/** In milliseconds, from one refresh of the screen to the next. Every frame takes a whole number of them, whatever the machine is worth. */
const refresh = 1000 / 60;

interface List extends Shown {
  /** One of what it is made of. */
  item: string;
}

export async function measureScrolling(machine: Machine): Promise<Row[]> {
  const comingAtATime = `${activities} activities, 30 coming at a time`;
  const each = (boardId: string): List[] => [
    {
      what: `longest frame: Tableau, ${actions} actions`,
      brief: `longest frame, ${actions} actions`,
      path: `/board/${boardId}`,
      item: 'main li button',
    },
    {
      what: `longest frame: Accueil, ${comingAtATime}`,
      brief: `Accueil, ${activities} activities`,
      path: '/dashboard',
      item: 'main ol > li',
    },
    {
      what: `longest frame: Notifications, ${comingAtATime}`,
      brief: `Notifications, ${activities}`,
      path: `/board/${boardId}?tab=notifications`,
      item: 'main ol > li',
    },
  ];
  return await measureOnPhone(machine, { sizes: [activities], actions, each, most: goals.P10.frame, run: longestFrame });
}

/** In milliseconds, down to the last of the list. */
async function longestFrame({ page, devtools, slowDown }: Phone, { path, item }: List): Promise<number> {
  await page.goto(path);
  await page.locator(item).first().waitFor();
  // What comes after the first paint has come before the first flick.
  await page.waitForTimeout(3500);
  await slowDown();
  const watch = await page.evaluateHandle(watchFrames);
  // It is found by its words, not by its role: working out roles takes the page longer than its longest frame.
  const isAtEnd = () =>
    page.evaluate(() => {
      const isAtFoot = scrollY + innerHeight >= document.documentElement.scrollHeight - 4;
      return (
        isAtFoot && !Array.from(document.querySelectorAll('main button')).some(({ textContent }) => textContent.startsWith('Voir plus'))
      );
    });
  for (const deadline = performance.now() + 120_000; !(await isAtEnd()); ) {
    if (performance.now() > deadline) throw new Error(`${path}: its end did not come`);
    // A flick of the thumb.
    await devtools.send('Input.synthesizeScrollGesture', { x: 195, y: 420, yDistance: -2400, speed: 3000, gestureSourceType: 'mouse' });
  }
  await slowDown(1);
  const { times } = await watch.jsonValue();
  await watch.evaluate((watched) => void (watched.isOver = true));
  await watch.dispose();
  // What the clock tells of a frame is up to a tenth more or less than the refreshes of the screen that it took.
  return Math.round(Math.max(1, Math.round(Math.max(...times) / refresh)) * refresh * 10) / 10;
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
