import { type RefObject, useLayoutEffect, useRef } from 'react';
import { wantsStillness } from '#client/ui/stillness.ts';

/**
 * Makes the children of a list slide to their new positions when their order changes. Each child has a `data-key` of its
 * own; `order` is the keys in their order. Instant under reduced motion.
 */
export function useSlides(list: RefObject<HTMLElement | null>, order: string): void {
  const positions = useRef(new Map<string, Position>());
  const shownOrder = useRef(order);

  useLayoutEffect(() => {
    const before = positions.current;
    const after = positionsIn(list.current);
    if (shownOrder.current !== order && !wantsStillness()) slide(list.current, before, after);
    positions.current = after;
    shownOrder.current = order;
  });
}

interface Position {
  left: number;
  top: number;
}

/** Positions by layout: a slide that is still under way does not change them. */
function positionsIn(list: HTMLElement | null): Map<string, Position> {
  return new Map(childrenOf(list).map((child) => [child.dataset.key ?? '', { left: child.offsetLeft, top: child.offsetTop }]));
}

function slide(list: HTMLElement | null, before: Map<string, Position>, after: Map<string, Position>): void {
  for (const child of childrenOf(list)) {
    const from = before.get(child.dataset.key ?? '');
    const to = after.get(child.dataset.key ?? '');
    if (!from || !to || (from.left === to.left && from.top === to.top)) continue;
    const translate = `${from.left - to.left}px ${from.top - to.top}px`;
    child.animate([{ translate }, { translate: '0px 0px' }], { duration: 480, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' });
  }
}

function childrenOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.children ?? [])].filter((child) => child instanceof HTMLElement);
}
