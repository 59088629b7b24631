import { CloudUpload, type LucideIcon, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import { useDataAsOf } from '#client/sync/stream/last-contact.ts';
import { useConnection } from '#client/sync/stream/live.ts';
import { fullDate } from '#client/ui/format.fr.ts';
import { shellMessages } from './shell-messages.fr.ts';

const texts = shellMessages.connection;

/** What the bar at the top says while the server cannot be heard, or something waits to be sent; null otherwise. */
export function useConnectionWords(): { Icon: LucideIcon; words: string } | null {
  const isLost = useConnection() === 'lost';
  const asOf = useDataAsOf();
  const oldest = useOutbox('pending').find(({ confirmedRevision }) => confirmedRevision === null);
  const isSlow = useIsSlow(oldest?.startedAt ?? null);
  // The count has only stored commands: a person who reads that an action waits may close the page.
  const count = useOutbox('waiting');
  if (asOf !== null) return { Icon: WifiOff, words: texts.offlineAsOf({ count, date: fullDate(asOf) }) };
  if (isLost) return { Icon: WifiOff, words: count > 0 ? texts.offline({ count }) : texts.lost };
  return isSlow && count > 0 ? { Icon: CloudUpload, words: texts.sending({ count }) } : null;
}

/** Commands sent within this time are not told of. In milliseconds. */
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
