import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { passFocusOn } from './focus-after-removal.ts';
import { createObservable, useObserved } from './observable.ts';
import styles from './slot-card.module.css';
import { cardSlot } from './toast-cards.ts';

/** What cards are about, the most pressing first: one is drawn at a time, and the others wait for it. */
const ranks = ['obstacle', 'request', 'loss', 'update', 'keep', 'install', 'notifications'] as const;
type Rank = (typeof ranks)[number];

const asking = createObservable<readonly { id: string; rank: Rank }[]>([]);

interface SlotCardProps {
  rank: Rank;
  /** The name of the landmark that it is; none where its words say all. */
  label?: string;
  face?: ReactNode;
  words: ReactNode;
  answers?: ReactNode;
  /** Where it is drawn instead: in a dialog that is open. */
  slot?: HTMLElement | null;
  /** It is drawn for the first time. */
  onShown?: () => void;
}

/** A card that says or asks something about no screen: over the foot of the page, which nothing of it moves (decision D61). */
export function SlotCard({ rank, slot = null, ...card }: SlotCardProps) {
  const id = useId();
  useLayoutEffect(() => {
    asking.set([...asking.get(), { id, rank }].toSorted((one, other) => ranks.indexOf(one.rank) - ranks.indexOf(other.rank)));
    return () => asking.set(asking.get().filter((one) => one.id !== id));
  }, [id, rank]);
  const isFirst = useObserved(asking)[0]?.id === id;
  const foot = useObserved(cardSlot);
  const place = slot ?? foot;
  return isFirst && place ? createPortal(<Shown {...card} />, place) : null;
}

function Shown({ label, face, words, answers, onShown }: Omit<SlotCardProps, 'rank' | 'slot'>) {
  const card = useRef<HTMLElement>(null);
  useFocusPassedOn(card);
  useEffect(() => onShown?.(), [onShown]);
  return (
    <section ref={card} aria-label={label} className={styles.card}>
      <div className={styles.said}>
        {face}
        <div className={styles.words}>{words}</div>
      </div>
      {answers ? <div className={styles.answers}>{answers}</div> : null}
    </section>
  );
}

/** When the card goes, the focus goes back to the element that had it before. */
function useFocusPassedOn(element: { current: HTMLElement | null }): void {
  const cameFrom = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const remember = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !current.contains(relatedTarget)) cameFrom.current = relatedTarget;
    };
    current.addEventListener('focusin', remember);
    return () => {
      current.removeEventListener('focusin', remember);
      if (current.contains(document.activeElement)) passFocusOn([cameFrom.current]);
    };
  }, [element]);
}
