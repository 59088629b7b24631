import type { BoardCard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { duelOf, rankOf } from './own-standing.ts';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { boardMessages, boardsMessages as texts } from './boards-messages.fr.ts';
import styles from './board-card.module.css';

export type BoardCardLook = Pick<BoardCard, 'title' | 'icon' | 'theme' | 'totalPoints' | 'memberCount' | 'actionCount' | 'members'>;

interface BoardCardPictureProps {
  board: BoardCardLook;
  /** The person whose rank the card shows. */
  myId?: UserId | undefined;
}

/** A board in its gradient: what the grid links to and what the form previews. */
export function BoardCardPicture({ board, myId }: BoardCardPictureProps) {
  const { title, icon, theme, totalPoints, memberCount, actionCount, members } = board;
  const duel = myId === undefined ? null : duelOf(members, myId);
  const rank = myId === undefined || !members ? null : rankOf(members, myId);
  return (
    <span className={styles.card} data-board-theme={theme} data-duel={duel ? '' : undefined}>
      <span aria-hidden="true" className={styles.icon}>
        {icon}
      </span>
      <span data-title="" className={styles.title}>
        {title}
      </span>
      <span className={styles.numbers}>
        {duel?.map(({ userId, username, score }) => (
          <span key={userId} className={styles.side} data-long={String(score).length > 6 || undefined}>
            <span className={styles.who}>{userId === myId ? boardMessages.you : username}</span>{' '}
            <CountingScore score={score} className={styles.sideScore} />
          </span>
        ))}
        <span className={styles.total} data-long={String(totalPoints).length > 6 || undefined}>
          <CountingScore score={totalPoints} className={styles.score} /> <span className={styles.unit}>{texts.unit}</span>
        </span>
        {rank ? <span className={styles.rank}>{boardMessages.ownRank(rank)}</span> : null}
      </span>
      <span className={styles.counts}>
        <span>{texts.members({ count: memberCount })}</span>
        {/* Heard, not seen: each has a line of its own. */}
        <span className="visually-hidden"> · </span>
        <span>{texts.actions({ count: actionCount })}</span>
      </span>
    </span>
  );
}
