import { heightOf, lineHeights, linesWithin, type Span, united } from './list-window.ts';

/** How far around the window items are drawn, as a part of its height; and how near to it none may be missing. */
const [far, near] = [1.25, 0.5];

const placeNames = ['aria-posinset', 'aria-setsize'] as const;

interface Drawn {
  keys: readonly string[];
  spans: readonly Span[];
  isOpenEnded: boolean;
}

/** Watches a list that is drawn in part, and says when other items of it are to be drawn. */
export interface Drawing {
  drew(now: Drawn): void;
  stop(): void;
}

export function createDrawing(list: HTMLElement, draw: (spans: Span[]) => void): Drawing {
  const heights = new Map<string, number>();
  const observed = new Map<string, HTMLElement>();
  let grid = gridOf(list);
  let now: Drawn = { keys: [], spans: [], isOpenEnded: false };
  let places = new Map<string, number>();
  let frame = 0;
  let width = 0;
  /** What is read while there is a hole above, and how far below the start of the page it is. */
  let read: { row: HTMLElement; top: number } | null = null;
  const isOnPage = list.closest('[role="dialog"]') === null;

  const frameOfItems = gridElementOf(list);
  const sizes = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      const height = borderBoxSize[0]?.blockSize ?? 0;
      if (target === frameOfItems) remeasure(borderBoxSize[0]?.inlineSize ?? 0);
      // What has just been taken away has none.
      else if (target instanceof HTMLElement && height > 0) heights.set(target.dataset['key'] ?? '', height);
    }
    hold();
    lookSoon();
  });

  /** In another width all is of another height. */
  function remeasure(newWidth: number): void {
    if (width > 0 && newWidth !== width) {
      heights.clear();
      for (const row of observed.values()) {
        sizes.unobserve(row);
        sizes.observe(row);
      }
    }
    width = newWidth;
  }

  /** What comes or grows above moves nothing that is read. Without a hole the browsers that can do see to it themselves. */
  function hold(): void {
    const isDeep = isOnPage && list.firstElementChild instanceof HTMLElement && list.firstElementChild.dataset['hole'] !== undefined;
    if (isDeep && read?.row.isConnected) {
      const moved = topOf(read.row) - read.top;
      if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' });
    }
    frameOfItems.style.setProperty('overflow-anchor', isDeep ? 'none' : '');
    const row = isDeep ? [...observed.values()].find((one) => one.getBoundingClientRect().bottom > 0) : undefined;
    read = row ? { row, top: topOf(row) } : null;
  }

  function lookSoon(): void {
    frame ||= requestAnimationFrame(look);
  }

  function look(): void {
    frame = 0;
    const [first] = observed.values();
    const place = first && places.get(first.dataset['key'] ?? '');
    if (!first?.isConnected || place === undefined) return;
    hold();
    grid = gridOf(list);
    const { columns, gap } = grid;
    const lines = lineHeights(now.keys, heights, columns);
    const above = { from: 0, to: Math.floor(place / columns) };
    const top = first.getBoundingClientRect().top - heightOf(lines, gap, above) - (above.to > 0 ? gap : 0);
    const around = (part: number) => linesWithin(lines, gap, { from: -top - part * innerHeight, to: -top + (1 + part) * innerHeight });
    const itemsOf = ({ from, to }: Span) => ({ from: from * columns, to: Math.min(to * columns, now.keys.length) });

    const needed = itemsOf(around(near));
    if (within(now.spans, now.keys.length).some(({ from, to }) => from <= needed.from && to >= needed.to)) return fit(lines);
    const focused = placeOfFocus();
    const kept = focused === undefined ? [] : [itemsOf({ from: Math.max(0, lineOf(focused) - 1), to: lineOf(focused) + 2 })];
    draw(united([itemsOf(around(far)), ...kept]));
  }

  function fit(lines: readonly number[]): void {
    for (const child of list.children) {
      if (!(child instanceof HTMLElement) || child.dataset['hole'] === undefined) continue;
      const [from = 0, to = 0] = child.dataset['hole'].split(' ').map(Number);
      child.style.height = `${heightOf(lines, grid.gap, { from: lineOf(from), to: Math.ceil(to / grid.columns) })}px`;
    }
  }

  function lineOf(place: number): number {
    return Math.floor(place / grid.columns);
  }

  function placeOfFocus(): number | undefined {
    const row = list.contains(document.activeElement) ? document.activeElement?.closest<HTMLElement>('[data-key]') : null;
    return row ? places.get(row.dataset['key'] ?? '') : undefined;
  }

  document.addEventListener('scroll', lookSoon, { capture: true, passive: true });
  addEventListener('resize', lookSoon);
  sizes.observe(frameOfItems);

  return {
    drew(drawn) {
      now = drawn;
      places = new Map(now.keys.map((key, place) => [key, place]));
      fit(lineHeights(now.keys, heights, grid.columns));
      const gone = new Map(observed);
      observed.clear();
      const isList = list instanceof HTMLOListElement || list instanceof HTMLUListElement;
      for (const child of list.children) {
        if (!(child instanceof HTMLElement)) continue;
        const { key } = child.dataset;
        const place = key === undefined ? undefined : places.get(key);
        if (key === undefined || place === undefined) continue;
        observed.set(key, child);
        if (gone.get(key) === child) gone.delete(key);
        else sizes.observe(child);
        if (!isList) continue;
        const [position, size] = placeNames;
        child.setAttribute(position, String(place + 1));
        child.setAttribute(size, String(now.isOpenEnded ? -1 : now.keys.length));
      }
      for (const row of gone.values()) sizes.unobserve(row);
      hold();
      lookSoon();
    },
    stop() {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      for (const row of observed.values()) for (const name of placeNames) row.removeAttribute(name);
      document.removeEventListener('scroll', lookSoon, { capture: true });
      removeEventListener('resize', lookSoon);
    },
  };
}

/** Below the start of the page: it stays the same while one scrolls. */
function topOf(row: HTMLElement): number {
  return row.getBoundingClientRect().top + scrollY;
}

/** How many items the list has side by side, and how far its lines stand apart. */
function gridOf(list: HTMLElement): { columns: number; gap: number } {
  const style = getComputedStyle(gridElementOf(list));
  return { columns: Math.max(1, style.gridTemplateColumns.split(' ').length), gap: Number.parseFloat(style.rowGap) || 0 };
}

function gridElementOf(list: HTMLElement): HTMLElement {
  return getComputedStyle(list).display === 'contents' ? (list.parentElement ?? list) : list;
}

/** Before it is known how high they are. */
export const drawnAtFirst = 24;

/** Of a list that became shorter its end is drawn, until it is known what is seen. */
export function within(spans: readonly Span[], count: number): Span[] {
  const there = spans.flatMap(({ from, to }) => (from < count ? [{ from, to: Math.min(to, count) }] : []));
  return there.length > 0 ? there : [{ from: Math.max(0, count - drawnAtFirst), to: count }];
}
