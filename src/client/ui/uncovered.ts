import { type RefObject, useLayoutEffect } from 'react';
import { toastRoom } from './toast-room.ts';

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
