import { Link } from '@tanstack/react-router';
import { ChevronDown, Clock } from 'lucide-react';
import { memo, type ReactNode, type Ref, Suspense } from 'react';
import type { FeedActivity } from '#shared/activities';
import type { BoardId, UserId } from '#shared/ids';
import type { Shown } from '#client/sync/commands/items.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { fullDate, hourOf } from '#client/ui/format.fr.ts';
import { PointsPill } from '#client/ui/points-pill.tsx';
import { When } from '#client/ui/when.tsx';
import { activitiesMessages, notedOf } from './activities-messages.fr.ts';
import styles from './feed-bubble.module.css';
import { Marks, Reactions } from './lazy-parts.ts';
import { UndoneBy } from './undone-by.tsx';

interface FeedBubbleProps {
  activity: Shown<FeedActivity>;
  myId: UserId;
  /** The activity arrived while the person looked at the feed: it enters with a motion. */
  fresh: boolean;
  /** Said above the first activity of a day. */
  day: string | undefined;
  /** How often it was done in a row, where this is the newest of several. */
  times: number | undefined;
  /** The others follow, each by itself. */
  isUnfolded: boolean;
  onToggle: (id: string) => void;
}

/** An activity of the feed, or several of the same in a row. */
export const FeedBubble = memo(function FeedBubble({ activity, myId, fresh, day, times, isUnfolded, onToggle }: FeedBubbleProps) {
  const { id, title, username, boardId, boardTitle, boardIcon, boardTheme } = activity;
  return (
    <ActivityBubble
      who={<strong>{activity.userId === myId ? activitiesMessages.you : username}</strong>}
      where={
        <>
          <Link to="/board/$boardId" params={{ boardId }} className={styles.board}>
            <span aria-hidden="true" className={styles.emoji}>
              {boardIcon}
            </span>
            <span className={styles.name} title={boardTitle}>
              {boardTitle}
            </span>
          </Link>
          <span aria-hidden="true">·</span>
        </>
      }
      theme={boardTheme}
      times={isUnfolded ? undefined : times}
      tool={
        times ? (
          <IconButton
            className={styles.tool}
            label={activitiesMessages.detailOf({ title })}
            icon={<ChevronDown aria-hidden="true" className={styles.fold} />}
            aria-expanded={isUnfolded}
            onClick={() => onToggle(id)}
          />
        ) : null
      }
      {...{ activity, boardId, myId, fresh, day }}
    />
  );
});

interface ActivityBubbleProps {
  ref?: Ref<HTMLLIElement>;
  activity: Shown;
  boardId: BoardId;
  myId: UserId;
  fresh: boolean;
  day: string | undefined;
  who: ReactNode;
  /** Before the hour; the day stands above. */
  where?: ReactNode;
  /** Where it is not the theme of the whole screen. */
  theme?: string;
  /** It stands for as many of the same. */
  times?: number | undefined;
  /** At the lower corner, behind the reactions. */
  tool?: ReactNode;
  /** Takes the activity back, where that is offered in the menu of the reactions. */
  onUndo?: (() => void) | undefined;
}

/** An activity as a line of a chat: others' on the left, one's own on the right. A list item. */
export function ActivityBubble({
  ref,
  activity,
  boardId,
  myId,
  fresh,
  day,
  who,
  where,
  theme,
  times = 1,
  tool,
  onUndo,
}: ActivityBubbleProps) {
  const { title, points, emoji, note, userAvatar, loggedAt, pending } = activity;
  const noted = notedOf(activity, myId);
  const mine = activity.userId === myId;
  const isUndone = activity.undone !== null || activity.undoing;
  const Title = isUndone ? 's' : 'span';
  return (
    <li
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={styles.row}
      data-key={activity.id}
      data-mine={mine || undefined}
      data-pending={pending || undefined}
      data-undone={isUndone || undefined}
      data-pressable={!(pending || isUndone) || undefined}
      data-fresh={fresh || undefined}
      data-several={times > 1 || undefined}
    >
      {day ? <h2 className={styles.day}>{day}</h2> : null}
      {mine ? null : <Avatar emoji={userAvatar} />}
      <div className={styles.bubble} data-board-theme={theme}>
        <div className={styles.top}>
          <p className={styles.what}>
            {who} <Title>{title}</Title>
            {emoji ? (
              <span aria-hidden="true">
                {/* Kept on the line of the last word. */}
                {'\u00A0'}
                <span className={styles.emoji}>{emoji}</span>
              </span>
            ) : null}
            {times > 1 ? (
              <>
                {'\u00A0'}
                <strong>{activitiesMessages.times({ count: times })}</strong>
              </>
            ) : null}
          </p>
          <PointsPill points={points * times} struck={isUndone} />
        </div>
        {noted ? <p className={styles.where}>{noted}</p> : null}
        {note ? <p className={styles.note}>{note}</p> : null}
        <div className={styles.foot}>
          <p className={styles.where}>
            <span className={styles.line}>
              {where}
              {pending ? null : <When at={loggedAt} text={hourOf(loggedAt)} full={fullDate(loggedAt)} />}
              {pending && !isUndone ? (
                <span className={styles.pending}>
                  <Clock aria-hidden="true" />
                  {activitiesMessages.pending}
                </span>
              ) : null}
            </span>
            {pending || isUndone ? null : (
              <Suspense>
                <Marks {...{ activity, boardId }} />
              </Suspense>
            )}
          </p>
          {isUndone ? (
            <div className={styles.undoneBy}>
              <UndoneBy activity={activity} myId={myId} />
            </div>
          ) : null}
          <div className={styles.tools}>
            {pending || (isUndone && !activity.reactions) ? null : (
              <div className={styles.reactions} data-given={activity.reactions ? '' : undefined}>
                <Suspense>
                  <Reactions activity={activity} boardId={boardId} myId={myId} onUndo={onUndo} />
                </Suspense>
              </div>
            )}
            {tool}
          </div>
        </div>
      </div>
    </li>
  );
}
