import type { UserId } from '#shared/ids';
import { Avatar } from '#client/ui/avatar.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { pointsUnit } from '#client/ui/format.fr.ts';
import { metalOf, RankBadge } from '#client/ui/rank-badge.tsx';
import { ShortScore } from '#client/ui/short-score.tsx';
import type { Place } from './places.tsx';
import styles from './podium.module.css';
import { nameOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';

interface PodiumProps {
  label: string;
  /** The best first. */
  places: readonly Place[];
  myId: UserId;
}

/** The three steps, and who stands on them; nothing where nobody has a rank. */
export function Podium({ label, places, myId }: PodiumProps) {
  const best = onSteps(places);
  if (best.length === 0) return null;
  return (
    <ol aria-label={label} className={styles.podium}>
      {best.map((place, index) => {
        const { userId, avatar, points, rank } = place;
        return (
          <li key={userId ?? `gone ${index}`} className={styles.place} data-rank={rank}>
            <Face avatar={avatar} rank={rank} />
            <span className={styles.step}>
              <RankBadge rank={rank} metal={metalOf(rank, points, best[0]?.points)} label={texts.rank({ rank })} />
            </span>
            <span dir="auto" className={classNames(styles.name, userId === myId && styles.own)} title={nameOf(place)}>
              {nameOf(place)}
              {userId === myId ? <span className="visually-hidden"> {texts.you}</span> : null}
            </span>
            <span className={styles.points}>
              <ShortScore score={points} coloured={points !== 0} />
              <span className="visually-hidden">{` ${pointsUnit}`}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The steps alone, as a picture. */
export function PodiumPicture({ places }: Pick<PodiumProps, 'places'>) {
  return (
    <div className={styles.podium}>
      {onSteps(places).map(({ userId, avatar, rank }, index) => (
        <div key={userId ?? `gone ${index}`} className={styles.place} data-rank={rank}>
          <Face avatar={avatar} rank={rank} />
          <span className={styles.step}>{rank}</span>
        </div>
      ))}
    </div>
  );
}

function Face({ avatar, rank }: { avatar: string; rank: number }) {
  return (
    <span className={styles.face}>
      {rank === 1 ? (
        <span aria-hidden="true" className={styles.crown}>
          👑
        </span>
      ) : null}
      <Avatar emoji={avatar} size="lg" />
    </span>
  );
}

function onSteps(places: readonly Place[]): (Place & { rank: number })[] {
  return places.flatMap((place) => (place.rank === null ? [] : [{ ...place, rank: place.rank }])).slice(0, 3);
}
