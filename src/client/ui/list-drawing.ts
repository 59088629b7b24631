import { heightOf, includes, lineHeights, linesWithin, nextOnWay, type Span } from './list-window.ts';

/** How far around the window items are drawn, as a part of its height; and how near to it none may be missing. */
const [far, near] = [1.25, 0.75];
/** So many items come in a frame, beside those that are seen; as many go as come, and so many more. */
export const fewItems = 2;
/** Up to so many are all drawn, as if this were not there. */
export const wholeUpTo = 60;

export interface Item {
  id: string;
}

/** What was last to be drawn, of the list as it was then: whatever comes or goes since, these are drawn wherever they are. */
export interface Wanted {
  items: readonly Item[];
  spans: readonly Span[];
  columns: number;
}

/** In milliseconds: so long after the last scrolling a page that was let go has come to rest. */
const stillAfter = 150;

const touchNames = ['touchstart', 'touchend', 'touchcancel'] as const;
const placeNames = ['aria-posinset', 'aria-setsize'] as const;

interface Drawn {
  items: readonly Item[];
  spans: readonly Span[];
  /** Of them, what has the focus. */
  kept: readonly Span[];
  isOpenEnded: boolean;
}

/** Watches a list that is drawn in part, and says when other items of it are to be drawn. */
export interface Drawing {
  drew(now: Drawn): void;
  stop(): void;
}

