import type { Page } from '@playwright/test';

/** Files or replies that a page waits for: `hold` returns what lets them come. */
export async function holdable(page: Page, addresses: RegExp): Promise<{ hold(): () => void }> {
  let held = Promise.resolve();
  await page.route(addresses, async (route) => {
    await held;
    await route.continue();
  });
  return {
    hold() {
      let release: () => void = () => undefined;
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
}
