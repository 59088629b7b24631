import { classNames } from './class-names.ts';
import styles from './rank-badge.module.css';

interface RankBadgeProps {
  rank: number;
  /** Gold, silver or bronze; without it a plain number. */
  metal: Metal | undefined;
  /** Replaces the bare number aloud. */
  label?: string | undefined;
}

export type Metal = 'gold' | 'silver' | 'bronze';

/** The metal of a place, by its rank and points and those of the first: none for 0, nor behind a first of 0 (decision D24). */
export function metalOf(rank: number, points: number, firstPoints: number | undefined): Metal | undefined {
  return points === 0 || firstPoints === 0 ? undefined : metals[rank - 1];
}

const metals: readonly Metal[] = ['gold', 'silver', 'bronze'];

export function RankBadge({ rank, metal, label }: RankBadgeProps) {
  return (
    <span className={classNames(styles.badge, metal && styles[metal])}>
      <span aria-hidden={label ? true : undefined}>{rank}</span>
      {label ? <span className="visually-hidden">{label}</span> : null}
    </span>
  );
}
