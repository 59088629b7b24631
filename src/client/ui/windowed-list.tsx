import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createDrawing, type Drawing, drawnAtFirst, within } from './list-drawing.ts';
import type { Span } from './list-window.ts';
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
