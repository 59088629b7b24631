import { useRef } from 'react';
import type { UserId } from '#shared/ids';
import type { Ranked } from '#shared/leaderboard';
import { boardMessages } from '#client/boards/boards-messages.fr.ts';
import { duelOf } from '#client/boards/own-standing.ts';
import { useOnline } from '#client/sync/replica/presence.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { pointsWithUnit } from '#client/ui/format.fr.ts';
import { type Metal, metalOf, RankBadge } from '#client/ui/rank-badge.tsx';
import { ShortScore } from '#client/ui/short-score.tsx';
import { standOnPodium } from './lead.ts';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import styles from './ranking.module.css';
import { useSlides } from './slides.ts';
import { Two } from './two.tsx';

interface RankingProps {
  ranking: readonly Ranked[];
  myId: UserId;
  /** Of all time: the header of two has the same scores, which are only read here. */
  isAll?: boolean;
  /** Opens the card of a member. */
  onOpen: (member: Ranked) => void;
}

/** The members by their points, in one list: of more than two the first three stand on a podium. */
export function Ranking({ ranking, myId, isAll = false, onOpen }: RankingProps) {
  const list = useRef<HTMLOListElement>(null);
  useSlides(list, ranking.map(({ userId }) => userId).join(' '));

  const duel = duelOf(ranking, myId);
  const shape = duel ? 'duel' : standOnPodium(ranking) ? 'podium' : undefined;
  const places = (
    <ol ref={list} aria-label={scoresMessages.ranking} className={styles.ranking} data-shape={shape}>
      {ranking.map((member, index) => (
        <Place
          key={member.userId}
          member={member}
          isMe={member.userId === myId}
          metal={metalOf(member.rank, member.score, ranking[0]?.score)}
          isOnPodium={shape === 'podium' && index < 3}
          isScoreAbove={isAll && duel !== null}
          onOpen={onOpen}
        />
      ))}
    </ol>
  );
  return duel ? (
    <Two left={duel[0]} right={duel[1]} isRopeAbove={isAll}>
      {places}
    </Two>
  ) : (
    places
  );
}

interface PlaceProps {
  member: Ranked;
  isMe: boolean;
  metal: Metal | undefined;
  isOnPodium: boolean;
  isScoreAbove: boolean;
  onOpen: (member: Ranked) => void;
}

function Place({ member, isMe, metal, isOnPodium, isScoreAbove, onOpen }: PlaceProps) {
  const { userId, rank, username, avatar, score } = member;
  const isOnline = useOnline(userId) && !isMe;
  return (
    <li data-key={userId} className={styles.place} data-mine={isMe || undefined} data-podium={isOnPodium || undefined} data-rank={rank}>
      <button type="button" aria-haspopup="dialog" className={styles.row} data-metal={metal} onClick={() => onOpen(member)}>
        <span className={styles.badge}>
          <RankBadge rank={rank} metal={metal} label={rankInWords(rank, metal)} />
        </span>
        <span className={styles.avatar}>
          <Avatar emoji={avatar} presence={isOnline ? boardMessages.online : undefined} />
        </span>
        <span className={styles.who}>
          <span dir="auto" className={styles.name} title={username}>
            {username}
          </span>
          {isMe ? <span className="own-badge">{scoresMessages.you}</span> : null}
        </span>
        <span className={isScoreAbove ? styles.unseen : styles.points} title={pointsWithUnit(score)}>
          <ShortScore score={score} coloured className={styles.score} />
        </span>
      </button>
    </li>
  );
}

function rankInWords(rank: number, metal: Metal | undefined): string {
  const words = scoresMessages.rank({ rank });
  return metal ? `${words}, ${scoresMessages.badges[metal]}` : words;
}
