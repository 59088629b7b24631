import {
  createContext,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { covered } from './covered.ts';
import { passFocusOn } from './focus-after-removal.ts';
import { lazyPart } from './lazy-part.ts';
import { createObservable, useObserved } from './observable.ts';
import { isAnyDialogOpen, useAnyDialogOpen } from './open-dialogs.ts';
import { cardInView, cardSlot, type ShownToast, type ToastContent, type ToastRegion, withToast } from './toast-cards.ts';
import type { measureRoom as MeasureRoom } from './toast-foot.ts';
import { useHold } from './toast-hold.ts';
import { toastRoom } from './toast-room.ts';
import styles from './toasts.module.css';
import { reporting } from './unexpected.ts';

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
  /** Comes before the toasts: it is what the first Tab reaches. */
  skipLink?: ReactNode;
  children: ReactNode;
}

/**
 * Holds the toasts of what is inside it: at the foot of the page, above the bottom bar, or over the dialog that is open when they come.
 * Each stays where it appeared. One card is drawn at a time, and at most three wait for their turn; the oldest passing one gives way.
 */
export function Toasts({ label, dismissLabel, skipLink, children }: ToastsProps) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const lastId = useRef(0);
  const present = useRef(new Set<number>());
  const foot = useRef<HTMLDivElement>(null);
  const { heldKeys, eventsOf, release } = useHold();
  const isUnderDialog = useAnyDialogOpen();
  const isLocked = useObserved(covered);

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
  const measure = useObserved(measuring);
  useEffect(() => (measure && foot.current ? measure(foot.current, toastRoom) : undefined), [measure]);
  // The first paint needs none. It is at hand where the network is gone later.
  useEffect(() => void setTimeout(() => void loadToastCard().catch(reporting('code'))), []);
  // What lies under a dialog is not seen with what lies over it.
  const drawnCards = isUnderDialog ? [cardOf('foot'), cardOf('dialog')] : [cardOf('foot', 'dialog')];
  const drawn = (region: ToastRegion, isUrgent: boolean) => {
    const card = drawnCards.find((one) => one?.toasts[0].region === region);
    return card && (card.toasts[0].kind === 'error') === isUrgent ? (
      <Suspense key={card.key}>
        <ToastCard
          card={card}
          paused={isLocked || heldKeys.length > 0 || (region === 'foot' && isUnderDialog)}
          holdEvents={eventsOf(card.key)}
          onGone={release}
          dismissLabel={dismissLabel}
          onDismiss={controls.dismiss}
        />
      </Suspense>
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

  const cards = useRef<HTMLDivElement>(null);
  const isCovered = drawnCards.some((one) => one?.toasts[0].region === 'foot');
  useFocusWhileHidden(cards, isCovered);

  return (
    <Controls value={controls}>
      {skipLink}
      {/* Before the page: what asks for an answer is reached first. */}
      <section aria-label={label} data-toasts="">
        <div ref={foot} className={styles.foot}>
          {lists('foot')}
          {/* A toast comes first, and the card after it (decision D61). */}
          <div ref={cards} role="status" className={styles.cards} hidden={isCovered} />
        </div>
        <div className={styles.overDialog}>{lists('dialog')}</div>
      </section>
      {children}
    </Controls>
  );
}

/** What a toast hides of the cards gives its focus away, and has it back after the toast, unless something else has it by then. */
function useFocusWhileHidden(cards: RefObject<HTMLDivElement | null>, isHidden: boolean): void {
  const had = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    cardSlot.set(cards.current);
    return () => cardSlot.set(null);
  }, [cards]);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isHidden) {
      had.current = activeElement instanceof HTMLElement && cards.current?.contains(activeElement) ? activeElement : null;
      if (had.current) passFocusOn([]);
    } else if (had.current?.isConnected && (activeElement === document.body || activeElement?.matches('h1'))) had.current.focus();
  }, [cards, isHidden]);
}

const measuring = createObservable<typeof MeasureRoom | null>(null);
const loadToastCard = async () => {
  const { ToastCard: card, measureRoom } = await import('./toast-card.tsx');
  measuring.set(measureRoom);
  return card;
};
const ToastCard = lazyPart(loadToastCard);
const Controls = createContext<ToastControls | null>(null);
/** As long as the closing transition, in milliseconds. */
const leavingTime = 200;
