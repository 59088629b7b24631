import { heightOf, includes, lineHeights, linesWithin, nextOnWay, type Span } from './list-window.ts';

/** In heights of the window: items are drawn up to `far` above and below it, and none may be missing within `near`. */
const [far, near] = [1.25, 0.75];
/** Items added in a frame beside the visible ones. As many are removed as were added, and this number more. */
export const fewItems = 2;
/** A list of at most this length is drawn whole. */
export const wholeUpTo = 60;

export interface Item {
  id: string;
}

/** The spans to draw, with the list for which they were computed: when the list changes, they follow their items. */
export interface Wanted {
  items: readonly Item[];
  spans: readonly Span[];
  columns: number;
}

/** A page that was let go is at rest this long after the last scroll event, in milliseconds. */
const stillAfter = 150;

const touchNames = ['touchstart', 'touchend', 'touchcancel'] as const;
const positionAttributes = ['aria-posinset', 'aria-setsize'] as const;

interface Drawn {
  items: readonly Item[];
  spans: readonly Span[];
  /** The spans that are drawn because an item in them has the focus. */
  pinned: readonly Span[];
  isOpenEnded: boolean;
}

/** Watches a list that is drawn in part, and tells which items to draw next. */
export interface Drawing {
  drew(now: Drawn): void;
  stop(): void;
}

