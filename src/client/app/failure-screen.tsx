import { Button, ButtonLink } from '#client/ui/button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Ring } from '#client/ui/ring.tsx';
import styles from './failure-screen.module.css';

interface FailureScreenProps {
  title: string;
  sentence?: string;
  /** The one way on: a link when it has an address, else a button. */
  way: { label: string; href: string } | { label: string; onPress: () => void };
  /** Stands for a screen of the shell, which has the `main` already. */
  inShell?: boolean;
}

/** Shown instead of a screen that fails. The entry needs it before the app, so it imports little. */
export function FailureScreen({ title, sentence, way, inShell = false }: FailureScreenProps) {
  const Container = inShell ? 'div' : 'main';
  return (
    <Container className={styles.screen} data-failed="">
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
    </Container>
  );
}
