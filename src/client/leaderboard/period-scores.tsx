import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId } from 'react';
import { type Period, type Scores, periods } from '#shared/scores';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { fullDay, pointsWithUnit } from '#client/ui/format.fr.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { isEmpty } from './curve.ts';
import styles from './period-scores.module.css';
import { periodsMessages as texts } from './periods-messages.fr.ts';
import { PointsCurve } from './points-curve.tsx';
import { Ranking } from './ranking.tsx';
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
  boardId: string;
  /** Of the board as this browser knows it. */
  revision: number;
  period: Period;
  myId: string;
}

/** The scores as the server adds them up by days: the ranking of a week or a month, and how the points came about. */
export function PeriodScores({ boardId, revision, period, myId }: PeriodScoresProps) {
  const { data, isError, refetch } = useQuery(scoresQuery(boardId, period));
  // The revision that was read, where the board has moved on since: while it moves further the first refetch is not put off.
  const behindAt = data !== undefined && data.revision < revision ? data.revision : null;
  useEffect(() => {
    if (behindAt === null) return;
    // Many may log at once: they are read together.
    const timer = setTimeout(() => void refetch(), gatherMs);
    return () => clearTimeout(timer);
  }, [behindAt, refetch]);

  if (data) return <Read scores={data} myId={myId} />;
  if (!isError) return <Skeleton label={texts.loading} />;
  return (
    <Banner kind="error" announced action={<Button onClick={() => void refetch()}>{words.retry}</Button>}>
      {texts.loadFailed}
    </Banner>
  );
}

const gatherMs = 600;

function Read({ scores, myId }: { scores: Scores; myId: string }) {
  const { period, members } = scores;
  const streaks = members.filter(({ streak }) => streak > 1);
  return (
    <>
      {period === 'all' ? null : <Ranking members={members} ranking={members} myId={myId} />}
      {isEmpty(scores) ? (
        <p className={styles.empty}>{texts.empty[period]}</p>
      ) : (
        <>
          <PointsCurve key={period} scores={scores} myId={myId} />
          <Facts scores={scores} />
        </>
      )}
      {streaks.length > 0 ? (
        <Card title={texts.streaks}>
          <dl className={styles.rows}>
            {streaks.map(({ userId, username, streak }) => (
              <div key={userId} className={styles.row}>
                <dt className={styles.name}>{username}</dt> <dd>{texts.streak({ days: streak })}</dd>
              </div>
            ))}
          </dl>
        </Card>
      ) : null}
    </>
  );
}

function Facts({ scores: { members, favourites, biggestDay } }: { scores: Scores }) {
  const active = members.filter(({ actions }) => actions > 0);
  const when = biggestDay && fullDay(new Date(`${biggestDay.day}T12:00`).getTime());
  const biggest = members.length > 1 ? texts.biggest : texts.biggestAlone;
  return (
    <>
      {favourites.length > 0 ? (
        <Card title={texts.favourites}>
          <dl className={styles.rows}>
            {favourites.map(({ actionId, title, emoji, points, times }) => (
              <div key={actionId} className={styles.row}>
                <dt className={styles.name}>
                  {emoji ? <span aria-hidden="true">{emoji} </span> : null}
                  {title}
                </dt>
                <dd>
                  <span className={styles.aside}>{pointsWithUnit(points)}</span> {texts.times({ count: times })}
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      ) : null}
      {biggestDay && when ? (
        <Card title={texts.biggestDay}>
          <p>{biggest({ when, points: biggestDay.points })}</p>
        </Card>
      ) : null}
      <Card title={texts.giving}>
        <dl className={styles.rows}>
          {active.map(({ userId, username, gained, lost }) => (
            <div key={userId} className={styles.row}>
              <dt className={styles.name}>{username}</dt> <dd>{texts.given({ gained, lost })}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  );
}

/** Its rows are no list: the items of this screen are the places of the ranking. */
function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
