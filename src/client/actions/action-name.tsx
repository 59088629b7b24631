import type { Action } from '#shared/actions';
import { PointsPill } from '#client/ui/points-pill.tsx';
import styles from './manage-actions-dialog.module.css';

/** What an action is, in a row. */
export function ActionName({ action: { title, points, emoji } }: { action: Action }) {
  return (
    <span className={styles.action}>
      <span aria-hidden="true" className={styles.emoji}>
        {emoji}
      </span>
      <span className={styles.title}>{title}</span>
      <PointsPill points={points} />
    </span>
  );
}
