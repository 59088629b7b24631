import { Settings, Share2 } from 'lucide-react';
import type { Board, Member } from '#shared/boards';
import { Avatar } from '#client/ui/avatar.tsx';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from './board-header.module.css';
import { boardMessages, boardsMessages } from './boards-messages.fr.ts';

interface BoardHeaderProps {
  board: Pick<Board, 'title' | 'icon' | 'totalPoints'>;
  memberCount: number;
  /** Shown as a row of faces once they are known. */
  members?: readonly Member[] | undefined;
  onSettings?: (() => void) | undefined;
  onShare?: (() => void) | undefined;
}

/** The board's face, in its gradient. Without its buttons while the rest of the board is still on its way. */
export function BoardHeader({ board, memberCount, members, onSettings, onShare }: BoardHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <span aria-hidden="true" className={styles.icon}>
          {board.icon}
        </span>
        {onShare ? (
          <IconButton className={styles.button} label={boardMessages.share} icon={<Share2 aria-hidden="true" />} onClick={onShare} />
        ) : null}
        {onSettings ? (
          <IconButton
            className={styles.button}
            label={boardMessages.openSettings}
            icon={<Settings aria-hidden="true" />}
            onClick={onSettings}
          />
        ) : null}
      </div>
      <div className={styles.title} data-long={board.title.length > 24 || undefined}>
        <PageTitle>{board.title}</PageTitle>
      </div>
      <div className={styles.foot}>
        <p className={styles.members}>
          {members ? (
            <span aria-hidden="true" className={styles.faces}>
              {members.slice(0, facesShown).map(({ userId, avatar }) => (
                <Avatar key={userId} emoji={avatar} size="sm" />
              ))}
            </span>
          ) : null}
          <span>{boardsMessages.members({ count: memberCount })}</span>
        </p>
        <p className={styles.total}>
          <span className="visually-hidden">{boardMessages.totalLabel} </span>
          <CountingScore score={board.totalPoints} className={styles.score} />
        </p>
      </div>
    </header>
  );
}

const facesShown = 5;
