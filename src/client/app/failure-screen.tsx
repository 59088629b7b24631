import { Button, ButtonLink } from '#client/ui/button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Ring } from '#client/ui/ring.tsx';
import styles from './failure-screen.module.css';

interface FailureScreenProps {
  title: string;
  sentence?: string;
  /** The one way on: a link when it has an address, else a button. */
  way: { label: string; href: string } | { label: string; onPress: () => void };
  /** In the place of a screen of the shell, which has the `main` already. */
  inShell?: boolean;
}

/** What stands in place of a screen that cannot be shown. The entry needs it before the app, so it loads little. */
export function FailureScreen({ title, sentence, way, inShell = false }: FailureScreenProps) {
  const Place = inShell ? 'div' : 'main';
  return (
    <Place className={styles.screen} data-in-shell={inShell || undefined}>
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
    </Place>
  );
}
