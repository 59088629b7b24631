import { classNames } from './class-names.ts';
import styles from './rank-badge.module.css';

/** Gold, silver and bronze for the first three, a plain number for the rest. `label` replaces the bare number aloud. */
export function RankBadge({ rank, label }: { rank: number; label?: string | undefined }) {
  const metal = metals[rank - 1];
  return (
    <span className={classNames(styles.badge, metal && styles[metal])}>
      <span aria-hidden={label ? true : undefined}>{rank}</span>
      {label ? <span className="visually-hidden">{label}</span> : null}
    </span>
  );
}

const metals = ['gold', 'silver', 'bronze'] as const;
