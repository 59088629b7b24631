import type { UserId } from '#shared/ids';
import type { PastSeason } from '#shared/play';
import type { Placed } from '#shared/season-rules';
import { Avatar } from '#client/ui/avatar.tsx';
import { pointsUnit, pointsWithUnit } from '#client/ui/format.fr.ts';
import { metalOf, RankBadge } from '#client/ui/rank-badge.tsx';
import { ShortScore } from '#client/ui/short-score.tsx';
import styles from './places.module.css';
import { nameOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';

export type Place = Omit<PastSeason['places'][number], keyof Placed<UserId>> & Placed<UserId | null>;

interface PlacesProps {
  label: string;
  places: readonly Place[];
  /** Where everybody plays for themselves. */
  isRanked: boolean;
  isOver?: boolean;
  /** Each in a row, or all of them in a few lines. */
  shape?: 'rows' | 'line';
  myId: UserId;
}

/** Who stands where. */
export function Places({ label, places, isRanked, isOver = false, shape = 'rows', myId }: PlacesProps) {
  return (
    <ol aria-label={label} className={styles.places} data-shape={shape}>
      {places.map((place, index) => {
        const { userId, avatar, points, rank, joinedLate, left } = place;
        const badge = isRanked && rank !== null ? { rank, metal: metalOf(rank, points, places[0]?.points) } : undefined;
        const name = nameOf(place);
        return (
          <li key={userId ?? `gone ${index}`} className={styles.place}>
            {isRanked ? <span className={styles.badge}>{badge ? <RankBadge {...badge} label={texts.rank(badge)} /> : null}</span> : null}
            <span className={styles.face}>
              <Avatar emoji={avatar} size="sm" />
            </span>
            <span className={styles.who}>
              <span dir="auto" className={styles.name} title={name}>
                {name}
              </span>
              {userId === myId ? <span className="own-badge">{texts.you}</span> : null}
              {joinedLate ? <span className={styles.mark}>{texts.joinedLate}</span> : null}
              {left && userId !== null ? <span className={styles.mark}>{texts.left}</span> : null}
              {isOver && isRanked && rank === null && !left ? <span className={styles.mark}>{texts.unplayed}</span> : null}
            </span>
            <span className={styles.points} title={pointsWithUnit(points)}>
              <ShortScore score={points} coloured={points !== 0} />
              <span className="visually-hidden">{` ${pointsUnit}`}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
