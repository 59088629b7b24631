import { WifiOff } from 'lucide-react';
import { useConnection } from '#client/live.ts';
import { usePending } from '#client/outbox.ts';
import styles from './connection-banner.module.css';
import { shellMessages } from './shell-messages.fr.ts';

const texts = shellMessages.connection;

/** Stays in sight while the live stream is lost, and says how many actions wait for it. */
export function ConnectionBanner() {
  const isLost = useConnection() === 'lost';
  const waiting = usePending().length;
  return (
    // The region stands there from the start: one that comes with its text is often not read.
    <div role="status" aria-live="polite" className={styles.region}>
      {isLost ? (
        <div className={styles.banner}>
          <WifiOff aria-hidden="true" className={styles.icon} />
          <div>
            <p className={styles.text}>{texts.lost}</p>
            {waiting > 0 ? <p>{texts.offline({ count: waiting })}</p> : null}
          </div>
        </div>
      ) : null}
    </div>
  );
}
