/** Firefox as it is installed, over WebDriver BiDi: one browser, with a container and a window for each person. */
import { type ElementHandle, launch, type Page } from 'puppeteer-core';
import { find, type Wanted } from './finder.ts';
import { firefoxPushes, openSystem, patient, systemAccess } from './firefox-pushes.ts';
import { phone } from './phone.ts';
import type { Engine, EngineWindow, Pushes } from './window.ts';

const longestCallMs = 30_000;

export async function launchFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    args: [systemAccess],
    extraPrefsFirefox: patient,
    timeout: 60_000,
    protocolTimeout: longestCallMs,
  });
  const system = await openSystem(browser);
  return {
    name: await browser.version(),
    async openWindow() {
      const context = await browser.createBrowserContext();
      // A tab behind another one counts as hidden, and hidden pages keep still.
      const page = await context.newPage({ type: 'window' });
      await page.setViewport(phone);
      return firefoxWindow(page, await firefoxPushes(page, system), () => context.close());
    },
    end: () => browser.close(),
  };
}

function firefoxWindow(page: Page, pushes: Pushes, close: () => Promise<void>): EngineWindow {
  const faults: string[] = [];
  page.on('pageerror', (error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    // What Firefox says, as if the page had, of each file that was on its way when the page was left.
    if (!text.includes('A ServiceWorker intercepted the request and encountered an unexpected error')) faults.push(`uncaught: ${text}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console.error: ${message.text()}`);
  });
  const locate = async (wanted: Wanted) => (await page.evaluateHandle(find, wanted)).asElement() as ElementHandle | null;
  // The stream never ends: nothing may wait for the network to be at rest.
  const loaded = { waitUntil: 'load', timeout: longestCallMs } as const;
  return {
    open: async (url) => void (await page.goto(url, loaded)),
    reload: async () => void (await page.reload(loaded)),
    back: async () => void (await page.goBack(loaded)),
    run: (script, ...args) => page.evaluate(script as never, ...(args as unknown as never[])),
    has: async (wanted) => (await locate(wanted)) !== null,
    async press(wanted) {
      const element = await locate({ ...wanted, pressable: true });
      await element?.click();
      return element !== null;
    },
    type: (_wanted, text) => page.keyboard.type(text),
    setCookie: (name, value, url) =>
      page.browserContext().setCookie({ name, value, domain: new URL(url).hostname, path: '/', httpOnly: true, sameSite: 'Lax' }),
    pushes,
    faults: async () => faults,
    close,
  };
}
