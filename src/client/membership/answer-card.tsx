import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import styles from './join-requests.module.css';
import { joinRequestShown } from './join-request-shown.ts';

interface AnswerCardProps {
  avatar: string;
  title: string;
  text: ReactNode;
  /** The label of what puts it off. */
  later: string;
  isOverDialog: boolean;
  onLater: () => void;
  /** The two answers; `id` is that of the title. */
  children: (id: string) => ReactNode;
}

/** A card at the foot of whatever screen, which asks the person for an answer. */
export function AnswerCard({ avatar, title, text, later, isOverDialog, onLater, children }: AnswerCardProps) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  useShown();
  useRoomAtFoot(card, isOverDialog);
  useFocusPassedOn(card);
  return (
    <section ref={card} aria-labelledby={id} className={styles.card} data-over-dialog={isOverDialog ? '' : undefined}>
      <div className={styles.line}>
        <Avatar emoji={avatar} size="sm" />
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <p className={styles.text}>{text}</p>
        </div>
        <IconButton className={styles.later} label={later} icon={<X aria-hidden="true" />} onClick={onLater} />
        <div className={styles.answers}>{children(id)}</div>
      </div>
    </section>
  );
}

/** Tells the bubble of news to wait. */
function useShown(): void {
  useLayoutEffect(() => {
    joinRequestShown.set(true);
    return () => joinRequestShown.set(false);
  }, []);
}

/** Reserves the height of the card at the foot of the page: toasts stand above it, and the end of the page scrolls clear of it. */
function useRoomAtFoot(element: RefObject<HTMLElement | null>, isOverDialog: boolean): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (!current || isOverDialog) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty('--join-request', `${current.offsetHeight + 8}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--join-request');
    };
  }, [element, isOverDialog]);
}

/** When the card is removed, gives the focus back to the element that had it before. */
function useFocusPassedOn(element: RefObject<HTMLElement | null>): void {
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
