/** What moves by itself on a page, as the browser reports it. */
import type { Page } from '@playwright/test';

/** Has the page note its layout shifts from its next load on: when, how much, and which elements from where to where. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Source {
      node: Node | null;
      previousRect: DOMRectReadOnly;
      currentRect: DOMRectReadOnly;
    }
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: Source[];
    }
    const roomOf = (rect: DOMRectReadOnly) => rect.width * rect.height;
    const wayOf = ({ previousRect: from, currentRect: to }: Source) => {
      // What leaves the window has no place afterwards: it moved as far as it was seen, at least.
      const seen = [from, to].find((rect) => roomOf(rect) > 0);
      if (seen && (roomOf(from) === 0 || roomOf(to) === 0)) return Math.min(seen.width, seen.height);
      return Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
    };
    const valueOf = (sources: Source[]) => {
      const room = sources.reduce((sum, { previousRect, currentRect }) => sum + Math.max(roomOf(previousRect), roomOf(currentRect)), 0);
      return ((room / (innerWidth * innerHeight)) * Math.max(...sources.map(wayOf))) / Math.max(innerWidth, innerHeight);
    };
    // The browser multiplies all the room by the longest way: a title that its font moves by a few pixels, and a score that grows in the same
    // frame, would be one large shift.
    const judged = ({ value, sources }: LayoutShift) => {
      const groups = [sources.filter((source) => wayOf(source) <= 5), sources.filter((source) => wayOf(source) > 5)];
      return groups.every(({ length }) => length > 0) ? Math.max(...groups.map(valueOf)) : value;
    };
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
    const described = ({ node, previousRect, currentRect }: Source) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const words = node?.textContent?.trim().slice(0, 30) ?? '';
      return `${element?.localName}.${element?.getAttribute('class')} « ${words} » ${placeOf(previousRect)} → ${placeOf(currentRect)}`;
    };
    const shifts: string[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as LayoutShift[]) {
        const { startTime, value, hadRecentInput, sources } = shift;
        // A font that comes may move words by less than one sees: a title by three pixels, as its stand-in is a little higher.
        if (!hadRecentInput && judged(shift) >= 0.002)
          shifts.push(`${value} at ${Math.round(startTime)} ms by ${sources.map(described).join('; ')}`);
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
