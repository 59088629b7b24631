import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { heightOf, lineHeights, linesWithin, type Span, united } from './list-window.ts';
import styles from './windowed-list.module.css';

interface WindowedListProps<T extends { id: string }> {
  as: 'ol' | 'ul' | 'div';
  className: string | undefined;
  'aria-label'?: string;
  /** In lines of the grid: the first one begins a line. */
  items: readonly T[];
  /** The item as an element that has its id as key, and as `data-key`. */
  children: (item: T) => ReactNode;
  /** Drawn before them, whatever is seen: what moves from there to the items, or back, stays the same element. */
  before?: readonly ReactNode[];
  after?: ReactNode;
  /** More may come at the end, nobody knows how much. */
  isOpenEnded?: boolean;
}

const none: readonly ReactNode[] = [];

/** Up to so many are all drawn, as if this were not there. */
const wholeUpTo = 60;
const whole: readonly Span[] = [{ from: 0, to: wholeUpTo }];
/** Before it is known how high they are. */
const drawnAtFirst = 24;
/** How far around the window items are drawn, as a part of its height; and how near to it none may be missing. */
const [far, near] = [1.25, 0.5];

/**
 * A list, however long: the items around what is seen are drawn, and a hole as high as the others stands in their place. An item that has the
 * focus stays, with its neighbours. Who only hears the list is told each item's place in the whole. The list may be `display: contents` in a
 * grid.
 */
export function WindowedList<T extends { id: string }>(props: WindowedListProps<T>) {
  const { as: List, items, children, before = none, after, isOpenEnded = false, ...attributes } = props;
  const isWhole = items.length <= wholeUpTo;
  // What was drawn while it was all stays where somebody reads it when more comes.
  const [wanted, setWanted] = useState(isWhole ? null : [{ from: 0, to: drawnAtFirst }]);
  if (isWhole && wanted) setWanted(null);
  const spans = wanted ?? whole;
  const list = useRef<HTMLElement>(null);
  const drawing = useRef<Drawing | null>(null);

  // After each drawing: what is there now is measured and numbered.
  useLayoutEffect(() => {
    if (isWhole || !list.current) return;
    drawing.current ??= createDrawing(list.current, setWanted);
    drawing.current.drew({ keys: items.map(({ id }) => id), spans, isOpenEnded });
  }, [items, spans, isOpenEnded, isWhole]);
  useEffect(() => {
    if (isWhole) return;
    return () => {
      drawing.current?.stop();
      drawing.current = null;
    };
  }, [isWhole]);

  return (
    <List ref={(element: HTMLElement | null) => void (list.current = element)} {...attributes}>
      {[
        ...before,
        ...(isWhole ? items.map(children) : partsOf(items, within(spans, items.length), children, List === 'div' ? 'div' : 'li')),
      ]}
      {after}
    </List>
  );
}

function partsOf<T>(items: readonly T[], spans: readonly Span[], draw: (item: T) => ReactNode, Hole: 'li' | 'div'): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  const skipTo = (next: number, name: string) => {
    if (next > end) parts.push(<Hole key={name} aria-hidden="true" className={styles.hole} data-hole={`${end} ${next}`} />);
  };
  for (const [place, { from, to }] of spans.entries()) {
    skipTo(from, `hole ${place}`);
    parts.push(...items.slice(from, to).map(draw));
    end = to;
  }
  skipTo(items.length, 'hole at the end');
  return parts;
}

/** Of a list that became shorter its end is drawn, until it is known what is seen. */
function within(spans: readonly Span[], count: number): Span[] {
  const there = spans.flatMap(({ from, to }) => (from < count ? [{ from, to: Math.min(to, count) }] : []));
  return there.length > 0 ? there : [{ from: Math.max(0, count - drawnAtFirst), to: count }];
}

const placeNames = ['aria-posinset', 'aria-setsize'] as const;

interface Drawn {
  keys: readonly string[];
  spans: readonly Span[];
  isOpenEnded: boolean;
}

/** Watches a list that is drawn in part, and says when other items of it are to be drawn. */
interface Drawing {
  drew(now: Drawn): void;
  stop(): void;
}

function createDrawing(list: HTMLElement, draw: (spans: Span[]) => void): Drawing {
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
