import { type RefObject, useLayoutEffect } from 'react';
import { createObservable } from './observable.ts';

/** How high the toasts are at the foot of the page, in pixels. */
export const toastRoom = createObservable(0);

/** Keeps `--toasts` on this element as high as the toasts are. What stands in it does not inherit that, or each toast would have all of it styled anew. */
export function useToastRoom(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    markOn(current);
    return toastRoom.subscribe(() => markOn(current));
  }, [element]);
}

function markOn(element: HTMLElement): void {
  const height = toastRoom.get();
  if (height > 0) element.style.setProperty('--toasts', `${height}px`);
  else element.style.removeProperty('--toasts');
}