export function createDrawing(list: HTMLElement, draw: (wanted: Wanted) => void): Drawing {
  const heights = new Map<string, number>();
  const observed = new Map<string, HTMLElement>();
  let grid = gridOf(list);
  let now: Drawn = { items: [], spans: [], kept: [], isOpenEnded: false };
  let keys: readonly string[] = [];
  let places = new Map<string, number>();
  let frame = 0;
  /** The lines that are being drawn, a few in each frame. */
  let goal: { items: readonly Item[]; lines: Span } | null = null;
  /** draw() was called and React has not committed yet. */
  let isCommitPending = false;
  let width = 0;
  /** The anchor row, below the top of the list, and its distance from the top of the page. */
  let read: { row: HTMLElement; top: number } | null = null;
  /** The part of a pixel that is still to be scrolled: windows scroll by whole pixels, and the rests add up. */
  let owed = 0;
  let isInHand = false;
  let gliding: ReturnType<typeof setTimeout> | undefined;
  /** Pixels taken from the spacer above the anchor row while a finger is on the page. */
  let spacerDebt = 0;
  const isOnPage = list.closest('[role="dialog"]') === null;

  const frameOfItems = gridElementOf(list);
  const sizes = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      const height = borderBoxSize[0]?.blockSize ?? 0;
      if (target === document.body) continue;
      if (target === frameOfItems) remeasure(borderBoxSize[0]?.inlineSize ?? 0);
      else if (target instanceof HTMLElement) measured(target, height);
    }
    hold();
    lookSoon();
  });

  function measured(row: HTMLElement, height: number): void {
    // A row that was just removed has no height.
    if (height > 0) heights.set(row.dataset['key'] ?? '', height);
  }

  /** Row heights depend on the width: measures again. */
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

  /**
   * What comes or grows above moves nothing that is read, in every browser. Where there is a hole above, their own anchoring does not hold; and
   * one that takes turns with ours, as holes come and go, would lose what the other had still to make up for.
   */
  function hold(): void {
    if (!isOnPage) return;
    if (read?.row.isConnected) {
      const moved = topOf(read.row) - read.top + owed;
      const before = scrollY;
      const isSpared = Math.abs(moved) >= 1 && spare(moved, read.row);
      if (Math.abs(moved) >= 1 && !isSpared) scrollBy({ top: moved, behavior: 'instant' });
      owed = isSpared ? 0 : (moved - (scrollY - before)) % 1;
    }
    const row = [...observed.values()].find((one) => one.getBoundingClientRect().bottom > 0);
    // At the top of the list, new rows may push the content down.
    const isAtStart = row && places.get(row.dataset['key'] ?? '') === 0 && row.getBoundingClientRect().top >= 0;
    read = row && !isAtStart ? { row, top: topOf(row) } : null;
    frameOfItems.style.setProperty('overflow-anchor', read ? 'none' : '');
  }

  /** A page that is moved by hand takes no other position in Safari on a phone: it stops, or jumps. Meanwhile the hole above makes up for it. */
  function spare(height: number, row: HTMLElement): boolean {
    const hole = isInHand ? holeAbove(row) : null;
    if (!hole || hole.offsetHeight < height) return false;
    hole.style.height = `${hole.getBoundingClientRect().height - height}px`;
    spacerDebt += height;
    return true;
  }

  function holeAbove(row: Element): HTMLElement | null {
    for (let above = row.previousElementSibling; above; above = above.previousElementSibling) {
      if (holeOf(above) && above instanceof HTMLElement) return above;
    }
    return null;
  }

  function touched({ touches }: TouchEvent): void {
    isInHand = true;
    clearTimeout(gliding);
    gliding = touches.length === 0 ? setTimeout(rest, stillAfter) : undefined;
  }

  function scrolled(): void {
    // It glides on: nothing tells when that ends but that no more is heard.
    if (gliding !== undefined) {
      clearTimeout(gliding);
      gliding = setTimeout(rest, stillAfter);
    }
    lookSoon();
  }

  function rest(): void {
    isInHand = false;
    gliding = undefined;
    if (spacerDebt === 0) return;
    spacerDebt = 0;
    fit(lineHeights(keys, heights, grid.columns));
    hold();
    lookSoon();
  }

  function lookSoon(): void {
    frame ||= requestAnimationFrame(look);
  }

  function look(): void {
    frame = 0;
    const [first] = observed.values();
    const place = first && places.get(first.dataset['key'] ?? '');
    if (!first?.isConnected || place === undefined || isCommitPending) return;
    hold();
    grid = gridOf(list);
    const { columns, gap } = grid;
    const lines = lineHeights(keys, heights, columns);
    const above = { from: 0, to: Math.floor(place / columns) };
    const top = first.getBoundingClientRect().top - heightOf(lines, gap, above) - (above.to > 0 ? gap : 0);
    const around = (part: number) => linesWithin(lines, gap, { from: -top - part * innerHeight, to: -top + (1 + part) * innerHeight });
    // All of a short list, in steps too.
    const reach = keys.length > wholeUpTo ? 1 : Number.POSITIVE_INFINITY;

    const needed = around(near * reach);
    const drawn = now.spans.map(wholeLines);
    if (goal?.items !== now.items || !includes(goal.lines, needed)) goal = null;
    if (!goal && drawn.some((span) => includes(span, needed))) return fit(lines);
    goal ??= { items: now.items, lines: around(far * reach) };
    const next = nextOnWay(drawn, goal.lines, around(0), now.kept.map(wholeLines), Math.ceil(fewItems / columns));
    if (JSON.stringify(next) === JSON.stringify(drawn)) {
      goal = null;
      return fit(lines);
    }
    isCommitPending = true;
    const spans = next.map(({ from, to }) => ({ from: from * columns, to: Math.min(to * columns, keys.length) }));
    draw({ items: now.items, spans, columns });
  }

  /** Those of which nothing is missing. */
  function wholeLines({ from, to }: Span): Span {
    const { columns } = grid;
    return { from: Math.ceil(from / columns), to: to === keys.length ? Math.ceil(to / columns) : Math.floor(to / columns) };
  }

  function fit(lines: readonly number[]): void {
    for (const child of list.children) {
      const hole = holeOf(child);
      if (!hole || !(child instanceof HTMLElement)) continue;
      const [from, to] = hole;
      child.style.height = `${heightOf(lines, grid.gap, { from: lineOf(from), to: Math.ceil(to / grid.columns) })}px`;
    }
    const hole = spacerDebt !== 0 && read ? holeAbove(read.row) : null;
    if (hole) hole.style.height = `${Math.max(0, Number.parseFloat(hole.style.height) - spacerDebt)}px`;
    else spacerDebt = 0;
  }

  /** Whatever is drawn of the list, what stands before and after its items too. */
  function number(): void {
    if (list instanceof HTMLDivElement) return;
    const [position, size] = placeNames;
    const numbered: Element[] = [];
    let place = 0;
    for (const child of list.children) {
      const [from = 0, to = 1] = holeOf(child) ?? [];
      place += to - from;
      if (holeOf(child)) continue;
      say(child, position, `${place}`);
      numbered.push(child);
    }
    for (const child of numbered) say(child, size, now.isOpenEnded ? '-1' : `${place}`);
  }

  function lineOf(place: number): number {
    return Math.floor(place / grid.columns);
  }

  document.addEventListener('scroll', scrolled, { capture: true, passive: true });
  for (const name of touchNames) document.addEventListener(name, touched, { capture: true, passive: true });
  addEventListener('resize', lookSoon);
  sizes.observe(frameOfItems);
  // As high as all that is above, too.
  sizes.observe(document.body);

  return {
    drew(drawn) {
      now = drawn;
      isCommitPending = false;
      keys = keysOf(now.items);
      const had = places;
      places = new Map(keys.map((key, place) => [key, place]));
      const isFirst = observed.size === 0;
      if (!isFirst) fit(lineHeights(keys, heights, grid.columns));
      const gone = new Map(observed);
      const come: HTMLElement[] = [];
      observed.clear();
      for (const child of list.children) {
        if (!(child instanceof HTMLElement)) continue;
        const { key } = child.dataset;
        if (key === undefined || !places.has(key)) continue;
        observed.set(key, child);
        if (gone.get(key) === child) gone.delete(key);
        else {
          sizes.observe(child);
          come.push(child);
          if (had.has(key)) child.setAttribute('data-scrolled-in', '');
        }
      }
      for (const row of gone.values()) sizes.unobserve(row);
      if (!isFirst) number();
      // Watching them tells only after the next frame has been worked out.
      for (const row of come) measured(row, row.getBoundingClientRect().height);
      hold();
      // Asked before anything is written: the browser lays out once, not twice.
      if (isFirst) {
        fit(lineHeights(keys, heights, grid.columns));
        number();
      }
      lookSoon();
    },
    stop() {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      for (const child of list.children) for (const name of placeNames) child.removeAttribute(name);
      frameOfItems.style.removeProperty('overflow-anchor');
      clearTimeout(gliding);
      document.removeEventListener('scroll', scrolled, { capture: true });
      for (const name of touchNames) document.removeEventListener(name, touched, { capture: true });
      removeEventListener('resize', lookSoon);
    },
  };
}

/** From which item to which one that is left out it stands for. */
function holeOf(child: Element): [from: number, to: number] | null {
  const [from, to] = child.getAttribute('data-hole')?.split(' ').map(Number) ?? [];
  return from === undefined || to === undefined ? null : [from, to];
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

/** Saying what is said already costs the browser as much as what is new. */
function say(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function gridElementOf(list: HTMLElement): HTMLElement {
  return getComputedStyle(list).display === 'contents' ? (list.parentElement ?? list) : list;
}

export function keysOf(items: readonly Item[]): string[] {
  return items.map(({ id }) => id);
}
