import { expect, type Page } from '@playwright/test';

/**
 * Stops the clock of a page, installed before: from here on only `page.clock.runFor` moves it, however slow the machine is. Less ahead
 * than what lets a live stream count as silent, more than any call takes to arrive.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 15_000);
}

/** A dialog takes moments of the clock to close. */
export async function letDialogClose(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
  }).toPass();
}
