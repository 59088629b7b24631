import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { BoardId } from '#shared/ids';
import { weekInWords } from '#shared/week-in-words.fr';
import styles from './recap-archive.module.css';
import { useRecapDialog } from './recap-line.tsx';
import { recapMessages as texts } from './recap-messages.fr.ts';
import { recapWeeksQuery } from './recap-queries.ts';

/** The recaps of a board that can be read, read or not. */
export function RecapArchive({ boardId }: { boardId: BoardId }) {
  const id = useId();
  const { data: weeks = [] } = useQuery(recapWeeksQuery(boardId));
  const { show, dialog } = useRecapDialog();
  return (
    <>
      {weeks.length > 0 ? (
        <section aria-labelledby={id} className={styles.archive}>
          <h2 id={id} className={styles.title}>
            {texts.archive}
          </h2>
          <ul className={styles.weeks}>
            {weeks.map(({ week }) => (
              <li key={week}>
                <button type="button" className={styles.week} aria-haspopup="dialog" onClick={() => show(boardId, week)}>
                  {weekInWords(week)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {dialog}
    </>
  );
}
