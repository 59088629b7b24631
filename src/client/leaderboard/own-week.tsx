import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useToday } from '#client/activities/near-date.tsx';
import { useMe } from '#client/session/session-queries.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { classNames } from '#client/ui/class-names.ts';
import { signedPoints } from '#client/ui/format.fr.ts';
import styles from './own-week.module.css';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import { ownWeeksQuery } from './score-queries.ts';
import { barsOf, type WeekDay, weekOf } from './week.ts';

const { week: texts } = scoresMessages;

/** Each board is asked: who has more of them goes without. */
const mostBoards = 12;

/** The person's points on each day of this week, as seven bars. Nothing before they have logged in it. */
export function OwnWeek() {
  const { id: myId } = useMe();
  const { data: boards = [] } = useQuery(boardsQuery);
  // As the server has them, so that their scores are those that it adds up.
  const asked = boards.map(({ id, members }) => ({ id, ownScore: members?.find(({ userId }) => userId === myId)?.score }));
  const { data: weeks = [] } = useQuery({
    ...ownWeeksQuery(asked, useToday()),
    enabled: boards.length <= mostBoards,
    // While one is read again, the last ones stay.
    placeholderData: keepPreviousData,
  });
  const days = weekOf(weeks, myId);
  return days ? <Week days={days} /> : null;
}

const [width, height, barWidth] = [280, 80, 26];

function Week({ days }: { days: readonly WeekDay[] }) {
  const titleId = useId();
  const total = days.reduce((sum, { points }) => sum + points, 0);
  const bars = barsOf(
    days.map(({ points }) => points),
    height,
  );
  const column = width / days.length;
  return (
    <section className={styles.week} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {texts.title}
        </h2>
        <p className={styles.total} data-sign={total < 0 ? 'minus' : 'plus'}>
          {signedPoints(total)}
        </p>
      </div>
      <p className="visually-hidden">{texts.days({ week: days.filter(({ isAhead }) => !isAhead) })}</p>
      <div aria-hidden="true">
        <svg viewBox={`0 0 ${width} ${height}`} className={styles.bars}>
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
    </section>
  );
}
