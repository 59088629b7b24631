import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FeedActivity } from '#shared/activities';
import { NearDate } from '#client/activities/near-date.tsx';
import { useIsForTwo } from '#client/activities/thanks.ts';
import { useMe } from '#client/session/session-queries.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { PointsPill } from '#client/ui/points-pill.tsx';
import type { AwayNews } from './away.ts';
import styles from './away-line.module.css';
import { awayMessages as texts } from './away-messages.fr.ts';

interface AwayListProps {
  news: AwayNews;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** Each thing that happened while the person was away; it leads to its board. */
export function AwayList({ news: { logs, reactions, isCut }, ...dialog }: AwayListProps) {
  return (
    <Dialog title={texts.title} {...dialog}>
      <ol>
        {logs.map((activity) => (
          <Row key={activity.id} activity={activity} before={<Avatar emoji={activity.userAvatar} size="sm" />} isDated>
            <Said activity={activity} />
            {activity.emoji ? <span aria-hidden="true">{`\u00A0${activity.emoji}`}</span> : null}
          </Row>
        ))}
        {reactions.map(({ key, emoji, by, activity }) => (
          <Row key={key} activity={activity} before={<span className={styles.emoji}>{emoji}</span>}>
            {texts.reacted({ name: by, title: activity.title })}
          </Row>
        ))}
      </ol>
      {isCut ? <p className={styles.more}>{texts.more}</p> : null}
    </Dialog>
  );
}

function Said({ activity: { userId, username, notedBy, title, boardId } }: { activity: FeedActivity }) {
  const { id: myId } = useMe();
  const isForTwo = useIsForTwo(boardId);
  if (notedBy && userId === myId)
    return (
      <>
        <strong>{notedBy.username}</strong> {isForTwo ? texts.seen : texts.notedForYou} {title}
      </>
    );
  return (
    <>
      <strong>{username}</strong> {title}
    </>
  );
}

interface RowProps {
  activity: FeedActivity;
  before: ReactNode;
  /** A log: with its date and points. */
  isDated?: boolean;
  children: ReactNode;
}

function Row({
  activity: { boardId, boardIcon, boardTheme, boardTitle, loggedAt, playedAt = loggedAt, points },
  before,
  isDated = false,
  children,
}: RowProps) {
  return (
    <li data-board-theme={boardTheme}>
      <Link to="/board/$boardId" params={{ boardId }} search={isDated ? {} : { tab: 'notifications' }} className={styles.row}>
        {before}
        <span className={styles.what}>
          <span className={styles.words}>{children}</span>{' '}
          <span className={styles.where}>
            <span aria-hidden="true" className={styles.emoji}>
              {boardIcon}
            </span>{' '}
            {boardTitle}
            {isDated ? (
              <>
                {' · '}
                <NearDate at={playedAt} />
              </>
            ) : null}
          </span>
        </span>{' '}
        {isDated ? <PointsPill points={points} /> : null}
      </Link>
    </li>
  );
}
