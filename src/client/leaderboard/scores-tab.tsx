import { Suspense, useState } from 'react';
import type { Account } from '#shared/accounts';
import type { Period } from '#shared/scores';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import { Ranking } from './ranking.tsx';
import styles from './scores-tab.module.css';

interface ScoresTabProps {
  shown: ShownBoard;
  me: Account;
  onShare: () => void;
  onChooseAction: () => void;
}

/** The scores of the members, of all time or in a period, and what they are made of. */
export function ScoresTab({ shown: { board, ranking, members, activities }, me, onShare, onChooseAction }: ScoresTabProps) {
  const [period, setPeriod] = useState<Period>('all');
  const { alone, unplayed } = scoresMessages;
  return (
    <div className={styles.tab}>
      <div className={styles.choice}>
        <Suspense>
          <PeriodChoice period={period} onChoose={setPeriod} />
        </Suspense>
      </div>
      {/* The ranking of all time is computed here, so it has what waits to be sent. */}
      {period === 'all' ? <Ranking ranking={ranking} myId={me.id} /> : null}
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
      {members.length > 1 && activities.length === 0 ? (
        <EmptyState
          emoji="🎲"
          title={unplayed.text}
          action={
            <Button kind="primary" onClick={onChooseAction}>
              {unplayed.action}
            </Button>
          }
        />
      ) : null}
      <Suspense>
        <PeriodScores board={board} period={period} myId={me.id} />
        <BandAchievements boardId={board.id} members={members} />
      </Suspense>
    </div>
  );
}

const PeriodChoice = lazyPart(async () => (await import('./period-scores.tsx')).PeriodChoice);
const PeriodScores = lazyPart(async () => (await import('./period-scores.tsx')).PeriodScores);
const BandAchievements = lazyPart(async () => (await import('#client/achievements/band-achievements.tsx')).BandAchievements);
