import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Makes the children of a list slide to their new places when their order changes. Each child has a `data-key` of its
 * own; `order` is the keys in their order. Instant under reduced motion.
 */
export function useSlides(list: RefObject<HTMLElement | null>, order: string): void {
  const places = useRef(new Map<string, Place>());
  const shownOrder = useRef(order);

  useLayoutEffect(() => {
    const before = places.current;
    const after = placesIn(list.current);
    if (shownOrder.current !== order && !matchMedia('(prefers-reduced-motion: reduce)').matches) slide(list.current, before, after);
    places.current = after;
    shownOrder.current = order;
  });
}

interface Place {
  left: number;
  top: number;
}

/** Layout places, which a slide that is still under way does not disturb. */
function placesIn(list: HTMLElement | null): Map<string, Place> {
  return new Map(childrenOf(list).map((child) => [child.dataset.key ?? '', { left: child.offsetLeft, top: child.offsetTop }]));
}

function slide(list: HTMLElement | null, before: Map<string, Place>, after: Map<string, Place>): void {
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
