import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import type { Board, Member } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Period, Scores } from '#shared/scores';
import { inServerTime, serverClockMoved, serverTime } from '#client/api/server-clock.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { isEmpty } from './curve.ts';
import { BiggestDay, CommonSum, PeriodFacts } from './period-facts.tsx';
import styles from './period-scores.module.css';
import { periodsMessages as texts } from './periods-messages.fr.ts';
import { PointsCurve } from './points-curve.tsx';
import { Ranking } from './ranking.tsx';
import { readsAgainIn } from './reading-again.ts';
import { scoresQuery } from './score-queries.ts';

interface PeriodRankingProps {
  board: Board;
  period: Exclude<Period, 'all'>;
  myId: UserId;
  /** Opens the card of a member. */
  onOpen: (member: Member) => void;
}

/** The ranking of a week or a month, as the server adds it up by days. `PeriodCurve` reads it again. */
export function PeriodRanking({ board, period, ...places }: PeriodRankingProps) {
  const { data, errorUpdatedAt, isFetching, refetch } = useQuery(scoresQuery(board.id, period));
  if (data) return <Ranking ranking={data.members} {...places} />;
  if (errorUpdatedAt === 0) return <Skeleton label={texts.loading} />;
  return (
    <ErrorBanner onRetry={() => void refetch()} isRetrying={isFetching}>
      {texts.loadFailed}
    </ErrorBanner>
  );
}

/** What accomplices have made in a period. `PeriodCurve` reads it again. */
export function PeriodSum({ board, period }: { board: Board; period: Period }) {
  const { data, errorUpdatedAt, isFetching, refetch } = useQuery(scoresQuery(board.id, period));
  const { gained = 0, lost = 0, before = null } = data?.together ?? {};
  // That of all time is known, with what waits to be sent.
  const points = period === 'all' ? board.totalPoints : gained - lost;
  if (data?.together || period === 'all') return <CommonSum title={texts.sums[period]} {...{ points, before }} />;
  if (errorUpdatedAt === 0) return <Skeleton label={texts.loading} />;
  return (
    <ErrorBanner onRetry={() => void refetch()} isRetrying={isFetching}>
      {texts.loadFailed}
    </ErrorBanner>
  );
}

/** What all have made together as that of one, so that it has a curve and records like that of a member. */
function asOne(scores: Scores | undefined, { icon }: Board, userId: UserId): Scores | undefined {
  if (!scores?.together) return scores;
  const { actions, gained, lost, points } = scores.together;
  const one = { userId, username: texts.ensemble, avatar: icon, joinedAt: 0, rank: 1, score: gained - lost, streak: 0 };
  return { ...scores, members: [{ ...one, actions, gained, lost, points }] };
}

interface PeriodCurveProps {
  /** The board as this browser knows it, with what waits to be sent. */
  board: Board;
  /** None while there is nothing to tell. */
  period: Period | undefined;
  myId: UserId;
}

/** How the points of a period came about. */
export function PeriodCurve({ period, ...others }: PeriodCurveProps) {
  return period === undefined ? null : <Curve key={period} {...others} period={period} />;
}

type CurveProps = PeriodCurveProps & { period: Period };

function Curve({ board, period, myId }: CurveProps) {
  // Without data a query forgets its error when it asks again, but not when there was one.
  const { data, errorUpdatedAt, isFetching, refetch } = useScores(board, period);
  // The tab is drawn before the curve is.
  const scores = asOne(useDeferredValue(data, undefined), board, myId);
  const isFailed = errorUpdatedAt > 0 && !data;
  if (!scores && !isFailed) return <Awaited />;
  if (!scores)
    return period === 'all' ? (
      <ErrorBanner onRetry={() => void refetch()} isRetrying={isFetching}>
        {texts.storyFailed}
      </ErrorBanner>
    ) : null;
  if (isEmpty(scores)) return <p className={styles.empty}>{texts.empty[period]}</p>;
  return <PointsCurve scores={scores} myId={myId} />;
}

interface PeriodRecordsProps {
  board: Board;
  /** None while there is nothing to tell. */
  period: Period | undefined;
  myId: UserId;
  /** What follows: it comes with the records, so that they do not push it down. */
  children: ReactNode;
}

/** The records of a period, whose scores `PeriodCurve` reads. */
export function PeriodRecords({ board, period, myId, children }: PeriodRecordsProps) {
  // Those of the period before stay until the others are there: nothing below them jumps.
  const { data, errorUpdatedAt } = useQuery({
    ...scoresQuery(board.id, period ?? 'all'),
    enabled: period !== undefined,
    placeholderData: keepPreviousData,
  });
  const scores = asOne(useDeferredValue(data, undefined), board, myId);
  if (period === undefined) return children;
  if (!scores && errorUpdatedAt === 0) return null;
  return (
    <>
      {scores ? (
        <div className={styles.facts}>
          <BiggestDay scores={scores} />
          <PeriodFacts scores={scores} myId={myId} />
        </div>
      ) : null}
      {children}
    </>
  );
}

/** About as high as the curve that comes. */
function Awaited() {
  return (
    <div className={styles.awaited}>
      <Skeleton label={texts.loading} />
    </div>
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
