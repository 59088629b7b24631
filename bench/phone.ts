/** P10 and P14: what somebody waits for on a phone four times slower than this machine, from a tap that logs and from opening the app. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { predefinedActions } from '#server/actions/catalogue';
import { boardLimits } from '#shared/board-limits';
import { chromiumArgs, findBrowser } from '../scripts/browser.mjs';
import { goals } from './goals.ts';
import { type Machine, meetAgain } from './machine.ts';
import { plantBoards, startPlanted, threeBoards } from './planting.ts';
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

interface Screen {
  what: string;
  brief: string;
  path: string;
  /** Everything up to the tap that is measured. */
  prepare: (page: Page) => Promise<void>;
  /** Name of the button that is tapped. */
  button: string | RegExp;
  /** What comes with the tap: such an element with this text in it. */
  selector: string;
  text: string;
}

/** Each screen in a page of its own. */
export async function measureTaps(machine: Machine): Promise<Row[]> {
  const { server, planted } = await startPlanted('phone', undefined, (dataDir) => plantBoards(dataDir, threeBoards));
  const browser = await launchBrowser();
  const context = await signedInPhone(browser, server.origin, planted.cookie);
  const measured: { screen: Screen; runs: number[] }[] = [];
  for (const screen of screensOf(planted.boards[0]?.id ?? '')) {
    const page = await context.newPage();
    await page.goto(screen.path);
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await tap(page, screen);
    const runs: number[] = [];
    while (runs.length < runsOfEach) {
      const times: number[] = [];
      while (times.length < 5) times.push(await tap(page, screen));
      runs.push(median(times));
    }
    measured.push({ screen, runs });
    await page.close();
    await meetAgain(machine);
  }
  await browser.close();
  await server.stop();
  return measured.flatMap(({ screen: { what, brief }, runs }) =>
    rowsOf('P10', runs, [
      {
        what: `${what}, processor ${slowdown} × slower`,
        brief,
        most: goals.P10.tap * machine.leeway,
        of: (time) => time,
        show: asTime,
      },
    ]),
  );
}

/** P14: the installed app is opened with its service worker, by somebody with few boards and with as many as one may have. */
export async function measureAppOpening({ leeway }: Machine): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [boards, most] of [
    [3, goals.P14.few],
    [boardLimits.boardsPerPerson, goals.P14.many],
  ] as const) {
    const counts = Array.from({ length: boards }, () => 30);
    const { server, planted } = await startPlanted('app', undefined, (dataDir) =>
      plantBoards(
        dataDir,
        counts.map((activities) => ({ activities })),
      ),
    );
    const browser = await launchBrowser();
    const context = await signedInPhone(browser, server.origin, planted.cookie);
    await openApp(context);
    const runs: number[] = [];
    while (runs.length < runsOfEach * 2) runs.push(await openApp(context));
    await browser.close();
    await server.stop();
    const what = `the installed app with ${boards} boards, to the first activity of Accueil, processor ${slowdown} × slower`;
    rows.push(...rowsOf('P14', runs, [{ what, brief: `${boards} boards`, most: most * leeway, of: (time) => time, show: asTime }]));
  }
  return rows;
}

/** In milliseconds from the start of the navigation to the frame that shows an activity. The page is closed once all is stored. */
async function openApp(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  const time = await page.evaluate(async (longest) => {
    const end = performance.now() + longest;
    while (!document.querySelector('main ol > [data-key]')) {
      if (performance.now() > end) throw new Error('no activity came');
      await new Promise((frame) => requestAnimationFrame(frame));
    }
    return performance.now();
  }, patience);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(2000);
  await page.close();
  return time;
}

async function signedInPhone(browser: Browser, origin: string, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'fr-FR',
  });
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(cookie) ?? [];
  await context.addCookies([{ name, value, url: origin }]);
  context.setDefaultTimeout(patience);
  return context;
}

function screensOf(boardId: string): Screen[] {
  const { title } = predefinedActions[0] ?? { title: '' };
  return [
    {
      what: "Tableau, from 'Noter' to the toast that says it (p50)",
      brief: 'Tableau',
      path: `/board/${boardId}`,
      prepare: (page) => page.getByRole('main').getByRole('button', { name: title }).first().tap(),
      button: /^(?:Noter|Avouer) [+−]/,
      selector: '[data-toasts] p',
      text: 'Action enregistrée',
    },
    {
      what: "Accueil, from 'Noter' to the activity that waits to be sent (p50)",
      brief: 'Accueil',
      path: '/dashboard',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Noter une action' }).tap();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('radio').first().tap();
        await dialog.getByRole('checkbox').first().check();
      },
      button: 'Noter',
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
