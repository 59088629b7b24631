import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { requestsMessages as texts } from './requests-messages.fr.ts';
import styles from './requests-screen.module.css';

/** Demandes before anything of a person is known. */
export function RequestsSkeleton() {
  return (
    <div className={styles.screen}>
      <PageTitle subtitle={texts.subtitle}>{texts.title}</PageTitle>
      <div className={styles.content}>
        <Skeleton label={texts.loading} labelShown count={4} />
      </div>
    </div>
  );
}
