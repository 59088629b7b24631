import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { FeedActivity } from '#shared/activities';
import { dayIn, defaultTimeZone, mondayOf } from '#shared/calendar';
import { feedQuery } from '#client/activities/activity-queries.ts';
import { useToday } from '#client/activities/near-date.tsx';
import { useMe } from '#client/session/session-queries.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { flattened } from '#client/sync/replica/views.ts';
import { classNames } from '#client/ui/class-names.ts';
import { signedPoints } from '#client/ui/format.fr.ts';
import { ownZone } from '#client/ui/own-zone.ts';
import { Row } from '#client/ui/layout/layout.tsx';
import { Card } from '#client/ui/surface/surface.tsx';
import styles from './own-week.module.css';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import { ownWeeksQuery } from './score-queries.ts';
import { barsOf, blankWeek, type WeekDay, weekOf } from './week.ts';

const { week: texts } = scoresMessages;

/** Each board is asked: who has more of them goes without. */
const mostBoards = 12;

/**
 * The person's points on each day of this week, as seven bars. Nothing before they have logged in it; once the feed shows that they have,
 * its place is taken while the points are read.
 */
export function OwnWeek() {
  const hereToday = useToday();
  const { id: myId } = useMe();
  const { data: boards = [] } = useQuery(boardsQuery);
  // As the server has them, so that their scores are those that it adds up.
  const asked = boards.flatMap(({ id, members, playMode }) => {
    const own = members?.find(({ userId }) => userId === myId);
    return playMode === 'together' ? [] : [{ id, ownScore: own?.score ?? undefined }];
  });
  const {
    data: weeks = [],
    isLoading,
    isPlaceholderData,
  } = useQuery({
    ...ownWeeksQuery(asked, hereToday),
    enabled: asked.length > 0 && boards.length <= mostBoards,
    // While one is read again, the last ones stay.
    placeholderData: keepPreviousData,
  });
  const { data: feed } = useInfiniteQuery(feedQuery);
  const days = weekOf(weeks, myId);
  if (days) return <Week days={days} isKnown />;
  if (!isLoading && !isPlaceholderData) return null;
  const timeZone = ownZone() ?? defaultTimeZone;
  const today = dayIn(timeZone, hereToday);
  const isMineOfThisWeek = ({ userId, undone, loggedAt, playedAt = loggedAt }: FeedActivity) =>
    userId === myId && undone === null && dayIn(timeZone, playedAt) >= mondayOf(today);
  return flattened(feed).some(isMineOfThisWeek) ? <Week days={blankWeek(today)} isKnown={false} /> : null;
}

const [width, height, barWidth] = [280, 80, 26];

function Week({ days, isKnown }: { days: readonly WeekDay[]; isKnown: boolean }) {
  const titleId = useId();
  const total = days.reduce((sum, { points }) => sum + points, 0);
  const bars = barsOf(
    days.map(({ points }) => points),
    height,
  );
  const column = width / days.length;
  return (
    <Card className={styles.week} aria-labelledby={titleId}>
      <Row gap={2} justify="apart">
        <h2 id={titleId} className={styles.title}>
          {texts.title}
        </h2>
        {/* Another element than the room that was kept for it: it stands at the end, and its beginning would move. */}
        <p key={String(isKnown)} className={styles.total} data-sign={total < 0 ? 'minus' : 'plus'}>
          {isKnown ? signedPoints(total) : '\u00A0'}
        </p>
      </Row>
      {isKnown ? <p className="visually-hidden">{texts.days({ week: days.filter(({ isAhead }) => !isAhead) })}</p> : null}
      <div aria-hidden="true">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className={styles.bars}>
          {bars.map((bar, index) => {
            const { day, points, isAhead } = days[index] ?? {};
            return (
              <rect
                key={day}
                {...bar}
                x={column * index + (column - barWidth) / 2}
                width={barWidth}
                rx={Math.min(7, bar.height / 2)}
                className={classNames(styles.bar, points === 0 && styles.none, isAhead && styles.ahead)}
                data-sign={points !== undefined && points < 0 ? 'minus' : 'plus'}
              />
            );
          })}
        </svg>
        <div className={styles.days}>
          {days.map(({ day, isToday }) => (
            <span key={day} data-today={isToday || undefined}>
              {texts.letter({ day })}
            </span>
          ))}
        </div>
      </div>
    </Card>
  );
}
