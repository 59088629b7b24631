import { useCallback, useState } from 'react';
import type { FeedActivity } from '#shared/activities';
import type { UserId } from '#shared/ids';
import { inServerTime } from '#client/api/server-clock.ts';
import type { Shown } from '#client/sync/commands/items.ts';
import { LongList } from '#client/ui/long-list.tsx';
import { daysIn } from './days.ts';
import { FeedBubble } from './feed-bubble.tsx';
import styles from './feed-list.module.css';
import { useToday } from './near-date.tsx';
import { repetitionsIn } from './repetitions.ts';

interface FeedListProps {
  /** The newest first. */
  activities: readonly Shown<FeedActivity>[];
  myId: UserId;
  /** By the clock of this device, in milliseconds since 1970. What came later enters with a motion, and stays by itself until the feed is opened again. */
  openedAt: number;
}

/** The activities of all boards, by days. What somebody did again and again is one bubble until it is unfolded. */
export function FeedList({ activities, myId, openedAt }: FeedListProps) {
  const today = useToday();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) => setUnfolded((ids) => (ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id]))),
    [],
  );
  const until = inServerTime(openedAt);
  const runs = repetitionsIn(activities, until, today);
  const folded = new Set([...runs].flatMap(([newest, run]) => (unfolded.has(newest) ? [] : run.slice(1))));
  const shown = activities.filter((activity) => !folded.has(activity));
  const days = daysIn(shown, today);
  return (
    <LongList as="ol" className={styles.list} items={shown}>
      {(activity) => (
        <FeedBubble
          key={activity.id}
          activity={activity}
          myId={myId}
          fresh={activity.pending || activity.loggedAt > until}
          day={days.get(activity.id)}
          times={runs.get(activity.id)?.length}
          isUnfolded={unfolded.has(activity.id)}
          onToggle={toggle}
        />
      )}
    </LongList>
  );
}
