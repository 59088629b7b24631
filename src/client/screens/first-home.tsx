import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useBoardCreation } from '#client/boards/creation/board-creation.ts';
import { BoardStarters } from '#client/boards/creation/board-starters.tsx';
import { boardsMessages } from '#client/boards/boards-messages.fr.ts';
import { loadJoinBoardDialog } from '#client/membership/load-join-board-dialog.ts';
import { useMe } from '#client/session/session-queries.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Row, Tiles } from '#client/ui/layout/layout.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { Ring } from '#client/ui/ring.tsx';
import styles from './first-home.module.css';
import { firstHomeMessages as texts } from './first-home-messages.fr.ts';

/** Accueil of a person without a board: a welcome, kits that make a board with a press, and the two other ways to one. */
export function FirstHome({ onMaking }: { onMaking: (isMaking: boolean) => void }) {
  const { username } = useMe();
  const { start, isBusy } = useBoardCreation();
  useEffect(() => onMaking(isBusy), [onMaking, isBusy]);
  const { Dialog: JoinBoardDialog, ...joining } = useLazyDialog(loadJoinBoardDialog);
  return (
    <div className={styles.first}>
      <Row gap={4}>
        <span aria-hidden="true" className={styles.picture}>
          <Ring className={styles.ring} />
          <span className={styles.emoji}>👑</span>
        </span>
        <div className={styles.words}>
          <h2 className={styles.title}>{texts.welcome({ name: username })}</h2>
          <p className={styles.text}>{texts.missing}</p>
        </div>
      </Row>
      <BoardStarters isBusy={isBusy} onStart={start} />
      <Tiles gap={3}>
        <Link to="/create-board" className={buttonClass()}>
          {boardsMessages.create}
        </Link>
        <Button onClick={joining.open}>{boardsMessages.join}</Button>
      </Tiles>
      {JoinBoardDialog ? <JoinBoardDialog open={joining.isOpen} onClose={joining.close} /> : null}
    </div>
  );
}
