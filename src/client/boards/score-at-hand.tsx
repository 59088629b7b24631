import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Board } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Ranked } from '#shared/leaderboard';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { Raised } from '#client/ui/raised.tsx';
import { boardMessages, boardsMessages } from './boards-messages.fr.ts';
import styles from './score-at-hand.module.css';

interface ScoreAtHandProps {
  ranking: readonly Ranked[];
  myId: UserId;
  board: Pick<Board, 'theme' | 'playMode' | 'totalPoints'>;
}

/**
 * One's own score and rank, or the sum of accomplices, in the bar at the top, while the header that has them is scrolled away: what one just earned is seen where one looks. Nobody
 * hears of it, since the header is still read. Stands where the header ends.
 */
export function ScoreAtHand({ ranking, myId, board }: ScoreAtHandProps) {
  const mine = ranking.find(({ userId }) => userId === myId);
  const isTogether = board.playMode === 'together';
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
        (entries) => {
          // On a busy phone it tells of several moments at once, the present one last.
          const entry = entries.at(-1);
          if (entry) setAway(!entry.isIntersecting && entry.boundingClientRect.top < innerHeight / 2);
        },
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
      {isAway && mine
        ? createPortal(
            <span aria-hidden="true" className={styles.atHand} data-board-theme={board.theme}>
              <span>{isTogether ? boardsMessages.together : boardMessages.you}</span>
              <CountingScore score={isTogether ? board.totalPoints : mine.score} lands className={styles.score} />
              {ranking.length > 1 && ranking.some(({ score }) => score !== 0) ? (
                <span>
                  {' · '}
                  <Raised>{boardMessages.rankShort(mine)}</Raised>
                </span>
              ) : null}
            </span>,
            document.querySelector('[data-top-slot]') ?? document.body,
          )
        : null}
    </span>
  );
}

/** About how far above the header's end its score stands, in pixels. */
const scoreHeight = 24;
