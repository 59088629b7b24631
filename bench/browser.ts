/** The browser of the bench, and somebody's phone in it. */
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { chromiumArgs, findBrowser } from '../scripts/browser.mjs';

/** Fetched if there is none. The caller closes it. */
export async function launchBrowser(moreArguments: readonly string[] = []): Promise<Browser> {
  const executablePath = await (found ??= findBrowser());
  return await chromium.launch({
    args: [...chromiumArgs, ...moreArguments],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}

let found: ReturnType<typeof findBrowser> | undefined;

/** A phone that has this session. */
export async function openPhone(browser: Browser, origin: string, cookie: string): Promise<BrowserContext> {
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
  return context;
}
