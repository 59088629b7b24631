import { useRef } from 'react';
import type { Account } from '#shared/accounts';
import type { Ranked } from '#shared/leaderboard';
import { boardMessages } from '#client/boards/boards-messages.fr.ts';
import type { ShownBoard } from '#client/sync/outbox/projection.ts';
import { useOnline } from '#client/sync/presence.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { CountingScore } from '#client/ui/counting-score.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { pointsWithUnit } from '#client/ui/format.fr.ts';
import { type Metal, RankBadge } from '#client/ui/rank-badge.tsx';
import { standOnPodium } from './lead.ts';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import styles from './scores-tab.module.css';
import { useSlides } from './slides.ts';
import { TugOfWar } from './tug-of-war.tsx';

interface ScoresTabProps {
  shown: ShownBoard;
  me: Account;
  onShare: () => void;
}

export function ScoresTab({ shown: { ranking, members }, me, onShare }: ScoresTabProps) {
  const list = useRef<HTMLOListElement>(null);
  useSlides(list, ranking.map(({ userId }) => userId).join(' '));

  const mine = members.find(({ userId }) => userId === me.id);
  const other = members.find(({ userId }) => userId !== me.id);
  const { alone } = scoresMessages;
  return (
    <div className={styles.tab}>
      {members.length === 2 && mine && other ? <TugOfWar left={mine} right={other} /> : null}
      {/* One list, whose first three stand on the podium when there are three. */}
      <ol ref={list} aria-label={scoresMessages.ranking} className={styles.ranking} data-podium={standOnPodium(ranking) || undefined}>
        {ranking.map((member) => (
          <Place key={member.userId} member={member} isMe={member.userId === me.id} />
        ))}
      </ol>
      {members.length === 1 ? (
        <EmptyState
          emoji="🥇"
          title={alone.text}
          action={
            <Button kind="primary" onClick={onShare}>
              {alone.action}
            </Button>
          }
        />
      ) : null}
    </div>
  );
}

interface PlaceProps {
  member: Ranked;
  isMe: boolean;
}

function Place({ member, isMe }: PlaceProps) {
  const { rank, username, avatar, score } = member;
  // Nobody has won anything with 0 (decision D24).
  const metal = score === 0 ? undefined : metals[rank - 1];
  const isOnline = useOnline(member.userId) && !isMe;
  return (
    <li data-key={member.userId} data-rank={rank} data-metal={metal} className={styles.place}>
      <span className={styles.badge}>
        <RankBadge rank={rank} metal={metal} label={rankInWords(rank, metal)} />
      </span>
      <span className={styles.avatar}>
        <Avatar emoji={avatar} presence={isOnline ? boardMessages.online : undefined} />
      </span>
      <span className={styles.who}>
        <span className={styles.name}>{username}</span>
        {isMe ? <span className={styles.you}>{scoresMessages.you}</span> : null}
      </span>
      <span className={styles.points} title={pointsWithUnit(score)}>
        <CountingScore score={score} coloured className={styles.score} />
      </span>
    </li>
  );
}

function rankInWords(rank: number, metal: Metal | undefined): string {
  const place = scoresMessages.rank({ rank });
  return metal ? `${place}, ${scoresMessages.badges[metal]}` : place;
}

const metals: readonly Metal[] = ['gold', 'silver', 'bronze'];
