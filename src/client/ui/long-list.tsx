import { Component, type ReactNode, type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './long-list.module.css';

interface Item {
  id: string;
}

interface LongListProps<T extends Item> {
  as: 'ol' | 'ul' | 'div';
  className: string | undefined;
  'aria-label'?: string;
  items: readonly T[];
  /** The item as an element that has its id as key, and as `data-key`. Memoized, since the list is drawn again for each few items. */
  children: (item: T) => ReactNode;
  /** Drawn before the items. What moves from there to the items, or back, stays the same element. */
  before?: readonly ReactNode[];
  after?: ReactNode;
}

const none: readonly ReactNode[] = [];
/** A list of more than `wholeUpTo` items first draws `atFirst` of them. */
const [atFirst, wholeUpTo] = [24, 60];
/** Items drawn between two frames. As many new ones are drawn at once, wherever they are. */
const few = 4;

/**
 * A list of any length. When many items come at once, the first of the list are drawn, then a few at a time; until then each of the others is an
 * empty item of average height. The list may be `display: contents` in a grid.
 */
export function LongList<T extends Item>({ as: List, items, children, before = none, after, ...attributes }: LongListProps<T>) {
  const list = useRef<HTMLElement>(null);
  const [drawnIds, setDrawnIds] = useState(() => idsOf(items.length > wholeUpTo ? items.slice(0, atFirst) : items));
  const areFewNew = items.length <= drawnIds.size + few;
  const isDrawn = ({ id }: T, index: number) => areFewNew || index < atFirst || drawnIds.has(id);
  const isWhole = items.every(isDrawn);
  const Undrawn = List === 'div' ? 'div' : 'li';

  useLayoutEffect(() => {
    if (!isWhole) measureItems(list.current);
  }, [isWhole]);
  useEffect(() => {
    const next = items.filter((item, index) => !isDrawn(item, index)).slice(0, few);
    const ids = idsOf([...items.filter(isDrawn), ...next]);
    if (!isWhole || ids.size !== drawnIds.size) startTransition(() => setDrawnIds(ids));
  });

  return (
    <ScrollHold list={list}>
      <List ref={(element: HTMLElement | null) => void (list.current = element)} {...attributes}>
        {[
          ...before,
          ...items.map((item, index) =>
            isDrawn(item, index) ? children(item) : <Undrawn key={item.id} aria-hidden="true" className={styles.undrawn} />,
          ),
        ]}
        {after}
      </List>
    </ScrollHold>
  );
}

function idsOf(items: readonly Item[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}

function measureItems(list: HTMLElement | null): void {
  const heights = [...(list?.children ?? [])].slice(0, atFirst).map((item) => item.getBoundingClientRect().height);
  const average = heights.reduce((sum, height) => sum + height, 0) / heights.length;
  list?.style.setProperty('--item-height', `${average}px`);
}

interface Held {
  row: Element;
  top: number;
}

/**
 * Keeps what is read where it is when something comes above it, in browsers without scroll anchoring. A class, since only a class is asked
 * before the document changes.
 */
class ScrollHold extends Component<{ list: RefObject<HTMLElement | null>; children: ReactNode }> {
  override getSnapshotBeforeUpdate(): Held | null {
    const list = this.props.list.current;
    if (!list || list.closest('[role="dialog"]') || CSS.supports('overflow-anchor', 'auto')) return null;
    const row = [...list.children].find((one) => one.getBoundingClientRect().bottom > 0);
    const top = row?.getBoundingClientRect().top ?? 0;
    // At the top of the list, new rows may push the content down.
    return !row || (row === list.firstElementChild && top >= 0) ? null : { row, top };
  }

  override componentDidUpdate(_: unknown, __: unknown, held: Held | null): void {
    if (held?.row.isConnected) scrollBy({ top: held.row.getBoundingClientRect().top - held.top, behavior: 'instant' });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
