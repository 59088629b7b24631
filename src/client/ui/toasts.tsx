import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isAnyDialogOpen, useAnyDialogOpen } from './open-dialogs.ts';
import { ToastCard } from './toast-card.tsx';
import { cardInView, type ShownToast, type ToastContent, type ToastRegion, withToast } from './toast-cards.ts';
import { useHold } from './toast-hold.ts';
import { useRoomFor } from './toast-room.ts';
import styles from './toasts.module.css';

export type { ToastContent } from './toast-cards.ts';

export interface ToastControls {
  /** Returns what `dismiss` takes. */
  show: (toast: ToastContent) => number;
  /** Replaces the text of the toast; it keeps its time. False when it is gone. */
  revise: (id: number, change: Partial<ToastContent>) => boolean;
  dismiss: (id: number) => void;
}

export function useToasts(): ToastControls {
  const controls = useContext(Controls);
  if (!controls) throw new Error('useToasts needs <Toasts> around it');
  return controls;
}

interface ToastsProps {
  /** Name of the region: a screen reader lists it among the landmarks. */
  label: string;
  dismissLabel: string;
  children: ReactNode;
}

/**
 * Holds the toasts of what is inside it: at the foot of the page, above the bottom bar, or over the dialog that is open when they come.
 * Each stays where it appeared. One card is drawn at a time, and at most three wait for their turn; the oldest passing one gives way.
 */
export function Toasts({ label, dismissLabel, children }: ToastsProps) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const lastId = useRef(0);
  const present = useRef(new Set<number>());
  const foot = useRef<HTMLDivElement>(null);
  const { heldKeys, eventsOf, release } = useHold();
  const isUnderDialog = useAnyDialogOpen();
  useRoomFor(foot);

  const controls = useMemo(() => {
    const dismiss = (id: number) => {
      present.current.delete(id);
      setToasts((shown) => shown.map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast)));
      setTimeout(() => setToasts((shown) => shown.filter((toast) => toast.id !== id)), leavingTime);
    };
    const show = (toast: ToastContent) => {
      lastId.current += 1;
      const id = lastId.current;
      present.current.add(id);
      const clock = { left: toast.duration ?? (toast.action || toast.kind === 'error' ? 10_000 : 5_000) };
      setToasts((shown) => withToast(shown, { ...toast, id, leaving: false, region: null, clock }));
      return id;
    };
    const revise = (id: number, change: Partial<ToastContent>) => {
      setToasts((shown) => shown.map((toast) => (toast.id === id && !toast.leaving ? { ...toast, ...change } : toast)));
      return present.current.has(id);
    };
    const settle = (region: ToastRegion) => {
      setToasts((shown) => shown.map((toast) => (toast.region === null ? { ...toast, region } : toast)));
    };
    return { show, revise, dismiss, settle };
  }, []);

  // Announced once the screen is drawn with it, since what it tells of often closes a dialog.
  useLayoutEffect(() => {
    if (toasts.some(({ region }) => region === null)) controls.settle(isAnyDialogOpen() ? 'dialog' : 'foot');
  }, [toasts, controls]);

  const cardOf = (...regions: ToastRegion[]) =>
    cardInView(
      toasts.filter(({ region }) => region !== null && regions.includes(region)),
      heldKeys,
    );
  // What lies under a dialog is not seen with what lies over it.
  const cards = isUnderDialog ? [cardOf('foot'), cardOf('dialog')] : [cardOf('foot', 'dialog')];
  const drawn = (region: ToastRegion, isUrgent: boolean) => {
    const card = cards.find((one) => one?.toasts[0].region === region);
    return card && (card.toasts[0].kind === 'error') === isUrgent ? (
      <ToastCard
        key={card.key}
        card={card}
        paused={heldKeys.length > 0 || (region === 'foot' && isUnderDialog)}
        holdEvents={eventsOf(card.key)}
        onGone={release}
        dismissLabel={dismissLabel}
        onDismiss={controls.dismiss}
      />
    ) : null;
  };
  // All stand there from the start: a live region that comes with its text is often not read.
  const lists = (region: ToastRegion) => (
    <>
      <div aria-live="assertive" className={styles.list}>
        {drawn(region, true)}
      </div>
      <div aria-live="polite" className={styles.list}>
        {drawn(region, false)}
      </div>
    </>
  );

  return (
    <Controls value={controls}>
      {children}
      <section aria-label={label} data-toasts="">
        <div ref={foot} className={styles.foot}>
          {lists('foot')}
        </div>
        <div className={styles.overDialog}>{lists('dialog')}</div>
      </section>
    </Controls>
  );
}

const Controls = createContext<ToastControls | null>(null);
/** As long as the closing transition, in milliseconds. */
const leavingTime = 200;
