import { useInfiniteQuery } from '@tanstack/react-query';
import type { Account } from '#shared/accounts';
import { usePending } from '#client/outbox.ts';
import { activitiesWithPending, type Shown } from '#client/pending.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { InfiniteEnd } from '#client/ui/infinite-end.tsx';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { activitiesMessages, notificationsMessages } from './activities-messages.fr.ts';
import { flattened } from './activity-lists.ts';
import { boardActivitiesQuery } from './activity-queries.ts';
import { NearDate } from './near-date.tsx';
import styles from './notifications-tab.module.css';

interface NotificationsTabProps {
  boardId: string;
  me: Account;
  onChooseAction: () => void;
}

export function NotificationsTab({ boardId, me, onChooseAction }: NotificationsTabProps) {
  const list = useInfiniteQuery(boardActivitiesQuery(boardId));
  const pending = usePending();
  const { empty, loading, loadFailed, showMore, end } = notificationsMessages;

  if (!list.data) {
    if (!list.isError) return <Skeleton label={loading} count={6} />;
    return (
      <Banner kind="error" announced action={<Button onClick={() => void list.refetch()}>{words.retry}</Button>}>
        {loadFailed}
      </Banner>
    );
  }
  const activities = activitiesWithPending(boardId, flattened(list.data), pending, me);
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
      <ol className={styles.list} aria-label={notificationsMessages.title}>
        {activities.map((activity) => (
          <Notification key={activity.id} activity={activity} isMine={activity.userId === me.id} />
        ))}
      </ol>
      {list.isFetchNextPageError ? (
        <p role="alert" className={styles.end}>
          {loadFailed}
        </p>
      ) : null}
      <InfiniteEnd
        hasMore={list.hasNextPage}
        pending={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onMore={() => {
          // A read of the newest page under way must not be cut short by one of the oldest.
          if (!list.isFetching) void list.fetchNextPage();
        }}
        label={list.isFetchNextPageError ? words.retry : showMore}
      />
      {list.hasNextPage ? null : <p className={styles.end}>{end}</p>}
    </>
  );
}

interface NotificationProps {
  activity: Shown;
  isMine: boolean;
}

function Notification({ activity, isMine }: NotificationProps) {
  const { title, username, userAvatar, emoji, points, loggedAt, pending } = activity;
  return (
    <li className={styles.row} data-mine={isMine || undefined} data-pending={pending || undefined}>
      <Avatar emoji={userAvatar} />
      <div className={styles.text}>
        <p className={styles.who}>
          <span className={styles.name}>{username}</span>
          {isMine ? <span className={styles.you}>{activitiesMessages.you}</span> : null}
        </p>
        <p className={styles.title}>
          {title}
          {emoji ? (
            <span aria-hidden="true" className={styles.emoji}>
              {emoji}
            </span>
          ) : null}
        </p>
        {pending ? <p className={styles.when}>{activitiesMessages.pending}</p> : <NearDate className={styles.when} at={loggedAt} />}
      </div>
      <PointsPill points={points} />
    </li>
  );
}
