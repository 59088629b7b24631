import { useQuery } from '@tanstack/react-query';
import { ChartLine, ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { Board } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { type Period, type Scores, periods } from '#shared/scores';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { isEmpty } from './curve.ts';
import { PeriodFacts } from './period-facts.tsx';
import styles from './period-scores.module.css';
import { periodsMessages as texts } from './periods-messages.fr.ts';
import { PointsCurve } from './points-curve.tsx';
import { Ranking } from './ranking.tsx';
import { readsAgainIn } from './reading-again.ts';
import { scoresQuery } from './score-queries.ts';

interface PeriodChoiceProps {
  period: Period;
  onChoose: (period: Period) => void;
}

export function PeriodChoice({ period, onChoose }: PeriodChoiceProps) {
  const group = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{texts.label}</legend>
      {periods.map((one) => (
        <label key={one} className={styles.option}>
          <input type="radio" name={group} className={styles.radio} checked={one === period} onChange={() => onChoose(one)} />
          {texts.periods[one]}
        </label>
      ))}
    </fieldset>
  );
}

interface PeriodScoresProps {
  /** The board as this browser knows it, with what waits to be sent. */
  board: Board;
  period: Period;
  myId: UserId;
}

/** The scores as the server adds them up by days: the ranking of a week or a month, and how the points came about. */
export function PeriodScores(props: PeriodScoresProps) {
  const [isOpen, setOpen] = useState(false);
  if (props.period !== 'all') return <Scored {...props} />;
  // The ranking of all times stands alone until more is asked for: nothing repeats its names, and opening it reads no sums.
  return (
    <>
      <button type="button" aria-expanded={isOpen} className={styles.more} onClick={() => setOpen(!isOpen)}>
        <ChartLine aria-hidden="true" />
        <span className={styles.words}>{texts.more}</span>
        <ChevronDown aria-hidden="true" className={styles.chevron} />
      </button>
      {isOpen ? <Scored {...props} /> : null}
    </>
  );
}

function Scored({ board, period, myId }: PeriodScoresProps) {
  const { data, isError, refetch } = useScores(board, period);

  if (data) return <Read scores={data} myId={myId} />;
  if (!isError) return <Skeleton label={texts.loading} />;
  return <ErrorBanner onRetry={refetch}>{texts.loadFailed}</ErrorBanner>;
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
      const ms = readsAgainIn({ today, readAt, failedAt, isBehind }, timeZone, Date.now());
      // A device that sleeps stops its timers, so it is asked again and again how late it is.
      timer = ms > lookMs ? setTimeout(wait, lookMs) : setTimeout(() => void refetch(), ms);
    };
    wait();
    document.addEventListener('visibilitychange', wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
    };
  }, [today, readAt, failedAt, isBehind, timeZone, refetch]);
  return query;
}

const lookMs = 60_000;

function Read({ scores, myId }: { scores: Scores; myId: UserId }) {
  const { period, members } = scores;
  return (
    <>
      {period === 'all' ? null : <Ranking ranking={members} myId={myId} />}
      {isEmpty(scores) ? <p className={styles.empty}>{texts.empty[period]}</p> : <PointsCurve key={period} scores={scores} myId={myId} />}
      <PeriodFacts scores={scores} />
    </>
  );
}
