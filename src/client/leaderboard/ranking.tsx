import { useRef } from 'react';
import type { Member } from '#shared/boards';
import type { UserId } from '#shared/ids';
import type { Ranked } from '#shared/leaderboard';
import { boardMessages } from '#client/boards/boards-messages.fr.ts';
import { useOnline } from '#client/sync/replica/presence.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { pointsWithUnit } from '#client/ui/format.fr.ts';
import { type Metal, RankBadge } from '#client/ui/rank-badge.tsx';
import { standOnPodium } from './lead.ts';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import styles from './ranking.module.css';
import { useSlides } from './slides.ts';
import { TugOfWar } from './tug-of-war.tsx';

interface RankingProps {
  members: readonly Member[];
  ranking: readonly Ranked[];
  myId: UserId;
}

/** The members by their points: two pull at one bar, of more the first three stand on a podium. */
export function Ranking({ members, ranking, myId }: RankingProps) {
  const list = useRef<HTMLOListElement>(null);
  useSlides(list, ranking.map(({ userId }) => userId).join(' '));

  const mine = members.find(({ userId }) => userId === myId);
  const other = members.find(({ userId }) => userId !== myId);
  return (
    <>
      {members.length === 2 && mine && other ? <TugOfWar left={mine} right={other} /> : null}
      {/* One list, whose first three stand on the podium when there are three. */}
      <ol ref={list} aria-label={scoresMessages.ranking} className={styles.ranking} data-podium={standOnPodium(ranking) || undefined}>
        {ranking.map((member) => (
          <RankingRow key={member.userId} member={member} isMe={member.userId === myId} />
        ))}
      </ol>
    </>
  );
}

interface RankingRowProps {
  member: Ranked;
  isMe: boolean;
}

function RankingRow({ member, isMe }: RankingRowProps) {
  const { rank, username, avatar, score } = member;
  // A score of 0 wins no medal (decision D24).
  const metal = score === 0 ? undefined : metals[rank - 1];
  const isOnline = useOnline(member.userId) && !isMe;
  return (
    <li data-key={member.userId} data-rank={rank} data-metal={metal} className={styles.row}>
      <span className={styles.badge}>
        <RankBadge rank={rank} metal={metal} label={rankInWords(rank, metal)} />
      </span>
      <span className={styles.avatar}>
        <Avatar emoji={avatar} presence={isOnline ? boardMessages.online : undefined} />
      </span>
      <span className={styles.who}>
        <span className={styles.name}>{username}</span>
        {isMe ? <span className="own-badge">{scoresMessages.you}</span> : null}
      </span>
      <span className={styles.points} title={pointsWithUnit(score)}>
        <CountingScore score={score} coloured className={styles.score} />
      </span>
    </li>
  );
}

function rankInWords(rank: number, metal: Metal | undefined): string {
  const words = scoresMessages.rank({ rank });
  return metal ? `${words}, ${scoresMessages.badges[metal]}` : words;
}

const metals: readonly Metal[] = ['gold', 'silver', 'bronze'];
