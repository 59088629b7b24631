import styles from './failure-screen.module.css';
import { Button, ButtonLink } from './ui/button.tsx';
import { PageTitle } from './ui/page-title.tsx';
import { Ring } from './ui/ring.tsx';

interface FailureScreenProps {
  title: string;
  sentence?: string;
  /** The one way on: a link when it has an address, else a button. */
  way: { label: string; href: string } | { label: string; onPress: () => void };
}

/** What stands in place of a screen that cannot be shown. The entry needs it before the app, so it loads little. */
export function FailureScreen({ title, sentence, way }: FailureScreenProps) {
  return (
    <main className={styles.screen}>
      <Ring className={styles.ring} />
      <div role="alert">
        <PageTitle className={styles.title} subtitle={sentence}>
          {title}
        </PageTitle>
      </div>
      {'href' in way ? (
        <ButtonLink kind="primary" href={way.href}>
          {way.label}
        </ButtonLink>
      ) : (
        <Button kind="primary" onClick={way.onPress}>
          {way.label}
        </Button>
      )}
    </main>
  );
}
