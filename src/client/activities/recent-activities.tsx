import { useId } from 'react';
import type { UserId } from '#shared/ids';
import type { Shown } from '#client/sync/commands/items.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { useObserved } from '#client/ui/observable.ts';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { Card, RowItem } from '#client/ui/surface/surface.tsx';
import { windowIs } from '#client/ui/window-frame.ts';
import { activitiesMessages as texts, notedOf } from './activities-messages.fr.ts';
import { NearDate } from './near-date.tsx';
import { notificationsMessages } from './notifications-messages.fr.ts';
import styles from './recent-activities.module.css';

interface RecentActivitiesProps {
  /** The newest first. */
  activities: readonly Shown[];
  myId: UserId;
}

/** The latest activities among what the scores are made of, on wide windows. Read-only: Notifications has all, and the buttons. */
export function RecentActivities({ activities, myId }: RecentActivitiesProps) {
  const isWide = useObserved(wide);
  const titleId = useId();
  const counting = activities.filter(({ undone, undoing }) => undone === null && !undoing).slice(0, most);
  if (!isWide || counting.length === 0) return null;
  return (
    <Card aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.heading}>
        {notificationsMessages.recent}
      </h2>
      {counting.map(({ id, title, emoji, points, userId, username, userAvatar, notedBy, playedAt, loggedAt, pending }) => (
        <RowItem
          as="div"
          key={id}
          className={styles.row}
          face={<Avatar emoji={userAvatar} size="sm" />}
          words={
            <>
              <p className={styles.what}>
                <strong>{userId === myId ? texts.you : username}</strong> {title}
                {emoji ? (
                  <span aria-hidden="true">
                    {'\u00A0'}
                    <span className={styles.emoji}>{emoji}</span>
                  </span>
                ) : null}
              </p>
              {notedBy || playedAt ? <p className={styles.when}>{notedOf({ notedBy, playedAt }, myId)}</p> : null}
              <p className={styles.when}>{pending ? texts.pending : <NearDate at={loggedAt} />}</p>
            </>
          }
          number={<PointsPill points={points} />}
        />
      ))}
    </Card>
  );
}

const wide = windowIs('large');
const most = 4;
