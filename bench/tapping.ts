/** P10: from the tap that logs to the frame that shows it, on a phone four times slower than this machine. */
import type { Page } from '@playwright/test';
import { predefinedActions } from '#server/actions/catalogue';
import { measureOnPhone } from './browser.ts';
import { goals } from './goals.ts';
import type { Machine } from './machine.ts';
import { median, type Row, runsOfEach } from './report.ts';

const tapsOfEach = 5;
/** In milliseconds. */
const patience = 20_000;

interface Screen {
  what: string;
  brief: string;
  path: string;
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
    measure: async (page, _, screen, slowDown) => {
      await page.goto(screen.path);
      await slowDown();
      await tap(page, screen);
      const runs: number[] = [];
      for (let run = 0; run < runsOfEach; run++) {
        const times: number[] = [];
        for (let taps = 0; taps < tapsOfEach; taps++) times.push(await tap(page, screen));
        runs.push(median(times));
      }
      return runs;
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
  await page.getByRole('button', { name: 'Fermer le message' }).tap();
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
