import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import styles from './board-screen.module.css';
import { boardMessages, boardsMessages } from '#client/boards/boards-messages.fr.ts';
import gridStyles from './boards-screen.module.css';

/** Tableaux before anything of a person is known. */
export function BoardsSkeleton() {
  return (
    <div className={gridStyles.screen}>
      <PageTitle>{boardsMessages.title}</PageTitle>
      <Skeleton shape="card" count={6} label={boardsMessages.loading} />
    </div>
  );
}

/** Any board, before it is known which. */
export function BoardSkeleton() {
  return (
    <div className={styles.screen}>
      <div className={styles.layout}>
        <div className={styles.header}>
          <div className={styles.blankHeader} aria-hidden="true" />
        </div>
        <div className={styles.content}>
          <div className={styles.blankTabs} aria-hidden="true" />
          <Skeleton label={boardMessages.loading} shape="tile" count={8} />
        </div>
      </div>
    </div>
  );
}
