import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps `--toasts` on the root element as high as what is drawn in `element`, so that the page has as much more room at its end: what lies
 * under the toasts can be scrolled clear.
 */
export function useRoomFor(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const root = document.documentElement;
    const measure = () => root.style.setProperty('--toasts', `${current.offsetHeight}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--toasts');
    };
  }, [element]);
}
