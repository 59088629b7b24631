import { classNames } from './class-names.ts';
import { Ring } from './ring.tsx';
import styles from './wordmark.module.css';

/** The class of the link home, which the wordmark stands in. */
export const homeLink = styles.home;

/** The name with the ring before it; put it inside the link home. */
export function Wordmark({ className }: { className?: string | undefined }) {
  return (
    <span className={classNames(styles.wordmark, className)} data-gives-way="">
      <Ring className={styles.ring} />
      OU LA LA
    </span>
  );
}
