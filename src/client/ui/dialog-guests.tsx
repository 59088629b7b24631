import { useLayoutEffect, useRef } from 'react';
import { createObservable, useObserved } from './observable.ts';
import styles from './dialog.module.css';

const places = createObservable<readonly HTMLElement[]>([]);

/**
 * A place in each dialog for what comes uninvited while it is open. Whatever stands outside an open dialog can neither be reached by
 * the keyboard nor heard by a screen reader.
 */
export function GuestPlace({ open }: { open: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    if (!open || !current) return;
    places.set([...places.get(), current]);
    return () => places.set(places.get().filter((other) => other !== current));
  }, [open]);
  return <div ref={place} className={styles.guests} />;
}

/** The place in the topmost open dialog; null while none is open. */
export function useGuestPlace(): HTMLElement | null {
  return useObserved(places).at(-1) ?? null;
}
