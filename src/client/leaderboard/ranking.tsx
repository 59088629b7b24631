import { useRef } from 'react';
import type { Member } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { boardMessages } from '#client/boards/boards-messages.fr.ts';
import { duelOf } from '#client/boards/own-standing.ts';
import { useOnline } from '#client/sync/replica/presence.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { pointsWithUnit } from '#client/ui/format.fr.ts';
import { type Metal, metalOf, RankBadge } from '#client/ui/rank-badge.tsx';
import { ShortScore } from '#client/ui/short-score.tsx';
import type { Place } from './game.ts';
import { standOnPodium } from './lead.ts';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import { periodsMessages } from './periods-messages.fr.ts';
import styles from './ranking.module.css';
import { useSlides } from './slides.ts';
import { Two } from './two.tsx';

interface RankingProps {
  ranking: readonly Place[];
  myId: UserId;
  /** The header of two pulls at these scores already. */
  isHeaders?: boolean;
  /** Nobody has a rank who has logged nothing in it. */
  isGame?: boolean;
  /** Accomplices are faces without numbers (decision D53). */
  isTogether?: boolean;
  /** Opens the card of a member. */
  onOpen: (member: Member) => void;
}

/** The members by their points, in one list: of more than two the first three stand on a podium. */
export function Ranking({ ranking, myId, isHeaders = false, isGame = false, isTogether = false, onOpen }: RankingProps) {
  const list = useRef<HTMLOListElement>(null);
  useSlides(list, ranking.map(({ userId }) => userId).join(' '));

  const duel = isTogether ? null : duelOf(ranking, myId);
  const shape = duel ? 'duel' : !isTogether && standOnPodium(ranking) ? 'podium' : undefined;
  const places = (
    <ol
      ref={list}
      aria-label={isTogether ? periodsMessages.ensemble : scoresMessages.ranking}
      className={styles.ranking}
      data-shape={shape}
    >
      {ranking.map((place, index) => (
        <PlaceRow
          key={place.userId}
          place={isTogether ? { ...place, rank: null } : place}
          isMe={place.userId === myId}
          metal={place.rank === null || isTogether ? undefined : metalOf(place.rank, place.score, ranking[0]?.score)}
          isTile={shape === 'duel' || (shape === 'podium' && index < 3)}
          {...{ isGame, isTogether }}
          onOpen={onOpen}
        />
      ))}
    </ol>
  );
  return duel ? (
    <Two ranking={ranking} left={duel[0]} right={duel[1]} isRopeAbove={isHeaders}>
      {places}
    </Two>
  ) : (
    places
  );
}

interface PlaceRowProps {
  place: Place;
  isMe: boolean;
  metal: Metal | undefined;
  /** One of those who stand beside each other. */
  isTile: boolean;
  isGame: boolean;
  isTogether: boolean;
  onOpen: (member: Member) => void;
}

function PlaceRow({ place, isMe, metal, isTile, isGame, isTogether, onOpen }: PlaceRowProps) {
  const { userId, rank, username, avatar, score, joinedLate } = place;
  const isOnline = useOnline(userId) && !isMe;
  const mark = isGame && rank === null ? periodsMessages.unplayed : joinedLate ? periodsMessages.joinedLate : null;
  return (
    <li data-key={userId} className={classNames(styles.place, isTile && styles.tile)} data-mine={isMe || undefined} data-rank={rank}>
      <button type="button" aria-haspopup="dialog" className={styles.row} data-metal={metal} onClick={() => onOpen(place)}>
        {rank === null ? (
          isGame ? (
            <span className={styles.badge} />
          ) : null
        ) : (
          <span className={isTile && metal === undefined ? 'visually-hidden' : styles.badge}>
            <RankBadge rank={rank} metal={metal} label={rankInWords(rank, metal)} />
          </span>
        )}
        <span className={styles.avatar}>
          <Avatar emoji={avatar} presence={isOnline ? boardMessages.online : undefined} />
        </span>
        <span className={styles.who}>
          <span dir="auto" className={styles.name} title={username}>
            {username}
          </span>
          {isMe ? <span className="own-badge">{scoresMessages.you}</span> : null}
          {mark ? <span className={styles.mark}>{mark}</span> : null}
        </span>
        {isTogether ? null : (
          <span className={styles.points} title={pointsWithUnit(score)}>
            <ShortScore score={score} coloured className={styles.score} />
          </span>
        )}
      </button>
    </li>
  );
}

function rankInWords(rank: number, metal: Metal | undefined): string {
  const words = scoresMessages.rank({ rank });
  return metal ? `${words}, ${scoresMessages.badges[metal]}` : words;
}
