import { BoardStarters } from './board-starters.tsx';
import { useBoardCreation } from './board-creation.ts';
import styles from './board-starters.module.css';

/** Where there is no board yet: one press away from the first. */
export function FirstBoard() {
  const { start, isBusy } = useBoardCreation();
  return (
    <div className={styles.first}>
      <BoardStarters isBusy={isBusy} onStart={start} />
    </div>
  );
}
