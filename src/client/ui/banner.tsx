import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { words } from './ui-messages.fr.ts';

interface BannerProps {
  kind?: 'info' | 'success' | 'warning' | 'error' | undefined;
  title?: string | undefined;
  children?: ReactNode;
  /** Usually one Button. */
  action?: ReactNode;
  /** For what appears in answer to something: it is read aloud as it comes. */
  announced?: boolean | undefined;
}

export function Banner({ kind = 'info', title, children, action, announced = false }: BannerProps) {
  const Icon = icons[kind];
  const role = kind === 'error' ? 'alert' : 'status';
  return (
    <div className={classNames(styles.banner, styles[kind])} role={announced ? role : undefined}>
      <Icon aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

interface ErrorBannerProps {
  children: ReactNode;
  /** Tries what failed again. Without it there is no button. */
  onRetry?: (() => unknown) | undefined;
  isRetrying?: boolean | undefined;
}

/** What failed, read aloud as it appears. Without a sentence there is no banner. */
export function ErrorBanner({ children, onRetry, isRetrying }: ErrorBannerProps) {
  if (!children) return null;
  const retry = onRetry && (
    <Button pending={isRetrying} onClick={() => void onRetry()}>
      {words.retry}
    </Button>
  );
  return (
    <Banner kind="error" announced action={retry}>
      {children}
    </Banner>
  );
}
