import { ChevronRight } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { BoardCard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { Hyphenated } from '#client/ui/hyphenated.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { Pill } from '#client/ui/surface/surface.tsx';
import { useReadOnMonday } from './read-on-monday.ts';
import styles from './recap-line.module.css';
import { recapMessages as texts } from './recap-messages.fr.ts';

type Told = Pick<BoardCard, 'id' | 'title' | 'icon' | 'theme' | 'timeZone' | 'film' | 'recap'>;

interface RecapLineProps {
  /** The person's boards; the line tells of those with a film or a recap that waits. */
  boards: readonly Told[] | undefined;
}

/** 'Le récap de la semaine est là', or a film in its place (decision D59), for whoever has not seen it: one line, whatever the number of boards. */
export function RecapLine({ boards }: RecapLineProps) {
  const { show, dialog } = useCardsDialog();
  useReadOnMonday(boards ?? []);
  const told = (boards ?? []).flatMap((board) => {
    const { id, film, recap: week } = board;
    return film || week
      ? { ...board, news: film ? texts.filmOf({ period: film }) : texts.news, onPress: () => show(id, { film, week }) }
      : [];
  });
  return (
    <>
      <NewsLine boards={told} shortNews={told.some(({ film }) => film) ? texts.shortNewsWithFilms : texts.shortNews} />
      {dialog}
    </>
  );
}

interface NewsLineProps {
  /** Those that it tells of; `aside` stands behind the name of what waits for nothing. */
  boards: readonly (Pick<Told, 'id' | 'title' | 'icon' | 'theme'> & { news: string; aside?: string; onPress: () => void })[];
  /** Beside a button for each of several boards. */
  shortNews: string;
}

/** One line about boards, whatever their number. */
export function NewsLine({ boards, shortNews }: NewsLineProps) {
  const [only] = boards;
  if (!only) return null;
  return boards.length === 1 ? <WholeLine board={only} /> : <SharedLine {...{ boards, shortNews }} />;
}

function WholeLine({ board: { title, icon, theme, news, aside, onPress } }: { board: NewsLineProps['boards'][number] }) {
  return (
    <button type="button" className={styles.line} data-board-theme={theme} aria-haspopup="dialog" onClick={onPress}>
      <span aria-hidden="true" className={styles.icon}>
        {icon}
      </span>
      <span className={styles.text}>
        <span className={styles.news}>{news}</span>
        <span className={styles.name}>
          <Hyphenated>{aside === undefined ? title : `${title} · ${aside}`}</Hyphenated>
        </span>
      </span>
      <ChevronRight aria-hidden="true" className={styles.arrow} />
    </button>
  );
}

function SharedLine({ boards, shortNews }: NewsLineProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.shared}>
      <h2 id={id} className={styles.heading}>
        {shortNews}
      </h2>
      <ul className={styles.boards}>
        {boards.map(({ id: boardId, title, icon, theme, onPress }) => (
          <li key={boardId} data-board-theme={theme}>
            <Pill className={styles.board} aria-haspopup="dialog" onClick={onPress}>
              <span aria-hidden="true">{icon}</span>
              {title}
            </Pill>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Cards {
  /** The year or the anniversary of a film, which comes before a week. */
  film?: string | null | undefined;
  week?: string | null | undefined;
}

/** Opens the film or the recap of a board; `dialog` is to be drawn. */
export function useCardsDialog() {
  const [shown, setShown] = useState<{ boardId: BoardId; period: string } | null>(null);
  const isFilm = useRef(false);
  const { Dialog, open, close, isOpen } = useLazyDialog(() => loadDialog(isFilm.current));
  return {
    show: (boardId: BoardId, { film, week }: Cards) => {
      isFilm.current = Boolean(film);
      setShown({ boardId, period: film ?? week ?? '' });
      open();
    },
    dialog:
      Dialog && shown ? <Dialog {...shown} open={isOpen} onClose={close} onPeriod={(period) => setShown({ ...shown, period })} /> : null,
  };
}

async function loadDialog(isFilm: boolean) {
  return isFilm ? (await import('./film-dialog.tsx')).FilmDialog : (await import('./recap-dialog.tsx')).RecapDialog;
}
