import { type ReactNode, Suspense, useCallback, useState } from 'react';
import type { FeedActivity } from '#shared/activities';
import type { BoardCard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { queryKeys } from '#client/api/query-keys.ts';
import type { Shown } from '#client/sync/commands/items.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { LongList } from '#client/ui/long-list.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { CrowdRow } from './crowd-row.tsx';
import { crowdsIn } from './crowds.ts';
import { daysIn } from './days.ts';
import { FeedBubble } from './feed-bubble.tsx';
import styles from './feed-list.module.css';
import { useToday } from './near-date.tsx';
import { repetitionsIn } from './repetitions.ts';

interface FeedListProps {
  /** The newest first. */
  activities: readonly Shown<FeedActivity>[];
  /** The cards of the person's boards, which tell the large ones. */
  boards: readonly BoardCard[] | undefined;
  myId: UserId;
  /** In milliseconds since 1970. What came later enters with a motion, and stays by itself until the feed is opened again. */
  openedAt: number;
  /** Stands after what was the third bubble when the feed was opened, or after the last of fewer. */
  question: ReactNode;
  hasMore: boolean;
  /** The next page could not be read. */
  failed: boolean;
  onMore: () => void;
}

/** A row of the list: an activity, or those of a crowd. */
interface Row {
  id: string;
  activity: Shown<FeedActivity>;
  loggedAt: number;
  pending: boolean;
  crowd?: readonly Shown<FeedActivity>[];
}

/**
 * The activities of all boards, by days. What somebody did again and again is one bubble until it is unfolded, and what others did on a large board one
 * row.
 */
export function FeedList({ activities, boards, myId, openedAt, question, hasMore, failed, onMore }: FeedListProps) {
  const today = useToday();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) => setUnfolded((ids) => (ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id]))),
    [],
  );
  const crowds = crowdsIn(activities, { boards, myId, until: openedAt, now: today });
  const runs = repetitionsIn(activities, openedAt, today);
  const hidden = new Set<Shown<FeedActivity>>();
  for (const [newest, run] of crowds) if (!unfolded.has(crowdId(newest))) for (const one of run) hidden.add(one);
  for (const [newest, run] of runs) if (!unfolded.has(newest)) for (const one of run.slice(1)) hidden.add(one);
  const shown = activities.flatMap((activity): Row[] => {
    const { id, loggedAt, pending } = activity;
    const crowd = crowds.get(id);
    return [
      ...(crowd ? [{ id: crowdId(id), activity, loggedAt, pending, crowd }] : []),
      ...(hidden.has(activity) ? [] : [{ id, activity, loggedAt, pending }]),
    ];
  });
  const days = daysIn(shown, today);
  // Always after the same bubble, also once it is answered: what moved to the other list would be another element.
  const [asksAfter, setAsksAfter] = useState(question ? third(shown) : null);
  const at = shown.findIndex(({ id }) => id === asksAfter);
  if (asksAfter && at === -1) setAsksAfter(third(shown));
  const end = asksAfter ? at + (unfolded.has(asksAfter) ? (runs.get(asksAfter)?.length ?? 1) : 1) : shown.length;
  const last = shown.at(-1);
  // A crowd at the end would take in page after page, and the end would never leave the window: a press goes on.
  const endsInCrowd = last?.crowd !== undefined;
  const list = (items: typeof shown) => (
    <LongList as="ol" className={styles.list} items={items}>
      {({ id, activity, crowd }) =>
        crowd ? (
          <CrowdRow
            key={id}
            id={id}
            newest={activity}
            count={crowd.length}
            goesOn={hasMore && crowd.at(-1) === activities.at(-1)}
            day={days.get(id)}
            isUnfolded={unfolded.has(id)}
            onToggle={toggle}
          />
        ) : (
          <FeedBubble
            key={id}
            activity={activity}
            myId={myId}
            fresh={activity.pending || activity.loggedAt > openedAt}
            day={days.get(id)}
            times={runs.get(id)?.length}
            isUnfolded={unfolded.has(id)}
            onToggle={toggle}
          />
        )
      }
    </LongList>
  );
  return (
    <>
      {list(shown.slice(0, end))}
      {question}
      {end < shown.length ? list(shown.slice(end)) : null}
      <Suspense>
        <InfiniteEnd
          hasMore={hasMore}
          queryKey={queryKeys.feed}
          failed={failed || endsInCrowd}
          onMore={onMore}
          label={failed ? words.retry : words.showMore}
        />
      </Suspense>
    </>
  );
}

/** Far below what is looked at first. */
const InfiniteEnd = lazyPart(async () => (await import('#client/ui/infinite-end.tsx')).InfiniteEnd);

/** Unlike that of its newest activity, which follows once the row is unfolded. */
function crowdId(newest: string): string {
  return `crowd ${newest}`;
}

function third(shown: readonly { id: string }[]): string | null {
  return shown[Math.min(shown.length, 3) - 1]?.id ?? null;
}
