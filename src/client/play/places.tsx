import type { UserId } from '#shared/ids';
import type { PastSeason } from '#shared/play';
import type { Placed } from '#shared/season-rules';
import { Avatar } from '#client/ui/avatar.tsx';
import { pointsUnit, pointsWithUnit } from '#client/ui/format.fr.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { metalOf, RankBadge } from '#client/ui/rank-badge.tsx';
import { ShortScore } from '#client/ui/short-score.tsx';
import { RowItem } from '#client/ui/surface/surface.tsx';
import { nameOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import styles from './play.module.css';

export type Place = Omit<PastSeason['places'][number], keyof Placed<UserId>> & Placed<UserId | null>;

interface PlacesProps {
  label: string;
  places: readonly Place[];
  isOver?: boolean;
  myId: UserId;
}

/** The places of a season, a row each. */
export function Places({ label, places, isOver = false, myId }: PlacesProps) {
  return (
    <Stack as="ol" gap={1} aria-label={label}>
      {places.map((place, index) => {
        const { userId, avatar, points, rank, joinedLate, left } = place;
        return (
          <RowItem
            key={userId ?? `gone ${index}`}
            face={
              <Row gap={2} wraps={false}>
                {rank === null ? null : (
                  <RankBadge rank={rank} metal={metalOf(rank, points, places[0]?.points)} label={texts.rank({ rank })} />
                )}
                <Avatar emoji={avatar} size="sm" />
              </Row>
            }
            words={
              <Row gap={2}>
                <span dir="auto">{nameOf(place)}</span>
                {userId === myId ? <span className="own-badge">{texts.you}</span> : null}
                {joinedLate ? <span className={styles.mark}>{texts.joinedLate}</span> : null}
                {left && userId !== null ? <span className={styles.mark}>{texts.left}</span> : null}
                {isOver && rank === null && !left ? <span className={styles.mark}>{texts.unplayed}</span> : null}
              </Row>
            }
            number={
              <span title={pointsWithUnit(points)}>
                <ShortScore score={points} coloured={points !== 0} />
                <span className="visually-hidden">{` ${pointsUnit}`}</span>
              </span>
            }
          />
        );
      })}
    </Stack>
  );
}
