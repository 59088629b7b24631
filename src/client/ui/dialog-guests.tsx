import { type RefObject, useLayoutEffect, useRef } from 'react';
import { createObservable, useObserved } from './observable.ts';
import styles from './dialog.module.css';

const slots = createObservable<readonly HTMLElement[]>([]);

/**
 * A slot in each dialog, above its body, for cards that arrive while it is open. Elements outside an open dialog can neither
 * be reached by the keyboard nor heard by a screen reader.
 */
export function GuestSlot({ open }: { open: boolean }) {
  const slot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = slot;
    if (!open || !current) return;
    slots.set([...slots.get(), current]);
    return () => slots.set(slots.get().filter((other) => other !== current));
  }, [open]);
  useAnchoredBody(slot);
  return <div ref={slot} className={styles.guests} />;
}

/** The slot of the topmost open dialog; null while none is open. */
export function useGuestSlot(): HTMLElement | null {
  return useObserved(slots).at(-1) ?? null;
}

/** Keeps the body of the dialog under the finger when a guest comes or goes: the dialog grows upward, and scrolls the rest. */
function useAnchoredBody(slot: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [guests, popup, body] = [slot.current, slot.current?.parentElement, slot.current?.nextElementSibling];
    if (!guests || !popup || !(body instanceof HTMLElement)) return;
    let scrolled = 0;
    const settle = () => {
      const isThere = guests.childElementCount > 0;
      const { grown, pushed } = isThere ? effectOf(guests, popup, body) : { grown: 0, pushed: 0 };
      popup.style.setProperty('--grown', `${grown}px`);
      popup.toggleAttribute('data-guest', isThere);
      const isWhole = popup.scrollHeight > popup.clientHeight;
      const scroller = isWhole ? popup : body;
      // When the whole dialog scrolls and is at its top, its title stays in sight.
      if (isWhole && scroller.scrollTop === 0) return;
      scroller.scrollTop += pushed - grown - scrolled;
      scrolled = pushed - grown;
    };
    const observer = new ResizeObserver(settle);
    observer.observe(guests);
    addEventListener('resize', settle);
    return () => {
      observer.disconnect();
      removeEventListener('resize', settle);
    };
  }, [slot]);
}

/** How much higher the guests make the dialog, and how far they move its body down, in pixels. */
function effectOf(guests: HTMLElement, popup: HTMLElement, body: HTMLElement): { grown: number; pushed: number } {
  const { scrollTop } = body;
  const measure = () => ({ height: popup.offsetHeight, top: body.offsetTop });
  popup.toggleAttribute('data-guest', true);
  const after = measure();
  // Absolute, not hidden: hiding would take the focus from an element inside.
  popup.toggleAttribute('data-guest', false);
  guests.style.position = 'absolute';
  const before = measure();
  guests.style.removeProperty('position');
  popup.toggleAttribute('data-guest', true);
  body.scrollTop = scrollTop;
  return { grown: after.height - before.height, pushed: after.top - before.top };
}
