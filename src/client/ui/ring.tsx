import { classNames } from './class-names.ts';
import styles from './ring.module.css';

/** The brand's ring, 1em wide unless a class says otherwise. Purely a picture. */
export function Ring({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={classNames(styles.ring, className)} />;
}

interface LoaderProps {
  label: string;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** The label is read aloud in any case; this shows it too. */
  labelShown?: boolean | undefined;
}

/** The ring turning. It shows after 200 ms: what is quicker needs no loader. */
export function Loader({ label, size = 'md', labelShown = false }: LoaderProps) {
  return (
    <span role="status" className={classNames(styles.loader, styles[size])}>
      <Ring className={styles.turning} />
      <span className={labelShown ? styles.label : 'visually-hidden'}>{label}</span>
    </span>
  );
}
