import { type ReactNode, useCallback, useState } from 'react';
import type { FeedActivity } from '#shared/activities';
import type { UserId } from '#shared/ids';
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
  /** In milliseconds since 1970. What came later enters with a motion, and stays by itself until the feed is opened again. */
  openedAt: number;
  /** Stands after what was the third bubble when the feed was opened, or after the last of fewer. */
  question: ReactNode;
}

/** The activities of all boards, by days. What somebody did again and again is one bubble until it is unfolded. */
export function FeedList({ activities, myId, openedAt, question }: FeedListProps) {
  const today = useToday();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) => setUnfolded((ids) => (ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id]))),
    [],
  );
  const runs = repetitionsIn(activities, openedAt, today);
  const folded = new Set([...runs].flatMap(([newest, run]) => (unfolded.has(newest) ? [] : run.slice(1))));
  const shown = activities.filter((activity) => !folded.has(activity));
  const days = daysIn(shown, today);
  // Always after the same bubble, also once it is answered: what moved to the other list would be another element.
  const [asksAfter, setAsksAfter] = useState(question ? third(shown) : null);
  const at = shown.findIndex(({ id }) => id === asksAfter);
  if (asksAfter && at === -1) setAsksAfter(third(shown));
  const end = asksAfter ? at + (unfolded.has(asksAfter) ? (runs.get(asksAfter)?.length ?? 1) : 1) : shown.length;
  const list = (items: typeof shown) => (
    <LongList as="ol" className={styles.list} items={items}>
      {(activity) => (
        <FeedBubble
          key={activity.id}
          activity={activity}
          myId={myId}
          fresh={activity.pending || activity.loggedAt > openedAt}
          day={days.get(activity.id)}
          times={runs.get(activity.id)?.length}
          isUnfolded={unfolded.has(activity.id)}
          onToggle={toggle}
        />
      )}
    </LongList>
  );
  return (
    <>
      {list(shown.slice(0, end))}
      {question}
      {end < shown.length ? list(shown.slice(end)) : null}
    </>
  );
}

function third(shown: readonly { id: string }[]): string | null {
  return shown[Math.min(shown.length, 3) - 1]?.id ?? null;
}
