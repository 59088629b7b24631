import { useInfiniteQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { memo, Suspense, useMemo, useRef } from 'react';
import type { Account } from '#shared/accounts';
import { canUndo } from '#shared/board-policy';
import type { Board } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import { queryKeys } from '#client/api/query-keys.ts';
import type { Shown } from '#client/sync/commands/items.ts';
import { activitiesWithPending } from '#client/sync/commands/projection.ts';
import { undoOf } from '#client/sync/commands/registry.ts';
import { outbox, useOutbox } from '#client/sync/outbox/outbox.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { InfiniteEnd } from '#client/ui/infinite-end.tsx';
import { LongList } from '#client/ui/long-list.tsx';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { activitiesMessages } from './activities-messages.fr.ts';
import { flattened } from '#client/sync/replica/views.ts';
import { boardActivitiesQuery } from './activity-queries.ts';
import { Reactions } from './lazy-reactions.ts';
import { NearDate } from './near-date.tsx';
import { notificationsMessages } from './notifications-messages.fr.ts';
import styles from './notifications-tab.module.css';
import { UndoneBy } from './undone-by.tsx';

interface NotificationsTabProps {
  board: Board;
  me: Account;
  onChooseAction: () => void;
}

export function NotificationsTab({ board, me, onChooseAction }: NotificationsTabProps) {
  const list = useInfiniteQuery(boardActivitiesQuery(board.id));
  const pending = useOutbox('pending');
  // Memoised, since the query also reports other things, such as that it is fetching a page.
  const activities = useMemo(
    () => list.data && activitiesWithPending(board.id, flattened(list.data), pending, me),
    [board.id, list.data, pending, me],
  );
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
          <Notification key={activity.id} activity={activity} boardId={board.id} myId={me.id} mayUndo={canUndo(me, activity, board)} />
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
}

const Notification = memo(function Notification({ activity, boardId, myId, mayUndo }: NotificationProps) {
  const { title, username, userId, userAvatar, emoji, points, loggedAt, pending } = activity;
  const row = useRef<HTMLLIElement>(null);
  const isMine = userId === myId;
  const isUndone = activity.undone !== null || activity.undoing;
  const Title = isUndone ? 's' : 'span';

  function undo() {
    // Before the button goes. The row may be half out of sight.
    passFocusOn([row.current], {});
    outbox.enqueue(undoOf(boardId, activity));
  }

  return (
    <li
      ref={row}
      tabIndex={-1}
      className={styles.row}
      data-key={activity.id}
      data-mine={isMine || undefined}
      data-pending={pending || undefined}
      data-undone={isUndone || undefined}
      data-pressable={!(pending || isUndone) || undefined}
    >
      <Avatar emoji={userAvatar} />
      <div className={styles.text}>
        <p className={styles.who}>
          <span className={styles.name}>{username}</span>
          {isMine ? <span className="own-badge">{activitiesMessages.you}</span> : null}
        </p>
        <p className={styles.title}>
          <Title>{title}</Title>
          {emoji ? (
            <span aria-hidden="true">
              {/* Kept on the line of the last word. */}
              {'\u00A0'}
              <span className={styles.emoji}>{emoji}</span>
            </span>
          ) : null}
        </p>
        {pending && !isUndone ? <p className={styles.when}>{activitiesMessages.pending}</p> : null}
        {pending ? null : <NearDate className={styles.when} at={loggedAt} />}
        <UndoneBy activity={activity} myId={myId} />
      </div>
      <PointsPill points={points} struck={isUndone} />
      {mayUndo && !isUndone ? (
        <IconButton
          className={styles.undo}
          label={activitiesMessages.undoActivity({ title })}
          icon={<Undo2 aria-hidden="true" />}
          onClick={undo}
        />
      ) : null}
      {pending || (isUndone && !activity.reactions) ? null : (
        <div className={styles.reactions}>
          <Suspense>
            <Reactions activity={activity} boardId={boardId} myId={myId} />
          </Suspense>
        </div>
      )}
    </li>
  );
});
