import { type RefObject, useLayoutEffect } from 'react';
import { createObservable } from './observable.ts';

/** How high the toasts are at the foot of the page, in pixels. */
const toastRoom = createObservable(0);

/**
 * Measures what is drawn in `element`, so that the page has as much more room at its end: what lies under the toasts can be scrolled clear.
 */
export function useRoomFor(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => toastRoom.set(current.offsetHeight));
    observer.observe(current);
    const stop = toastRoom.subscribe(padScrolling);
    return () => {
      observer.disconnect();
      toastRoom.set(0);
      stop();
    };
  }, [element]);
}

/** Keeps `--toasts` on this element as high as the toasts are. What stands in it does not inherit that, or each toast would have all of it styled anew. */
export function useToastRoom(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    markOn(current);
    return toastRoom.subscribe(() => markOn(current));
  }, [element]);
}

/** What has focus is not hidden behind toasts. No custom property: whichever is set on the root element, everything on the page is styled anew. */
function padScrolling(): void {
  const { style } = document.documentElement;
  const height = toastRoom.get();
  style.scrollPaddingBottom = height > 0 ? `calc(var(--foot) + ${height}px)` : '';
}

function markOn(element: HTMLElement): void {
  const height = toastRoom.get();
  element.toggleAttribute('data-toasts-below', height > 0);
  if (height > 0) element.style.setProperty('--toasts', `${height}px`);
  else element.style.removeProperty('--toasts');
}
