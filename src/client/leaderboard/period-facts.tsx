import { type ReactNode, useId } from 'react';
import type { UserId } from '#shared/ids';
import type { Scores } from '#shared/scores';
import { Avatar } from '#client/ui/avatar.tsx';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { pointsWithUnit } from '#client/ui/format.fr.ts';
import { Card, RowItem } from '#client/ui/surface/surface.tsx';
import { mostLines, toldApart } from './curve.ts';
import styles from './period-facts.module.css';
import { dayInWords, periodsMessages as texts } from './periods-messages.fr.ts';

interface PeriodFactsProps {
  scores: Scores;
  myId: UserId;
}

/** The biggest day of a period, if it has one. */
export function BiggestDay({ scores: { members, biggestDay } }: Pick<PeriodFactsProps, 'scores'>) {
  if (!biggestDay) return null;
  return (
    <FactCard title={texts.biggestDay}>
      <p className={styles.record}>{texts.biggest(biggestDay)}</p>
      <p className={styles.when}>{texts.together({ when: dayInWords(biggestDay.day), count: members.length })}</p>
    </FactCard>
  );
}

/** The streaks and favourite actions of a period, and what each gave and took; of many members those that the curve has. */
export function PeriodFacts({ scores: { members, favourites }, myId }: PeriodFactsProps) {
  const active = toldApart(members, myId).filter(({ actions }) => actions > 0);
  const streaks = members
    .filter(({ streak }) => streak > 1)
    .toSorted((a, b) => b.streak - a.streak)
    .slice(0, mostLines);
  const most = Math.max(...active.map(({ gained, lost }) => Math.max(gained, lost)));
  return (
    <>
      {streaks.length > 0 ? (
        <FactCard title={texts.streaks}>
          {streaks.map(({ userId, username, avatar, streak }) => (
            <Row key={userId} sign={<Avatar emoji={avatar} size="sm" />} name={username} isPerson>
              {texts.streak({ days: streak })}
            </Row>
          ))}
        </FactCard>
      ) : null}
      {favourites.length > 0 ? (
        <FactCard title={texts.favourites}>
          {favourites.map(({ actionId, title, emoji, points, times }) => (
            <Row
              key={actionId}
              sign={<Avatar emoji={emoji ?? '⭐'} size="sm" />}
              name={title}
              below={<p className={styles.points}>{pointsWithUnit(points)}</p>}
            >
              {texts.times({ count: times })}
            </Row>
          ))}
        </FactCard>
      ) : null}
      {active.length > 0 ? (
        <FactCard title={texts.giving}>
          {active.map(({ userId, username, avatar, gained, lost }) => (
            <Row
              key={userId}
              sign={<Avatar emoji={avatar} size="sm" />}
              name={username}
              isPerson
              below={<Balance gained={gained / most} lost={lost / most} />}
            >
              {gained > 0 ? <span className={styles.gained}>{texts.gained({ points: gained })}</span> : null}{' '}
              {lost > 0 ? <span className={styles.lost}>{texts.lost({ points: lost })}</span> : null}
            </Row>
          ))}
        </FactCard>
      ) : null}
    </>
  );
}

/** What accomplices have made together, and in the week before. */
export function CommonSum({ title, points, before }: { title: string; points: number; before: number | null }) {
  return (
    <FactCard title={title}>
      <p className={styles.record}>
        <CountingScore score={points} coloured />
      </p>
      {before === 0 || before === null ? null : <p className={styles.when}>{texts.weekBefore({ points: before })}</p>}
    </FactCard>
  );
}

/** Its rows are no list: the items of this screen are the rows of the ranking. */
export function FactCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </Card>
  );
}

interface RowProps {
  sign: ReactNode;
  name: string;
  /** A name keeps to one line, where a title has several. */
  isPerson?: boolean;
  below?: ReactNode;
  children: ReactNode;
}

function Row({ sign, name, isPerson = false, below, children }: RowProps) {
  const words = (
    <>
      <p className={isPerson ? styles.person : styles.name} title={isPerson ? name : undefined}>
        {name}
      </p>
      {below}
    </>
  );
  return <RowItem as="div" face={sign} words={words} number={<p className={styles.figure}>{children}</p>} />;
}

/** Bars of gains and losses; the figures beside them say the same. */
function Balance({ gained, lost }: { gained: number; lost: number }) {
  return (
    <svg aria-hidden="true" className={styles.balance}>
      <rect className={styles.plus} width={`${gained * 100}%`} height="5" rx="2.5" />
      <rect className={styles.minus} y="7" width={`${lost * 100}%`} height="5" rx="2.5" />
    </svg>
  );
}
