import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { BoardCard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { Pill } from '#client/ui/surface/surface.tsx';
import { useReadOnMonday } from './read-on-monday.ts';
import styles from './recap-line.module.css';
import { recapMessages as texts } from './recap-messages.fr.ts';

type Told = Pick<BoardCard, 'id' | 'title' | 'icon' | 'theme' | 'timeZone' | 'recap'>;

interface RecapLineProps {
  /** The person's boards; the line tells of those with a recap that waits. */
  boards: readonly Told[] | undefined;
}

/** 'Le récap de la semaine est là', for whoever has not read it: one line, whatever the number of boards. */
export function RecapLine({ boards }: RecapLineProps) {
  const recap = useRecapDialog();
  useReadOnMonday(boards ?? []);
  const told = (boards ?? []).flatMap((board) =>
    board.recap === undefined ? [] : { ...board, onPress: () => recap.show(board.id, board.recap ?? '') },
  );
  return (
    <>
      <NewsLine boards={told} news={texts.news} shortNews={texts.shortNews} />
      {recap.dialog}
    </>
  );
}

interface NewsLineProps {
  /** Those that it tells of; `aside` stands behind the name of what waits for nothing. */
  boards: readonly (Pick<Told, 'id' | 'title' | 'icon' | 'theme'> & { aside?: string; onPress: () => void })[];
  news: string;
  /** Beside a button for each of several boards. */
  shortNews: string;
}

/** One line about boards, whatever their number. */
export function NewsLine({ boards, news, shortNews }: NewsLineProps) {
  const [only] = boards;
  if (!only) return null;
  return boards.length === 1 ? <WholeLine board={only} news={news} /> : <SharedLine boards={boards} news={shortNews} />;
}

function WholeLine({ board: { title, icon, theme, aside, onPress }, news }: { board: NewsLineProps['boards'][number]; news: string }) {
  return (
    <button
      type="button"
      className={styles.line}
      data-board-theme={theme}
      data-quiet={aside === undefined ? undefined : ''}
      aria-haspopup="dialog"
      onClick={onPress}
    >
      <span aria-hidden="true" className={styles.icon}>
        {icon}
      </span>
      <span className={styles.text}>
        <span className={styles.news}>{news}</span>
        <span className={styles.name}>{aside === undefined ? title : `${title} · ${aside}`}</span>
      </span>
      <ChevronRight aria-hidden="true" className={styles.arrow} />
    </button>
  );
}

function SharedLine({ boards, news }: Pick<NewsLineProps, 'boards' | 'news'>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.shared}>
      <h2 id={id} className={styles.heading}>
        {news}
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

/** Opens the recap of a board; `dialog` is to be drawn. */
export function useRecapDialog() {
  const { Dialog, open, close, isOpen } = useLazyDialog(loadRecapDialog);
  const [shown, setShown] = useState<{ boardId: BoardId; week: string } | null>(null);
  return {
    show: (boardId: BoardId, week: string) => {
      setShown({ boardId, week });
      open();
    },
    dialog: Dialog && shown ? <Dialog {...shown} open={isOpen} onClose={close} onWeek={(week) => setShown({ ...shown, week })} /> : null,
  };
}

const loadRecapDialog = async () => (await import('./recap-dialog.tsx')).RecapDialog;
