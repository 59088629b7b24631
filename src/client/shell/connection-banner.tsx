import { useRouterState } from '@tanstack/react-router';
import { CloudUpload, TriangleAlert, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useObstacle } from '#client/api/obstacle.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import { useDataAsOf } from '#client/sync/stream/last-contact.ts';
import { useConnection } from '#client/sync/stream/live.ts';
import { Button } from '#client/ui/button.tsx';
import { fullDate } from '#client/ui/format.fr.ts';
import { useAnyDialogOpen } from '#client/ui/open-dialogs.ts';
import { useRootMark } from '#client/ui/root-mark.ts';
import styles from './connection-banner.module.css';
import { shellMessages } from './shell-messages.fr.ts';
import { AnchoredStatus } from './anchored-status.tsx';

const texts = shellMessages.connection;

/** Stays in sight while the server cannot be heard, something stands before it, or something waits to be sent, and says how much. */
export function ConnectionBanner() {
  const screen = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' });
  const isCovered = useAnyDialogOpen();
  const obstacle = useObstacle();
  const isLost = useConnection() === 'lost';
  const asOf = useDataAsOf();
  const oldest = useOutbox('pending').find(({ confirmedRevision }) => confirmedRevision === null);
  const isSlow = useIsSlow(oldest?.startedAt ?? null);
  // The count has only stored commands: a person who reads that an action waits may close the page.
  const count = useOutbox('waiting');
  const unsafe = useOutbox('unsafe');
  useRootMark('data-connection-banner', obstacle !== null || isLost || asOf !== null || (isSlow && count > 0));
  const warning = unsafe > 0 ? <p>{texts.unsafe({ count: unsafe })}</p> : null;
  return (
    <AnchoredStatus className={styles.region} screen={screen} isCovered={isCovered}>
      {obstacle ? (
        <div className={styles.banner}>
          <TriangleAlert aria-hidden="true" className={styles.icon} />
          <div className={styles.words}>
            <p className={styles.text}>{count > 0 ? `${obstacle.sentence} ${texts.waiting({ count })}` : obstacle.sentence}</p>
            {warning}
          </div>
          <Button onClick={obstacle.way.onPress} className={styles.way}>
            {obstacle.way.label}
          </Button>
        </div>
      ) : isLost || asOf !== null ? (
        <div className={styles.banner}>
          <WifiOff aria-hidden="true" className={styles.icon} />
          <div className={styles.words}>
            <p className={styles.text}>{lostSentence(asOf, count)}</p>
            {warning}
          </div>
        </div>
      ) : isSlow && count > 0 ? (
        <div className={styles.banner} data-kind="sending">
          <CloudUpload aria-hidden="true" className={styles.icon} />
          <div className={styles.words}>
            <p className={styles.text}>{texts.sending({ count })}</p>
            {warning}
          </div>
        </div>
      ) : null}
    </AnchoredStatus>
  );
}

function lostSentence(asOf: number | null, count: number): string {
  if (asOf !== null) return texts.offlineAsOf({ count, date: fullDate(asOf) });
  return count > 0 ? texts.offline({ count }) : texts.lost;
}

/** Commands sent within this time show no banner. In milliseconds. */
const quick = 1500;

function useIsSlow(startedAt: number | null): boolean {
  const [slow, setSlow] = useState<number | null>(null);
  useEffect(() => {
    if (startedAt === null) return;
    // The clock may have been set back since.
    const timer = setTimeout(() => setSlow(startedAt), Math.min(quick, Math.max(0, startedAt + quick - Date.now())));
    return () => clearTimeout(timer);
  }, [startedAt]);
  return startedAt !== null && startedAt === slow;
}
