import type { NewAction } from '#shared/actions';
import { PointsPill } from '#client/ui/points-pill.tsx';
import styles from './manage-actions-dialog.module.css';

interface ActionNameProps {
  action: Pick<NewAction, 'title' | 'points'> & { emoji?: string | null | undefined; category?: string | null | undefined };
  /** The id of the line with its points. */
  factsId?: string;
}

/** Categories of the catalogue that only repeat the sign of the points. */
const signs: ReadonlySet<string> = new Set(['positive', 'negative']);

/** The name and points of an action, in a row. */
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
          {category && !signs.has(category) ? <span className={styles.category}>{category}</span> : null}
        </span>
      </span>
    </>
  );
}
