import { Link } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { memo, Suspense } from 'react';
import type { FeedActivity } from '#shared/activities';
import type { UserId } from '#shared/ids';
import type { Shown } from '#client/sync/commands/items.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { activitiesMessages } from './activities-messages.fr.ts';
import styles from './feed-bubble.module.css';
import { Reactions } from './lazy-reactions.ts';
import { NearDate } from './near-date.tsx';
import { UndoneBy } from './undone-by.tsx';

interface FeedBubbleProps {
  activity: Shown<FeedActivity>;
  myId: UserId;
  /** The activity arrived while the person looked at the feed: it enters with a motion. */
  fresh: boolean;
}

/** An activity of the feed as a line of a chat: others' on the left, one's own on the right. A list item. */
export const FeedBubble = memo(function FeedBubble({ activity, myId, fresh }: FeedBubbleProps) {
  const { title, points, emoji, username, userAvatar, loggedAt, boardId, boardTitle, boardIcon, boardTheme, pending } = activity;
  const mine = activity.userId === myId;
  const isUndone = activity.undone !== null || activity.undoing;
  const Title = isUndone ? 's' : 'span';
  return (
    <li
      className={styles.row}
      data-key={activity.id}
      data-mine={mine || undefined}
      data-pending={pending || undefined}
      data-undone={isUndone || undefined}
      data-pressable={!(pending || isUndone) || undefined}
      data-fresh={fresh || undefined}
    >
      {mine ? null : <Avatar emoji={userAvatar} />}
      <div className={styles.bubble} data-board-theme={boardTheme}>
        <p className={styles.what}>
          <strong>{mine ? activitiesMessages.you : username}</strong>
          <span className={styles.dash}> — </span>
          <Title>{title}</Title>
          {emoji ? (
            <span aria-hidden="true">
              {/* Kept on the line of the last word. */}
              {'\u00A0'}
              <span className={styles.emoji}>{emoji}</span>
            </span>
          ) : null}
        </p>
        <PointsPill points={points} struck={isUndone} />
        <p className={styles.where}>
          <Link to="/board/$boardId" params={{ boardId }} className={styles.board}>
            <span aria-hidden="true" className={styles.icon}>
              {boardIcon}
            </span>
            <span>{boardTitle}</span>
          </Link>
          <span aria-hidden="true">·</span>
          {pending && !isUndone ? (
            <span className={styles.pending}>
              <Clock aria-hidden="true" />
              {activitiesMessages.pending}
            </span>
          ) : (
            <NearDate at={loggedAt} />
          )}
        </p>
        {isUndone ? (
          <div className={styles.undone}>
            <UndoneBy activity={activity} myId={myId} />
          </div>
        ) : null}
        {pending || (isUndone && !activity.reactions) ? null : (
          <div className={styles.reactions}>
            <Suspense>
              <Reactions activity={activity} boardId={boardId} myId={myId} />
            </Suspense>
          </div>
        )}
      </div>
    </li>
  );
});
