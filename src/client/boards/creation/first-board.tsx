import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { useBoardCreation } from './board-creation.ts';
import { BoardStarters } from './board-starters.tsx';
import styles from './board-starters.module.css';
import { firstBoardMessages as texts } from './first-board-messages.fr.ts';

interface FirstBoardProps {
  title?: string;
  text?: string;
  /** The other ways to a board. */
  others?: ReactNode;
}

/** Shown to a person without a board: kits that make one with a press, and the way to the form. */
export function FirstBoard({ title = texts.welcome, text, others }: FirstBoardProps) {
  const { start, isBusy } = useBoardCreation();
  return (
    <>
      <EmptyState title={title} text={text} emoji="👑" />
      <div className={styles.first}>
        <BoardStarters isBusy={isBusy} onStart={start} />
        {others ?? (
          <Link to="/create-board" className={buttonClass()}>
            {texts.create}
          </Link>
        )}
      </div>
    </>
  );
}
