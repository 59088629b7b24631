import { Fragment, type ReactNode } from 'react';
import styles from './device-list.module.css';

interface ListProps<Item> {
  of: readonly Item[];
  children: (item: Item) => ReactNode;
}

/** Things that the person has, or nothing where there are none. */
export function List<Item extends { id: string }>({ of, children }: ListProps<Item>) {
  if (of.length === 0) return null;
  return (
    <ul className={styles.devices}>
      {of.map((item) => (
        <Fragment key={item.id}>{children(item)}</Fragment>
      ))}
    </ul>
  );
}

interface ListRowProps {
  picture?: ReactNode;
  name: ReactNode;
  badge?: string | null | undefined;
  /** Of the lines under the name, for the buttons that are told apart by them. */
  linesId?: string;
  lines: ReactNode;
  /** What one does with it. */
  children: ReactNode;
}

/** One of a list of things that the person has: a device, a passkey, a token. */
export function ListRow({ picture, name, badge, linesId, lines, children }: ListRowProps) {
  return (
    <li className={styles.device}>
      {picture === undefined ? null : (
        <span aria-hidden="true" className={styles.picture}>
          {picture}
        </span>
      )}
      <div className={styles.what}>
        <p className={styles.name}>
          {name}
          {badge ? <span className="badge">{badge}</span> : null}
        </p>
        <p id={linesId} className={styles.dates}>
          {lines}
        </p>
      </div>
      {children}
    </li>
  );
}
