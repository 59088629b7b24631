/** What moves by itself on a page, as the browser reports it. */
import type { Page } from '@playwright/test';

/** Has the page note its layout shifts from its next load on. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    const shifts: string[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(({ node }) => node?.parentElement?.className ?? node?.nodeName);
        // A font that comes may move words by less than one sees: a title by three pixels, as its stand-in is a little higher.
        if (!hadRecentInput && value >= 0.002) shifts.push(`${value} by ${moved.join(', ')}`);
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, { shifts, observer });
  });
}

export async function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
}

/** Leaves out what the page's fonts have moved, once they are there and drawn. */
export async function forgetFontShifts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const { shifts, observer } = globalThis as unknown as { shifts: string[]; observer: PerformanceObserver };
    observer.takeRecords();
    shifts.splice(0);
  });
}

/** Whether a font of the machine stands in for the page's own at the same width. Where nothing like Arial or Roboto is installed, none does. */
export async function hasStandInFont(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    document.fonts.load("16px 'Figtree Stand-In'").then(
      (faces) => faces.some(({ status }) => status === 'loaded'),
      () => false,
    ),
  );
}
