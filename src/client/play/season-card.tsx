import { type ReactNode, type Ref, useId } from 'react';
import type { UserId } from '#shared/ids';
import type { Pause } from '#shared/pause-rules';
import type { Season } from '#shared/play';
import { placesOf } from '#shared/season-rules';
import { useDayIn } from '#client/boards/flame-today.ts';
import { classNames } from '#client/ui/class-names.ts';
import bubble from './bubble.module.css';
import { GoalBar } from './goal-bar.tsx';
import { Places } from './places.tsx';
import { daysInWords, ownPlace, pointsOf, progressOf, titleOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import styles from './season-card.module.css';
import { Unbroken } from '#client/ui/unbroken.tsx';

interface SeasonCardProps {
  season: Season;
  pauses: readonly Pause[] | undefined;
  myId: UserId;
}

/** A season that runs, or begins tomorrow: how one stands, who stands where, what it is for and how long it lasts. */
export function SeasonCard({ season, pauses, myId }: SeasonCardProps) {
  const today = useDayIn(season.timeZone);
  const { kind, goal, stake, ties, standings, lastDay, number, startsOn } = season;
  const progress = progressOf({ goal, points: pointsOf(standings) });
  const days = daysInWords(season, today, pauses);
  // What goes on tells how one stands, anything else when it does.
  const isOn = startsOn <= today && today <= lastDay;
  const place = isOn ? ownPlace(season, myId, texts.behind) : null;
  const isDaysBelow = isOn && (kind === 'goal' || place !== null);
  return (
    <Card
      title={titleOf(season)}
      when={
        <p className={styles.when}>
          {isDaysBelow ? <span>{days}</span> : null} <span>{texts.until({ lastDay })}</span>
        </p>
      }
      places={
        <Places
          label={kind === 'goal' ? texts.shares : texts.seasonRanking({ number })}
          places={placesOf(standings)}
          isRanked={kind === 'season'}
          myId={myId}
        />
      }
      stake={
        stake === null && kind === 'goal' ? null : (
          <>
            {stake === null ? null : (
              <p className={classNames(bubble.bubble, styles.stake)}>
                <span className={styles.label}>{texts.stake}</span>{' '}
                <span>
                  <Unbroken>{texts.stakeOf({ stake })}</Unbroken>
                </span>
              </p>
            )}
            {kind === 'goal' ? null : <p className={styles.quiet}>{texts.ties(ties)}</p>}
          </>
        )
      }
    >
      {kind === 'goal' && isOn ? (
        <GoalBar {...progress} label={texts.goal} isHero />
      ) : (
        <p className={styles.hero}>{kind === 'goal' || place === null ? days : texts.alone({ place })}</p>
      )}
      {kind === 'goal' && progress.points >= progress.goal ? <p>{texts.reachedAlready}</p> : null}
    </Card>
  );
}

interface CardProps {
  title: string;
  /** Beside the title. */
  when?: ReactNode;
  /** Beside the rest where there is room. */
  places: ReactNode;
  /** Below the places, or a column of its own. */
  stake?: ReactNode;
  /** Buttons below all of it. */
  foot?: ReactNode;
  /** It takes the focus of what goes. */
  heading?: Ref<HTMLHeadingElement>;
  /** What it is about most. */
  children: ReactNode;
}

export function Card({ title, when = null, places, stake = null, foot, heading, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.inside}>
        <header className={styles.head}>
          <h2 ref={heading} id={id} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          {when}
        </header>
        <div className={styles.columns} data-three={(places !== null && stake !== null) || undefined}>
          <div className={styles.column}>{children}</div>
          {places === null ? null : <div className={classNames(styles.column, styles.second)}>{places}</div>}
          {stake === null ? null : <div className={classNames(styles.column, styles.third)}>{stake}</div>}
          {foot ? <div className={styles.foot}>{foot}</div> : null}
        </div>
      </div>
    </section>
  );
}
