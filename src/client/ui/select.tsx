import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './select.module.css';

/** The browser's own list, with our arrow. What stands around it draws the edge, by `className` or as a field. */
export function Select({ className, children, ...select }: ComponentProps<'select'>) {
  return (
    <span className={classNames(styles.box, className)}>
      <select {...select} className={styles.select}>
        {children}
      </select>
      <ChevronDown aria-hidden="true" className={styles.chevron} />
    </span>
  );
}
