import type { BoardCard } from '#shared/boards';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { boardsMessages as texts } from './boards-messages.fr.ts';
import styles from './board-card.module.css';

export type BoardCardLook = Pick<BoardCard, 'title' | 'icon' | 'theme' | 'totalPoints' | 'memberCount' | 'actionCount'>;

/** A board in its gradient: what the grid links to and what the form previews. */
export function BoardCardPicture({ board }: { board: BoardCardLook }) {
  const { title, icon, theme, totalPoints, memberCount, actionCount } = board;
  return (
    <span className={styles.card} data-board-theme={theme}>
      <span aria-hidden="true" className={styles.icon}>
        {icon}
      </span>
      <span className={styles.title}>{title}</span>
      <span className={styles.numbers}>
        <span className={styles.total}>
          <CountingScore score={totalPoints} className={styles.score} /> <span className={styles.unit}>{texts.unit}</span>
        </span>
        <span className={styles.counts}>
          <span>{texts.members({ count: memberCount })} ·</span> <span>{texts.actions({ count: actionCount })}</span>
        </span>
      </span>
    </span>
  );
}
