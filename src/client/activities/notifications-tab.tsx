import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { memo, useMemo, useRef } from 'react';
import type { Account } from '#shared/accounts';
import { canUndo } from '#shared/board-policy';
import type { Board } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import { queryKeys } from '#client/api/query-keys.ts';
import { useOpenedAt } from '#client/api/opened-at.ts';
import type { Shown } from '#client/sync/commands/items.ts';
import { activitiesWithPending } from '#client/sync/commands/projection.ts';
import { undoOf } from '#client/sync/commands/registry.ts';
import { outbox, useOutbox } from '#client/sync/outbox/outbox.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { useHeldBack } from '#client/ui/held-back.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { InfiniteEnd } from '#client/ui/infinite-end.tsx';
import { LongList } from '#client/ui/long-list.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { activitiesMessages } from './activities-messages.fr.ts';
import { flattened } from '#client/sync/replica/views.ts';
import { boardActivitiesQuery } from './activity-queries.ts';
import { daysIn } from './days.ts';
import bubbleStyles from './feed-bubble.module.css';
import { ActivityBubble } from './feed-bubble.tsx';
import { useToday } from './near-date.tsx';
import { notificationsMessages } from './notifications-messages.fr.ts';
import styles from './feed-list.module.css';

interface NotificationsTabProps {
  board: Board;
  me: Account;
  /** What came last is not shown yet. */
  isHeldBack: boolean;
  onChooseAction: () => void;
}

export function NotificationsTab({ board, me, isHeldBack, onChooseAction }: NotificationsTabProps) {
  const list = useInfiniteQuery(boardActivitiesQuery(board.id));
  const pages = useHeldBack(list.data, isHeldBack);
  const pending = useOutbox('pending');
  // Memoised, since the query also reports other things, such as that it is fetching a page.
  const activities = useMemo(() => pages && activitiesWithPending(board.id, flattened(pages), pending, me), [board.id, pages, pending, me]);
  const openedAt = useOpenedAt();
  const days = daysIn(activities ?? [], useToday());
  const { empty, loading, loadFailed, showMore, end } = notificationsMessages;

  if (!activities) {
    if (!list.isError) return <Skeleton label={loading} count={6} />;
    return <ErrorBanner onRetry={list.refetch}>{loadFailed}</ErrorBanner>;
  }
  if (activities.length === 0) {
    return (
      <EmptyState
        emoji="🔔"
        title={empty.text}
        action={
          <Button kind="primary" onClick={onChooseAction}>
            {empty.action}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <LongList as="ol" className={styles.list} aria-label={notificationsMessages.title} items={activities}>
        {(activity) => (
          <Notification
            key={activity.id}
            activity={activity}
            boardId={board.id}
            myId={me.id}
            mayUndo={canUndo(me, activity, board)}
            fresh={activity.pending || activity.loggedAt > openedAt}
            day={days.get(activity.id)}
          />
        )}
      </LongList>
      {list.isFetchNextPageError ? (
        <p role="alert" className={styles.end}>
          {loadFailed}
        </p>
      ) : null}
      <InfiniteEnd
        hasMore={list.hasNextPage}
        queryKey={queryKeys.boardActivities(board.id)}
        failed={list.isFetchNextPageError}
        // A read of the newest page under way must not be cut short by one of the oldest.
        onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
        label={list.isFetchNextPageError ? words.retry : showMore}
      />
      {list.hasNextPage ? null : <p className={styles.end}>{end}</p>}
    </>
  );
}

interface NotificationProps {
  activity: Shown;
  boardId: BoardId;
  myId: UserId;
  mayUndo: boolean;
  /** It enters with a motion. */
  fresh: boolean;
  day: string | undefined;
}

const Notification = memo(function Notification({ activity, boardId, myId, mayUndo, fresh, day }: NotificationProps) {
  const { title, username, userId } = activity;
  const row = useRef<HTMLLIElement>(null);
  const offersUndo = mayUndo && activity.undone === null && !activity.undoing;
  const isMine = userId === myId;

  function undo() {
    // Before the button goes. The row may be half out of sight.
    passFocusOn([row.current], {});
    outbox.enqueue(undoOf(boardId, activity));
  }

  return (
    <ActivityBubble
      ref={row}
      who={<strong>{isMine ? activitiesMessages.you : username}</strong>}
      // What somebody else did is not taken back by a slip of the thumb: that stands in the menu.
      tool={
        offersUndo && isMine ? (
          <IconButton
            className={bubbleStyles.tool}
            label={activitiesMessages.undoActivity({ title })}
            icon={<RotateCcw aria-hidden="true" />}
            onClick={undo}
          />
        ) : null
      }
      onUndo={offersUndo && !isMine ? undo : undefined}
      {...{ activity, boardId, myId, fresh, day }}
    />
  );
});
