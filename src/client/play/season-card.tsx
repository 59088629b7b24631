import type { UserId } from '#shared/ids';
import type { Pause } from '#shared/pause-rules';
import type { Season } from '#shared/play';
import { useDayIn } from '#client/boards/flame-today.ts';
import { GoalBar } from './goal-bar.tsx';
import { PlayCard } from './play-card.tsx';
import { daysInWords, ownPlace, partOf, pointsOf, progressOf, titleOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import styles from './play.module.css';
import { Stake } from './stake.tsx';

interface SeasonCardProps {
  season: Season;
  pauses: readonly Pause[] | undefined;
  myId: UserId;
}

/** A season that runs, or begins tomorrow: how one stands, what it is for and how long it lasts. Of a goal, all together and one's own part. */
export function SeasonCard({ season, pauses, myId }: SeasonCardProps) {
  const today = useDayIn(season.timeZone);
  const { kind, goal, stake, ties, standings, lastDay, startsOn } = season;
  const isOn = startsOn <= today && today <= lastDay;
  const isGoal = kind === 'goal';
  const place = isOn && !isGoal ? ownPlace(season, myId, texts.behind) : null;
  const days = daysInWords(season, today, pauses);
  const progress = progressOf({ goal, points: pointsOf(standings) });
  const ownPart = partOf(standings, myId);
  return (
    <PlayCard
      title={titleOf(season)}
      when={
        <p className={styles.hint}>
          {isOn && (isGoal || place !== null) ? <strong className={styles.days}>{days}</strong> : null}{' '}
          <span>{texts.until({ lastDay })}</span>
        </p>
      }
    >
      {isOn && isGoal ? (
        <>
          <GoalBar {...progress} label={texts.goal} isHero />
          {ownPart === undefined ? null : <p className={styles.facts}>{texts.ownPart({ points: ownPart })}</p>}
        </>
      ) : (
        <p className={styles.hero}>{place === null ? days : texts.alone({ place })}</p>
      )}
      {isGoal && progress.points >= progress.goal ? <p>{texts.reachedAlready}</p> : null}
      {isGoal && stake !== null ? <Stake stake={stake} /> : null}
      {isGoal ? null : (
        <p className={styles.hint}>
          {texts.firstWins} {texts.ties(ties)}
        </p>
      )}
    </PlayCard>
  );
}
