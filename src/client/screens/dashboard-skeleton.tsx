import { ArrowRight } from 'lucide-react';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { dashboardMessages as texts } from '#client/activities/activities-messages.fr.ts';
import styles from './dashboard-screen.module.css';

/** Accueil before anything of a person is known. */
export function DashboardSkeleton() {
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <PageTitle>{texts.title}</PageTitle>
        <a href="/boards" className={styles.boards}>
          <span className={styles.boardsLink}>{texts.boardsLink}</span>
          <ArrowRight aria-hidden="true" />
        </a>
      </header>
      <section className={styles.feed} aria-label={texts.title}>
        <Skeleton shape="bubble" count={6} label={texts.loading} />
      </section>
    </div>
  );
}
