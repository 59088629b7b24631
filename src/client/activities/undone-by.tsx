import { Clock } from 'lucide-react';
import type { UserId } from '#shared/ids';
import type { Shown } from '#client/sync/commands/items.ts';
import { activitiesMessages as texts } from './activities-messages.fr.ts';
import { NearDate } from './near-date.tsx';
import styles from './feed-bubble.module.css';

interface UndoneByProps {
  activity: Pick<Shown, 'undone' | 'undoing'>;
  myId: UserId;
}

/** 'Annulée par Max il y a 5 min', of an activity that was undone or is about to be; nothing for any other. */
export function UndoneBy({ activity: { undone, undoing }, myId }: UndoneByProps) {
  if (undone) {
    return (
      <p>
        {undone.userId === myId ? texts.undoneByYou : texts.undoneBy({ name: undone.username })} <NearDate at={undone.at} />
      </p>
    );
  }
  if (!undoing) return null;
  return (
    <p>
      {texts.undoneByYou}{' '}
      <span className={styles.pending}>
        <Clock aria-hidden="true" />
        <span>{texts.pending}</span>
      </span>
    </p>
  );
}
