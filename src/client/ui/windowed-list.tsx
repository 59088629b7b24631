import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createDrawing, type Drawing, fewItems, type Item, keysOf, type Wanted, wholeUpTo } from './list-drawing.ts';
import { followed, type Span, united } from './list-window.ts';
import styles from './windowed-list.module.css';

interface WindowedListProps<T extends Item> {
  as: 'ol' | 'ul' | 'div';
  className: string | undefined;
  'aria-label'?: string;
  items: readonly T[];
  /** The item as an element that has its id as key, and as `data-key`. */
  children: (item: T) => ReactNode;
  /** Drawn before the items, wherever the page is scrolled. What moves from there to the items, or back, stays the same element. */
  before?: readonly ReactNode[];
  after?: ReactNode;
  /** More items may be loaded at the end; their number is unknown. */
  isOpenEnded?: boolean;
}

const none: readonly ReactNode[] = [];

/** Items drawn before any height is known. */
const drawnAtFirst = 24;

/**
 * A list of any length: only items near the window are drawn; a spacer is as high as the others. An item that has the focus stays drawn, with
 * its neighbours. Screen readers are told each item's position in the whole list. Items that scrolling draws are marked `data-scrolled-in`:
 * they are no news, and nothing announces them. The list may be `display: contents` in a grid.
 */
export function WindowedList<T extends Item>(props: WindowedListProps<T>) {
  const { as: List, items, children, before = none, after, isOpenEnded = false, ...attributes } = props;
  const [wanted, setWanted] = useState<Wanted>(() => atFirst(items));
  const next = wantedOf(items, wanted);
  if (next !== wanted) setWanted(next);
  const focused = useSyncExternalStore(tellsNobody, focusedKey, () => undefined);
  const { spans, pinned } = useMemo(() => spansOf(items, wanted, focused), [items, wanted, focused]);
  const isWhole = items.length <= wholeUpTo && isAll(spans, items);
  const list = useRef<HTMLElement>(null);
  const drawing = useRef<Drawing | null>(null);

  // After each commit: measures and numbers what is drawn now.
  useLayoutEffect(() => {
    if (isWhole || !list.current) return;
    drawing.current ??= createDrawing(list.current, setWanted);
    drawing.current.drew({ items, spans, pinned, isOpenEnded });
  }, [items, spans, pinned, isOpenEnded, isWhole]);
  useEffect(() => {
    if (isWhole) return;
    return () => {
      drawing.current?.stop();
      drawing.current = null;
    };
  }, [isWhole]);

  return (
    <List ref={(element: HTMLElement | null) => void (list.current = element)} {...attributes}>
      {[...before, ...(isWhole ? items.map(children) : partsOf(items, spans, children, List === 'div' ? 'div' : 'li'))]}
      {after}
    </List>
  );
}

function atFirst(items: readonly Item[]): Wanted {
  return { items, spans: [{ from: 0, to: items.length <= wholeUpTo ? wholeUpTo : drawnAtFirst }], columns: 1 };
}

/** When a list that was drawn whole grows at its end, its items stay drawn, and the new ones are drawn over several frames. */
function wantedOf(items: readonly Item[], wanted: Wanted): Wanted {
  const { items: before, spans } = wanted;
  if (items === before || items.length > wholeUpTo) return wanted;
  const isGrowing = before.length <= wholeUpTo && !isAll(spans, before);
  if (isGrowing) return wanted;
  const hasMore = before.length >= drawnAtFirst && items.length > before.length + fewItems;
  const goesOn = hasMore && before.every(({ id }, index) => items[index]?.id === id);
  return goesOn ? { items, spans: [{ from: 0, to: before.length }], columns: 1 } : atFirst(items);
}

function isAll(spans: readonly Span[], items: readonly Item[]): boolean {
  const [{ from, to } = { from: 0, to: 0 }] = spans;
  return from === 0 && to >= items.length;
}

function spansOf(items: readonly Item[], wanted: Wanted, focused: string | undefined): { spans: Span[]; pinned: Span[] } {
  const { spans, columns } = wanted;
  const hasChanged = wanted.items !== items;
  const index = focused === undefined ? -1 : items.findIndex(({ id }) => id === focused);
  const line = Math.floor(index / columns);
  const pinned = index < 0 ? [] : [{ from: Math.max(0, line - 1) * columns, to: Math.min((line + 2) * columns, items.length) }];
  const there = hasChanged ? followed(spans, keysOf(wanted.items), keysOf(items), columns) : spans;
  return { spans: united([...within(there, items.length), ...pinned]), pinned };
}

/** The key of the item with the focus. Reading it at each drawing is enough: in between no item is removed. */
function focusedKey(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset['key'];
}

function tellsNobody(): () => void {
  return () => undefined;
}

/** The key of a spacer is the item after it: with its index as key, React would move rows around it. */
function partsOf<T extends Item>(
  items: readonly T[],
  spans: readonly Span[],
  draw: (item: T) => ReactNode,
  Hole: 'li' | 'div',
): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  const skipTo = (next: number, name: string) => {
    if (next > end) parts.push(<Hole key={name} aria-hidden="true" className={styles.hole} data-hole={`${end} ${next}`} />);
  };
  for (const { from, to } of spans) {
    skipTo(from, `hole before ${items[from]?.id}`);
    parts.push(...items.slice(from, to).map(draw));
    end = to;
  }
  skipTo(items.length, 'hole at the end');
  return parts;
}

/** When the list became shorter than these spans, draws its end until the scroll position is measured. */
function within(spans: readonly Span[], count: number): Span[] {
  const there = spans.flatMap(({ from, to }) => (from < count ? [{ from, to: Math.min(to, count) }] : []));
  return there.length > 0 ? there : [{ from: Math.max(0, count - drawnAtFirst), to: count }];
}
