import type { Observable } from './observable.ts';

/**
 * Measures what is drawn in `element` for `room`, in pixels, so that the page has as much more room at its end: what lies under the toasts can be scrolled clear.
 * Returns what stops it.
 */
export function measureRoom(element: HTMLElement, room: Observable<number>): () => void {
  let frame = 0;
  // In the frame after the one that shows it: nobody sees the room at the end of the page come, and it has the page laid out again.
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => room.set(element.offsetHeight));
  });
  observer.observe(element);
  const stopPadding = padScrolling(room);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    room.set(0);
    stopPadding();
  };
}

/**
 * What the keyboard gives focus to is not hidden behind toasts. For fingers nothing is done: whatever is set on the root element, Chromium may
 * style everything on the page anew, in the frame in which a tap should show. Returns what stops it.
 */
function padScrolling(room: Observable<number>): () => void {
  let byKeyboard = false;
  const pad = () => {
    const { style } = document.documentElement;
    const height = byKeyboard ? room.get() : 0;
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
  const stop = room.subscribe(pad);
  return () => {
    removeEventListener('keydown', onKey, { capture: true });
    removeEventListener('pointerdown', onPointer, { capture: true });
    stop();
  };
}
