import { type ReactNode, useRef } from 'react';
import styles from './empty-state.module.css';
import { Ring } from './ring.tsx';
import { useUncovered } from './uncovered.ts';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** One Button or link. */
  action?: ReactNode;
  /** Stands in the ring. */
  emoji?: string | undefined;
}

export function EmptyState({ title, text, action, emoji }: EmptyStateProps) {
  const button = useRef<HTMLDivElement>(null);
  useUncovered(button);
  return (
    <div className={styles.empty}>
      <div className={styles.picture} aria-hidden="true">
        <Ring className={styles.ring} />
        {emoji ? <span className={styles.emoji}>{emoji}</span> : null}
      </div>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {text ? <p className={styles.text}>{text}</p> : null}
        {action ? (
          <div ref={button} className={styles.action}>
            {action}
          </div>
        ) : null}
      </div>
    </div>
  );
}
