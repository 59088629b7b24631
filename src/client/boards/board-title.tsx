import { useLayoutEffect, useRef } from 'react';
import type { Board } from '#shared/boards';
import { hasLongWord, Hyphenated } from '#client/ui/hyphenated.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from './board-title.module.css';

interface BoardTitleProps {
  board: Pick<Board, 'title' | 'icon'>;
  /** How much of a common goal is reached, in percent: the ring around the icon. */
  reached?: number | undefined;
}

export function BoardTitle({ board: { title, icon }, reached }: BoardTitleProps) {
  const ring = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => ring.current?.style.setProperty('--reached', `${reached ?? 0}%`), [reached]);
  return (
    <>
      <span ref={ring} aria-hidden="true" className={styles.icon} data-ring={reached === undefined ? undefined : ''}>
        <span>{icon}</span>
      </span>
      <div className={styles.title} data-long={title.length > 24 ? 'title' : hasLongWord(title, 9) ? 'word' : undefined}>
        <PageTitle>
          <Hyphenated>{title}</Hyphenated>
        </PageTitle>
      </div>
    </>
  );
}
