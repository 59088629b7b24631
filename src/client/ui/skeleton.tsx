import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** The label, which says what is loading. */
  label: string;
  /** `row`: a list; `card`: a grid of cards; `bubble`: the feed; `tile`: a grid of actions. */
  shape?: 'row' | 'card' | 'bubble' | 'tile' | undefined;
  count?: number | undefined;
  /** The label is read aloud in any case; this shows it too. */
  labelShown?: boolean | undefined;
}

/** The outline of what comes. It shows after 200 ms, so that a quick answer never flashes. */
export function Skeleton({ label, shape = 'row', count = 4, labelShown = false }: SkeletonProps) {
  return (
    <div role="status" aria-busy="true" className={styles.skeleton}>
      <span className={labelShown ? styles.label : 'visually-hidden'}>{label}</span>
      <div aria-hidden="true" className={classNames(styles.shapes, styles[shape])}>
        {Array.from({ length: count }, (_, index) => (
          <span key={index} />
        ))}
      </div>
    </div>
  );
}
