import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './page-title.module.css';

interface PageTitleProps {
  children: ReactNode;
  subtitle?: ReactNode;
  className?: string | undefined;
}

/** The `h1` of a screen. It takes the focus when one navigates, so that a screen reader starts there; not on the first load. */
export function PageTitle({ children, subtitle, className }: PageTitleProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasNavigated) title.current?.focus({ preventScroll: true });
    hasNavigated = true;
  }, []);
  return (
    <div className={classNames(styles.head, className)}>
      <h1 ref={title} tabIndex={-1} className={styles.title}>
        {children}
      </h1>
      {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
    </div>
  );
}

let hasNavigated = false;
