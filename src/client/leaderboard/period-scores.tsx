import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useId } from 'react';
import type { Board } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Ranked } from '#shared/leaderboard';
import { type Period, periods } from '#shared/scores';
import { inServerTime, serverClockMoved, serverTime } from '#client/api/server-clock.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { isEmpty } from './curve.ts';
import { FlameFacts } from './flame-facts.tsx';
import { BiggestDay, PeriodFacts } from './period-facts.tsx';
import styles from './period-scores.module.css';
import { periodsMessages as texts } from './periods-messages.fr.ts';
import { PointsCurve } from './points-curve.tsx';
import { Ranking } from './ranking.tsx';
import { readsAgainIn } from './reading-again.ts';
import { scoresQuery } from './score-queries.ts';

// Loaded with the others: few boards need it, and it is small.
export { Unplayed } from './unplayed.tsx';

interface PeriodChoiceProps {
  period: Period;
  onChoose: (period: Period) => void;
  /** Beside the title, or at the other end of the line. */
  children: ReactNode;
}

export function PeriodChoice({ period, onChoose, children }: PeriodChoiceProps) {
  const group = useId();
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>{texts.title}</h2>
      <fieldset className={styles.choice}>
        <legend className="visually-hidden">{texts.label}</legend>
        {periods.map((one) => (
          <label key={one} className={styles.option}>
            <input type="radio" name={group} className={styles.radio} checked={one === period} onChange={() => onChoose(one)} />
            {texts.periods[one]}
          </label>
        ))}
      </fieldset>
      {children}
    </div>
  );
}

interface PeriodScoresProps {
  /** The board as this browser knows it, with what waits to be sent. */
  board: Board;
  period: Period;
  myId: UserId;
  /** Opens the card of a member. */
  onOpen: (member: Ranked) => void;
}

/** The scores as the server adds them up by days: the ranking of a week or a month, and how the points came about. */
export function PeriodScores({ board, period, myId, onOpen }: PeriodScoresProps) {
  // Without data a query forgets its error when it asks again, but not when there was one.
  const { data, errorUpdatedAt, isFetching, refetch } = useScores(board, period);
  // The tab is drawn before the curve is.
  const scores = useDeferredValue(data, undefined);
  const isAll = period === 'all';
  if (!scores || scores.period !== period) {
    const isFailed = errorUpdatedAt > 0 && !data;
    return (
      <div data-part="story">
        {isFailed ? (
          <ErrorBanner onRetry={refetch} isRetrying={isFetching}>
            {isAll ? texts.storyFailed : texts.loadFailed}
          </ErrorBanner>
        ) : (
          <div className={styles.awaited}>
            <Skeleton label={texts.loading} />
          </div>
        )}
      </div>
    );
  }
  return (
    <>
      {isAll ? null : (
        <div data-part="ranking">
          <Ranking ranking={scores.members} myId={myId} onOpen={onOpen} />
        </div>
      )}
      <div data-part="story">
        {isEmpty(scores) ? <p className={styles.empty}>{texts.empty[period]}</p> : <PointsCurve key={period} scores={scores} myId={myId} />}
      </div>
    </>
  );
}

interface PeriodRecordsProps {
  /** The board as this browser knows it, with what waits to be sent. */
  shown: ShownBoard;
  period: Period;
  myId: UserId;
  /** None for somebody alone, or where it stands elsewhere. */
  hasFlame: boolean;
  /** What ends them. */
  foot: ReactNode;
  /** What follows: it comes with them, so that they do not push it down. */
  children: ReactNode;
}

/** The flame and the records of a period, whose scores `PeriodScores` reads. */
export function PeriodRecords({ shown, period, myId, hasFlame, foot, children }: PeriodRecordsProps) {
  // Those of the period before stay until the others are there: nothing below them jumps.
  const { data, errorUpdatedAt } = useQuery({ ...scoresQuery(shown.board.id, period), placeholderData: keepPreviousData });
  const scores = useDeferredValue(data, undefined);
  if (!scores && errorUpdatedAt === 0) return null;
  return (
    <>
      {hasFlame ? (
        <div data-part="flame">
          <FlameFacts shown={shown} myId={myId} />
        </div>
      ) : null}
      <div data-part="side">
        {scores ? (
          <div className={styles.facts}>
            <BiggestDay scores={scores} />
            <PeriodFacts scores={scores} myId={myId} />
          </div>
        ) : null}
        {foot}
      </div>
      {children}
    </>
  );
}

function useScores(board: Board, period: Period) {
  const query = useQuery(scoresQuery(board.id, period));
  const { data, dataUpdatedAt: readAt, errorUpdatedAt: failedAt, refetch } = query;
  const { timeZone } = board;
  const today = data?.today;
  // While the board moves further, a reading that is due is not put off.
  const isBehind = data !== undefined && data.revision < board.revision;
  useEffect(() => {
    if (today === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      const times = { readAt: inServerTime(readAt), failedAt: inServerTime(failedAt) };
      const ms = readsAgainIn({ today, ...times, isBehind, isAll: period === 'all' }, timeZone, serverTime());
      // A device that sleeps stops its timers, so it is asked again and again how late it is.
      timer = ms > lookMs ? setTimeout(wait, lookMs) : setTimeout(() => void refetch(), ms);
    };
    wait();
    document.addEventListener('visibilitychange', wait);
    const stop = serverClockMoved.listen(wait);
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
    };
  }, [today, readAt, failedAt, isBehind, period, timeZone, refetch]);
  return query;
}

const lookMs = 60_000;
