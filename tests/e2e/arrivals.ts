import type { Page } from '@playwright/test';

/** What the page says of arrivals from now on, also what is over before anybody looks. */
export async function noteArrivals(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const arrivals: string[] = [];
    Object.assign(globalThis, { arrivals });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) {
          if (!(node instanceof HTMLElement) || !/(?:est|sont) là\./.test(node.innerText)) continue;
          arrivals.push([...node.querySelectorAll('p')].map(({ innerText }) => innerText).join(' '));
        }
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () =>
    page.evaluate(() =>
      (globalThis as unknown as { arrivals: string[] }).arrivals.map((words) => words.replaceAll(/[\u00A0\u202F]/g, ' ')),
    );
}
