import { type RefObject, useLayoutEffect } from 'react';
import { createObservable } from './observable.ts';

/** How high the toasts are at the foot of the page, in pixels. */
export const toastRoom = createObservable(0);

/**
 * Measures what is drawn in `element`, so that the page has as much more room at its end: what lies under the toasts can be scrolled clear.
 */
export function useRoomFor(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    let frame = 0;
    // In the frame after the one that shows it: nobody sees the room at the end of the page come, and it has the page laid out again.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => toastRoom.set(current.offsetHeight));
    });
    observer.observe(current);
    const stopPadding = padScrolling();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      toastRoom.set(0);
      stopPadding();
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

/** The only button of a screen is not covered: the page moves up by what the toasts hide of it, and back when they are gone. */
export function useUncovered(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    let [from, to] = [0, 0];
    const look = () => {
      const [button, toasts] = [
        element.current?.getBoundingClientRect(),
        document.querySelector('[data-toasts] > *')?.getBoundingClientRect(),
      ];
      if (!button || !toasts) return;
      if (toastRoom.get() === 0) {
        // Unless the person has scrolled.
        if (to > 0 && Math.abs(scrollY - to) < 2) scrollTo({ top: from });
        to = 0;
      } else if (button.bottom > toasts.top && button.top < toasts.bottom) {
        if (to === 0) from = scrollY;
        // Up to a whole pixel: a window scrolls by no less.
        to = Math.ceil(scrollY + button.bottom - toasts.top);
        scrollTo({ top: to });
      }
    };
    // Once the page has the room for it.
    const lookLater = () => requestAnimationFrame(look);
    lookLater();
    addEventListener('resize', lookLater);
    const stop = toastRoom.subscribe(lookLater);
    return () => {
      removeEventListener('resize', lookLater);
      stop();
    };
  }, [element]);
}

/**
 * What the keyboard gives focus to is not hidden behind toasts. For fingers nothing is done: whatever is set on the root element, Chromium may
 * style everything on the page anew, in the frame in which a tap should show. Returns what stops it.
 */
function padScrolling(): () => void {
  let byKeyboard = false;
  const pad = () => {
    const { style } = document.documentElement;
    const height = byKeyboard ? toastRoom.get() : 0;
    const padding = height > 0 ? `calc(var(--foot) + ${height}px)` : '';
    if (padding !== style.scrollPaddingBottom) style.scrollPaddingBottom = padding;
  };
  const onKey = () => {
    byKeyboard = true;
    pad();
  };
  const onPointer = () => (byKeyboard = false);
  addEventListener('keydown', onKey, { capture: true });
  addEventListener('pointerdown', onPointer, { capture: true, passive: true });
  const stop = toastRoom.subscribe(pad);
  return () => {
    removeEventListener('keydown', onKey, { capture: true });
    removeEventListener('pointerdown', onPointer, { capture: true });
    stop();
  };
}

function markOn(element: HTMLElement): void {
  const height = toastRoom.get();
  if (height > 0) element.style.setProperty('--toasts', `${height}px`);
  else element.style.removeProperty('--toasts');
}
