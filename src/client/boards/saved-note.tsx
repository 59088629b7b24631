import { CircleCheck } from 'lucide-react';
import styles from './board-settings.module.css';

/** Says that a setting is saved. It stands there from the start: a live region that comes with its text is often not read. */
export function SavedNote({ children }: { children: string | null }) {
  return (
    <p role="status" className={styles.saved}>
      {children === null ? null : (
        <>
          <CircleCheck aria-hidden="true" />
          {children}
        </>
      )}
    </p>
  );
}
