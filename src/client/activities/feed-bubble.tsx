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
import { activitiesMessages } from './activities-messages.fr.ts';
import styles from './feed-bubble.module.css';
import { Reactions } from './lazy-reactions.ts';
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
            <span aria-hidden="true" className={styles.icon}>
              {boardIcon}
            </span>
            <span className={styles.name} title={boardTitle}>
              {boardTitle}
            </span>
          </Link>
          <span aria-hidden="true" className={styles.dot}>
            ·
          </span>
        </>
      }
      theme={boardTheme}
      times={isUnfolded ? undefined : times}
      tool={
        times ? (
          <IconButton
            className={styles.toggle}
            label={activitiesMessages.detailOf({ title })}
            icon={<ChevronDown aria-hidden="true" />}
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
  dense?: boolean;
  /** It stands for as many of the same. */
  times?: number | undefined;
  /** At the lower corner: before the reactions, in a dense row behind them. */
  tool?: ReactNode;
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
  dense,
  times = 1,
  tool,
}: ActivityBubbleProps) {
  const { title, points, emoji, note, notedBy, userAvatar, loggedAt, pending } = activity;
  const mine = activity.userId === myId;
  const isUndone = activity.undone !== null || activity.undoing;
  const Title = isUndone ? 's' : 'span';
  const toolbox = tool ? <div className={styles.tool}>{tool}</div> : null;
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
      data-dense={dense || undefined}
      data-several={times > 1 || undefined}
    >
      {day ? <h2 className={styles.day}>{day}</h2> : null}
      {mine ? null : <Avatar emoji={userAvatar} />}
      <div className={styles.bubble} data-board-theme={theme}>
        <div className={styles.top}>
          <p className={styles.what}>
            {who}
            <span className={styles.dash}>{dense ? null : ' — '}</span>
            <Title>{title}</Title>
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
                <strong className={styles.times}>{activitiesMessages.times({ count: times })}</strong>
              </>
            ) : null}
          </p>
          <PointsPill points={points * times} struck={isUndone} />
        </div>
        {notedBy ? (
          <p className={styles.where}>{activitiesMessages.notedBy({ name: notedBy.userId === myId ? 'vous' : notedBy.username })}</p>
        ) : null}
        {note ? <p className={styles.note}>{note}</p> : null}
        <div className={styles.foot}>
          <p className={styles.where}>
            {where}
            {pending && !isUndone ? (
              <span className={styles.pending}>
                <Clock aria-hidden="true" />
                {activitiesMessages.pending}
              </span>
            ) : null}
            {pending ? null : <When className={styles.when} at={loggedAt} text={hourOf(loggedAt)} full={fullDate(loggedAt)} />}
          </p>
          {dense ? null : toolbox}
          {isUndone ? (
            <div className={styles.undone}>
              <UndoneBy activity={activity} myId={myId} />
            </div>
          ) : null}
          {pending || (isUndone && !activity.reactions) ? null : (
            <div className={styles.reactions} data-given={activity.reactions ? '' : undefined}>
              <Suspense>
                <Reactions activity={activity} boardId={boardId} myId={myId} />
              </Suspense>
            </div>
          )}
          {dense ? toolbox : null}
        </div>
      </div>
    </li>
  );
}
