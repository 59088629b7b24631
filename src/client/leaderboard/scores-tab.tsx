import { type ReactNode, Suspense, useState } from 'react';
import type { Account } from '#shared/accounts';
import type { Action } from '#shared/actions';
import type { Ranked } from '#shared/leaderboard';
import type { Period } from '#shared/scores';
import { boardMessages } from '#client/boards/boards-messages.fr.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import { Ranking } from './ranking.tsx';
import styles from './scores-tab.module.css';

interface ScoresTabProps {
  shown: ShownBoard;
  me: Account;
  /** The flame stands under the header, beside all tabs. */
  isFlameBeside: boolean;
  onShare: () => void;
  /** Leads to the actions, and to the confirmation of one that is chosen here already. */
  onChooseAction: (action?: Action) => void;
  /** What the board plays for: above the scores once it has, else the way to it. */
  play: ReactNode;
  /** Opens what it has played for, if anything. */
  hall: ReactNode;
  /** What the scores come from, beside them where there is room. */
  children: ReactNode;
}

/** The scores of the members, of all time or in a period, and what they are made of. */
export function ScoresTab({ shown, me, isFlameBeside, onShare, onChooseAction, play, hall, children }: ScoresTabProps) {
  const { board, ranking, members, actions, activities } = shown;
  const [period, setPeriod] = useState<Period>('all');
  const [asked, setAsked] = useState<Ranked | null>(null);
  const { Dialog: MemberCard, ...card } = useLazyDialog(loadMemberCard);
  const openCard = (member: Ranked) => {
    setAsked(member);
    card.open();
  };
  const isAll = period === 'all';
  const isAlone = members.length === 1;
  const isPlayed = activities.length > 0;
  // Nobody is compared with oneself, or before anything has happened.
  const hasStory = !isAll || (isPlayed && !isAlone);
  const isUnplayed = !isAlone && !isPlayed;
  const { alone } = scoresMessages;
  const medals = <BandAchievements boardId={board.id} members={members} />;
  return (
    <div className={styles.tab}>
      {/* In one with what comes late above it, so that nothing is pushed down. */}
      <Suspense fallback={<Skeleton label={boardMessages.loading} />}>
        {shown.play ? play : null}
        <div className={styles.layout} data-columns={isPlayed ? columnsFor(members.length) : undefined}>
          <div className={styles.choice}>
            <Suspense>
              <PeriodChoice period={period} onChoose={setPeriod}>
                {hall}
              </PeriodChoice>
            </Suspense>
          </div>
          {/* The ranking of all time is computed here, so it has what waits to be sent. */}
          {isAll ? (
            <div data-part="ranking">
              <Ranking ranking={ranking} myId={me.id} isAll onOpen={openCard} />
              {isAlone ? (
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
              {shown.play || isUnplayed ? null : <Suspense fallback={<div className={styles.offer} />}>{play}</Suspense>}
            </div>
          ) : null}
          <Suspense>
            {isUnplayed ? <Unplayed {...{ actions, onChooseAction }}>{medals}</Unplayed> : null}
            {hasStory ? (
              <>
                <PeriodScores board={board} period={period} myId={me.id} onOpen={openCard} />
                <PeriodRecords {...{ shown, period }} myId={me.id} hasFlame={!isAlone && !isFlameBeside} foot={isUnplayed ? null : medals}>
                  <div data-part="recent">{children}</div>
                </PeriodRecords>
              </>
            ) : (
              <>
                <div data-part="side">{isUnplayed ? null : medals}</div>
                <div data-part="recent">
                  {isUnplayed && !shown.play ? play : null}
                  {children}
                </div>
              </>
            )}
          </Suspense>
        </div>
      </Suspense>
      {MemberCard && asked ? <MemberCard shown={shown} asked={asked} myId={me.id} open={card.isOpen} onClose={card.close} /> : null}
    </div>
  );
}

/** A short ranking has the curve below it, so that the columns are about equally high. One column is enough for somebody alone. */
function columnsFor(members: number): 'few' | 'many' | undefined {
  if (members === 1) return undefined;
  return members <= 6 ? 'few' : 'many';
}

const loadPeriods = () => import('./period-scores.tsx');
const Unplayed = lazyPart(async () => (await loadPeriods()).Unplayed);
const PeriodChoice = lazyPart(async () => (await loadPeriods()).PeriodChoice);
const PeriodScores = lazyPart(async () => (await loadPeriods()).PeriodScores);
const PeriodRecords = lazyPart(async () => (await loadPeriods()).PeriodRecords);
const loadExtras = () => import('./score-extras.ts');
const loadMemberCard = async () => (await loadExtras()).MemberCard;
const BandAchievements = lazyPart(async () => (await loadExtras()).BandAchievements);
