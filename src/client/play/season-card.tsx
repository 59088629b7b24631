import { type ReactNode, type Ref, useId } from 'react';
import type { UserId } from '#shared/ids';
import type { Pause } from '#shared/pause-rules';
import type { PastSeason, Season } from '#shared/play';
import { type Placed, placesOf } from '#shared/season-rules';
import { Avatar } from '#client/ui/avatar.tsx';
import { pointsWithUnit } from '#client/ui/format.fr.ts';
import { type Metal, RankBadge } from '#client/ui/rank-badge.tsx';
import { GoalBar } from './goal-bar.tsx';
import { daysInWords, nameOf, pointsOf, progressOf, titleOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import styles from './season-card.module.css';

interface SeasonCardProps {
  season: Season;
  pauses: readonly Pause[] | undefined;
  today: string;
  myId: UserId;
}

/** A season that runs, or begins tomorrow: what it is for, how long it lasts, who stands where. */
export function SeasonCard({ season, pauses, today, myId }: SeasonCardProps) {
  const { kind, goal, stake, ties, standings, lastDay, number } = season;
  const progress = progressOf({ goal, points: pointsOf(standings) });
  return (
    <Card
      title={titleOf(season)}
      places={
        <Places
          label={kind === 'goal' ? texts.shares : texts.seasonRanking({ number })}
          places={placesOf(standings)}
          isRanked={kind === 'season'}
          myId={myId}
        />
      }
    >
      <p className={styles.days}>{daysInWords(season, today, pauses)}</p>
      <p className={styles.quiet}>{texts.until({ lastDay })}</p>
      {stake === null ? null : <Stake stake={stake} />}
      {kind === 'goal' ? (
        <>
          <GoalBar {...progress} label={texts.goal} />
          {progress.points >= progress.goal ? <p>{texts.reachedAlready}</p> : null}
        </>
      ) : (
        <p className={styles.quiet}>{texts.ties(ties)}</p>
      )}
    </Card>
  );
}

interface CardProps {
  title: string;
  /** Beside the rest where there is room. */
  places: ReactNode;
  /** Buttons below all of it. */
  foot?: ReactNode;
  /** It takes the focus of what goes. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

export function Card({ title, places, foot, heading, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      <div className={styles.columns}>
        <div className={styles.column}>{children}</div>
        {places === null ? null : <div className={styles.column}>{places}</div>}
      </div>
      {foot}
    </section>
  );
}

function Stake({ stake }: { stake: string }) {
  return (
    <p className={styles.stake}>
      <span className={styles.label}>{texts.stake}</span> <span>{texts.stakeOf({ stake })}</span>
    </p>
  );
}

type Place = Omit<PastSeason['places'][number], keyof Placed<UserId>> & Placed<UserId | null>;

interface PlacesProps {
  label: string;
  places: readonly Place[];
  /** Where everybody plays for themselves. */
  isRanked: boolean;
  myId: UserId;
}

export function Places({ label, places, isRanked, myId }: PlacesProps) {
  return (
    <ol aria-label={label} className={styles.places}>
      {places.map((place, index) => {
        const { userId, avatar, points, rank, joinedLate, left } = place;
        // 0 wins no medal, as in the ranking of all time (decision D24).
        const metal = isRanked && points !== 0 ? metals[rank - 1] : undefined;
        const name = nameOf(place);
        return (
          <li key={userId ?? `gone ${index}`} className={styles.place}>
            {isRanked ? <RankBadge rank={rank} metal={metal} label={texts.rank({ rank })} /> : null}
            <Avatar emoji={avatar} size="sm" />
            <span className={styles.who}>
              <span dir="auto" className={styles.name} title={name}>
                {name}
              </span>
              {userId === myId ? <span className="own-badge">{texts.you}</span> : null}
              {joinedLate ? <span className={styles.mark}>{texts.joinedLate}</span> : null}
              {left && userId !== null ? <span className={styles.mark}>{texts.left}</span> : null}
            </span>
            <span className={styles.points}>{pointsWithUnit(points)}</span>
          </li>
        );
      })}
    </ol>
  );
}

const metals: readonly Metal[] = ['gold', 'silver', 'bronze'];
