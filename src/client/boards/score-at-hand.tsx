import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Board } from '#shared/boards';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { boardMessages } from './boards-messages.fr.ts';
import styles from './score-at-hand.module.css';

interface ScoreAtHandProps {
  /** The person's own in a duel, else the board's. */
  score: number;
  isOwn: boolean;
  theme: Board['theme'];
}

/**
 * The score in the bar at the top, while the header that has it is scrolled away: what one just earned is seen where one looks. Nobody
 * hears of it, since the header is still read. Stands where the header ends.
 */
export function ScoreAtHand({ score, isOwn, theme }: ScoreAtHandProps) {
  const end = useRef<HTMLSpanElement>(null);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const { current } = end;
    if (!current) return;
    let observer: IntersectionObserver | undefined;
    // The bar above is not equally high in every window.
    const observe = () => {
      observer?.disconnect();
      const above = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
      observer = new IntersectionObserver(
        ([entry]) => entry && setAway(!entry.isIntersecting && entry.boundingClientRect.top < innerHeight / 2),
        { rootMargin: `${-Math.round(above + scoreHeight)}px 0px 0px` },
      );
      observer.observe(current);
    };
    observe();
    addEventListener('resize', observe);
    return () => {
      removeEventListener('resize', observe);
      observer?.disconnect();
    };
  }, []);
  return (
    <span ref={end} className={styles.end}>
      {/* Out of the screen, whose container would hold it. */}
      {isAway
        ? createPortal(
            <span aria-hidden="true" className={styles.atHand} data-board-theme={theme}>
              {isOwn ? <span className={styles.atHandWho}>{boardMessages.you}</span> : null}
              <CountingScore score={score} lands className={styles.atHandScore} />
            </span>,
            document.body,
          )
        : null}
    </span>
  );
}

/** About how far above the header's end its score stands, in pixels. */
const scoreHeight = 24;