export function createDrawing(list: HTMLElement, draw: (wanted: Wanted) => void): Drawing {
  const heights = new Map<string, number>();
  const observed = new Map<string, HTMLElement>();
  let grid = gridOf(list);
  let now: Drawn = { items: [], spans: [], pinned: [], isOpenEnded: false };
  let keys: readonly string[] = [];
  let indexes = new Map<string, number>();
  let frame = 0;
  /** The lines to reach, a few in each frame. */
  let goal: { items: readonly Item[]; lines: Span } | null = null;
  /** draw() was called and React has not committed yet. */
  let isCommitPending = false;
  let width = 0;
  /** The first visible row and its distance from the top of the page. Null at the top of the list. */
  let anchor: { row: HTMLElement; top: number } | null = null;
  /** The fraction of a pixel that is still to be scrolled: windows scroll by whole pixels, and the fractions add up. */
  let unscrolled = 0;
  let isTouched = false;
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
   * Keeps the anchor row where it is when rows above it are added or grow, in every browser. Scroll anchoring of the browser fails next to a
   * spacer, and switching between it and ours would lose the fractions of a pixel that either still has to scroll.
   */
  function hold(): void {
    if (!isOnPage) return;
    if (anchor?.row.isConnected) {
      const moved = topOf(anchor.row) - anchor.top + unscrolled;
      const before = scrollY;
      const isTaken = Math.abs(moved) >= 1 && takeFromSpacer(moved, anchor.row);
      if (Math.abs(moved) >= 1 && !isTaken) scrollBy({ top: moved, behavior: 'instant' });
      unscrolled = isTaken ? 0 : (moved - (scrollY - before)) % 1;
    }
    const row = [...observed.values()].find((one) => one.getBoundingClientRect().bottom > 0);
    // At the top of the list, new rows may push the content down.
    const isAtStart = row && indexes.get(row.dataset['key'] ?? '') === 0 && row.getBoundingClientRect().top >= 0;
    anchor = row && !isAtStart ? { row, top: topOf(row) } : null;
    frameOfItems.style.setProperty('overflow-anchor', anchor ? 'none' : '');
  }

  /** Safari on a phone stops or jumps when a script scrolls a touched page. Until it rests, the spacer above changes its height instead. */
  function takeFromSpacer(height: number, row: HTMLElement): boolean {
    const spacer = isTouched ? spacerAbove(row) : null;
    if (!spacer || spacer.offsetHeight < height) return false;
    spacer.style.height = `${spacer.getBoundingClientRect().height - height}px`;
    spacerDebt += height;
    return true;
  }

  function spacerAbove(row: Element): HTMLElement | null {
    for (let above = row.previousElementSibling; above; above = above.previousElementSibling) {
      if (rangeOf(above) && above instanceof HTMLElement) return above;
    }
    return null;
  }

  function touched({ touches }: TouchEvent): void {
    isTouched = true;
    clearTimeout(gliding);
    gliding = touches.length === 0 ? setTimeout(rest, stillAfter) : undefined;
  }

  function scrolled(): void {
    // The page glides on after a swipe. It has come to rest when no scroll event follows.
    if (gliding !== undefined) {
      clearTimeout(gliding);
      gliding = setTimeout(rest, stillAfter);
    }
    lookSoon();
  }

  function rest(): void {
    isTouched = false;
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
    const index = first && indexes.get(first.dataset['key'] ?? '');
    if (!first?.isConnected || index === undefined || isCommitPending) return;
    hold();
    grid = gridOf(list);
    const { columns, gap } = grid;
    const lines = lineHeights(keys, heights, columns);
    const above = { from: 0, to: Math.floor(index / columns) };
    const top = first.getBoundingClientRect().top - heightOf(lines, gap, above) - (above.to > 0 ? gap : 0);
    const around = (part: number) => linesWithin(lines, gap, { from: -top - part * innerHeight, to: -top + (1 + part) * innerHeight });
    // A short list is drawn whole, in steps too.
    const reach = keys.length > wholeUpTo ? 1 : Number.POSITIVE_INFINITY;

    const needed = around(near * reach);
    const drawn = now.spans.map(wholeLines);
    if (goal?.items !== now.items || !includes(goal.lines, needed)) goal = null;
    if (!goal && drawn.some((span) => includes(span, needed))) return fit(lines);
    goal ??= { items: now.items, lines: around(far * reach) };
    const next = nextOnWay(drawn, goal.lines, around(0), now.pinned.map(wholeLines), Math.ceil(fewItems / columns));
    if (JSON.stringify(next) === JSON.stringify(drawn)) {
      goal = null;
      return fit(lines);
    }
    isCommitPending = true;
    const spans = next.map(({ from, to }) => ({ from: from * columns, to: Math.min(to * columns, keys.length) }));
    draw({ items: now.items, spans, columns });
  }

  /** The lines of which every item is drawn. */
  function wholeLines({ from, to }: Span): Span {
    const { columns } = grid;
    return { from: Math.ceil(from / columns), to: to === keys.length ? Math.ceil(to / columns) : Math.floor(to / columns) };
  }

  function fit(lines: readonly number[]): void {
    for (const child of list.children) {
      const range = rangeOf(child);
      if (!range || !(child instanceof HTMLElement)) continue;
      const [from, to] = range;
      child.style.height = `${heightOf(lines, grid.gap, { from: lineOf(from), to: Math.ceil(to / grid.columns) })}px`;
    }
    const spacer = spacerDebt !== 0 && anchor ? spacerAbove(anchor.row) : null;
    if (spacer) spacer.style.height = `${Math.max(0, Number.parseFloat(spacer.style.height) - spacerDebt)}px`;
    else spacerDebt = 0;
  }

  /** Numbers all children of the list, those before and after its items too. */
  function number(): void {
    if (list instanceof HTMLDivElement) return;
    const [position, size] = positionAttributes;
    const numbered: Element[] = [];
    let index = 0;
    for (const child of list.children) {
      const [from = 0, to = 1] = rangeOf(child) ?? [];
      index += to - from;
      if (rangeOf(child)) continue;
      say(child, position, `${index}`);
      numbered.push(child);
    }
    for (const child of numbered) say(child, size, now.isOpenEnded ? '-1' : `${index}`);
  }

  function lineOf(index: number): number {
    return Math.floor(index / grid.columns);
  }

  document.addEventListener('scroll', scrolled, { capture: true, passive: true });
  for (const name of touchNames) document.addEventListener(name, touched, { capture: true, passive: true });
  addEventListener('resize', lookSoon);
  sizes.observe(frameOfItems);
  // Its height changes with whatever stands above the list.
  sizes.observe(document.body);

  return {
    drew(drawn) {
      now = drawn;
      isCommitPending = false;
      keys = keysOf(now.items);
      const had = indexes;
      indexes = new Map(keys.map((key, index) => [key, index]));
      const isFirst = observed.size === 0;
      if (!isFirst) fit(lineHeights(keys, heights, grid.columns));
      const gone = new Map(observed);
      const come: HTMLElement[] = [];
      observed.clear();
      for (const child of list.children) {
        if (!(child instanceof HTMLElement)) continue;
        const { key } = child.dataset;
        if (key === undefined || !indexes.has(key)) continue;
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
      // The observer would report them only after the next layout.
      for (const row of come) measured(row, row.getBoundingClientRect().height);
      hold();
      // Heights are read before anything is written, so that the browser lays out once.
      if (isFirst) {
        fit(lineHeights(keys, heights, grid.columns));
        number();
      }
      lookSoon();
    },
    stop() {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      for (const child of list.children) for (const name of positionAttributes) child.removeAttribute(name);
      frameOfItems.style.removeProperty('overflow-anchor');
      clearTimeout(gliding);
      document.removeEventListener('scroll', scrolled, { capture: true });
      for (const name of touchNames) document.removeEventListener(name, touched, { capture: true });
      removeEventListener('resize', lookSoon);
    },
  };
}

/** The range of items that a spacer stands for. */
function rangeOf(child: Element): [from: number, to: number] | null {
  const [from, to] = child.getAttribute('data-hole')?.split(' ').map(Number) ?? [];
  return from === undefined || to === undefined ? null : [from, to];
}

/** The distance from the top of the page, which scrolling does not change. */
function topOf(row: HTMLElement): number {
  return row.getBoundingClientRect().top + scrollY;
}

function gridOf(list: HTMLElement): { columns: number; gap: number } {
  const style = getComputedStyle(gridElementOf(list));
  return { columns: Math.max(1, style.gridTemplateColumns.split(' ').length), gap: Number.parseFloat(style.rowGap) || 0 };
}

/** Writing an attribute costs the browser the same when its value does not change. */
function say(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function gridElementOf(list: HTMLElement): HTMLElement {
  return getComputedStyle(list).display === 'contents' ? (list.parentElement ?? list) : list;
}

export function keysOf(items: readonly Item[]): string[] {
  return items.map(({ id }) => id);
}
