import { Link } from '@tanstack/react-router';
import { buttonClass } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { useBoardCreation } from './board-creation.ts';
import { BoardStarters } from './board-starters.tsx';
import styles from './board-starters.module.css';
import { firstBoardMessages as texts } from './first-board-messages.fr.ts';

/** Where there is no board yet: one press away from the first, or a form away from one of their own. */
export function FirstBoard() {
  const { start, isBusy } = useBoardCreation();
  const create = (
    <Link to="/create-board" className={buttonClass({ kind: 'primary' })}>
      {texts.create}
    </Link>
  );
  return (
    <>
      <EmptyState title={texts.welcome} action={create} />
      <div className={styles.first}>
        <BoardStarters isBusy={isBusy} onStart={start} />
      </div>
    </>
  );
}
