import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Page, type Request } from '@playwright/test';

/** Calls of the API that have no answer yet, by page. The live stream is none. */
const callsUnderWay = new WeakMap<Page, Set<Request>>();

/** Follows the calls of a page that was just made. */
export function followCalls(page: Page): void {
  const underWay = new Set<Request>();
  callsUnderWay.set(page, underWay);
  page.on('request', (request) => {
    if (/\/api\/(?!live$)/.test(request.url())) underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
}

/**
 * Stops the clock of a page, installed before: from here on only `page.clock.runFor` moves it, however slow the machine is. A call without
 * an answer makes the server look out of reach once the clock runs ahead: those are waited for. And the stream counts as silent 45 s after
 * its last word, of which up to 20 have passed: the clock jumps by little, and once more where the machine was slower than that.
 */
export async function stopClock(page: Page): Promise<void> {
  const underWay = callsUnderWay.get(page);
  if (!underWay) throw new Error('the calls of this page are not followed');
  for (let quiet = 0; quiet < 3; ) {
    await pause(50);
    quiet = underWay.size === 0 ? quiet + 1 : 0;
  }
  await expect(() => page.clock.pauseAt(Date.now() + 3000)).toPass();
}

/** A dialog takes moments of the clock to close. */
export async function letDialogClose(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
  }).toPass();
}
