import type { Action } from '#shared/actions';
import { PointsPill } from '#client/ui/points-pill.tsx';
import styles from './manage-actions-dialog.module.css';

interface ActionNameProps {
  action: Action;
  /** Of the line that says what it is worth. */
  factsId?: string;
}

/** What an action is, in a row. */
export function ActionName({ action: { title, points, emoji, category }, factsId }: ActionNameProps) {
  return (
    <>
      <span aria-hidden="true" className={styles.emoji}>
        {emoji}
      </span>
      <span className={styles.name}>
        <span className={styles.title}>{title}</span>
        <span id={factsId} className={styles.facts}>
          <PointsPill points={points} />
          {category ? <span className={styles.category}>{category}</span> : null}
        </span>
      </span>
    </>
  );
}
