import type { ReactNode } from 'react';
import type { Season } from '#shared/play';
import { periods } from '#shared/scores';
import { Row } from '#client/ui/layout/layout.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import styles from './period-choice.module.css';
import { periodsMessages as texts } from './periods-messages.fr.ts';
import type { View } from './view.ts';

interface PeriodChoiceProps {
  title: string;
  view: View;
  /** What runs is the first period (decision D59). */
  game: Season | undefined;
  onChoose: (view: View) => void;
  /** Beside the title. */
  children: ReactNode;
}

/** The title of the ranking, and what it counts: what runs, a week, a month or all there is. */
export function PeriodChoice({ title, view, game, onChoose, children }: PeriodChoiceProps) {
  const options = [
    ...(game ? [{ value: 'game' as const, label: <GameName {...game} /> }] : []),
    ...periods.map((value) => ({ value, label: <span>{texts.periods[value]}</span> })),
  ];
  return (
    <Row gap={1}>
      <h2 className={styles.title}>{title}</h2>
      {children}
      <Segmented<View> className={styles.choice} legend={texts.label} options={options} value={view} onChoose={onChoose} />
    </Row>
  );
}

/** Its stake, shortened where there is no room, or its days. */
function GameName({ stake, startsOn, lastDay }: Pick<Season, 'stake' | 'startsOn' | 'lastDay'>) {
  if (stake !== null)
    return (
      <span dir="auto" className={styles.game} title={stake}>
        {stake}
      </span>
    );
  return (
    <>
      <span aria-hidden="true">{texts.gameDays({ startsOn, lastDay })}</span>
      <span className="visually-hidden">{texts.gameDaysInFull({ startsOn, lastDay })}</span>
    </>
  );
}
