import { type ReactNode, Suspense, useState } from 'react';
import type { Account } from '#shared/accounts';
import type { Action } from '#shared/actions';
import type { Member } from '#shared/boards';
import { useServerTime } from '#client/api/server-time.ts';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { mostLines } from './curve.ts';
import { FlameFacts } from './flame-facts.tsx';
import { rankingOf, runningGame } from './game.ts';
import { scoresMessages } from './leaderboard-messages.fr.ts';
import { PeriodChoice } from './period-choice.tsx';
import { periodsMessages } from './periods-messages.fr.ts';
import { Ranking } from './ranking.tsx';
import styles from './scores-tab.module.css';
import { Unplayed } from './unplayed.tsx';
import type { View } from './view.ts';

interface ScoresTabProps {
  shown: ShownBoard;
  me: Account;
  onShare: () => void;
  /** Leads to the actions, and to the confirmation of one that is chosen here already. */
  onChooseAction: (action?: Action) => void;
  /** What runs, in a line above the ranking. */
  game: ReactNode;
  /** What was played for, and the way to play for something: they come last. */
  play: ReactNode;
  /** Opens what it has played for, if anything. */
  hall: ReactNode;
  /** What the scores come from. */
  children: ReactNode;
}

/** How the members stand in what runs, of all time or in a period, and what their points are made of. */
export function ScoresTab({ shown, me, onShare, onChooseAction, game, play, hall, children }: ScoresTabProps) {
  const { board, ranking, members, actions, activities } = shown;
  const running = runningGame(shown.play, useServerTime((shown.play?.seasons ?? []).map(({ startsAt }) => startsAt)));
  const [chosen, choose] = useState<View>();
  const [asked, setAsked] = useState<Member | null>(null);
  const { Dialog: MemberCard, ...card } = useLazyDialog(loadMemberCard);
  const openCard = (member: Member) => {
    setAsked(member);
    card.open();
  };
  const isTogether = board.playMode === 'together';
  const view = isTogether ? (chosen ?? 'week') : viewOf(chosen, running !== undefined);
  const isAlone = members.length === 1;
  const isUnplayed = !isAlone && activities.length === 0;
  const isShort = isUnplayed || isAlone;
  const { alone } = scoresMessages;
  const places = { myId: me.id, onOpen: openCard };
  // The server adds up periods: what runs has no curve.
  const period = view === 'game' || (view === 'all' && isShort) ? undefined : view;
  // Beside a very long ranking, so that both columns are about as high.
  const isLong = members.length > 2 * mostLines;
  const story = (
    <>
      {isShort ? null : <FlameFacts shown={shown} myId={me.id} />}
      <Suspense>
        <PeriodCurve board={board} period={period} myId={me.id} />
      </Suspense>
    </>
  );
  return (
    <div className={styles.scores}>
      {game}
      <PeriodChoice
        title={isTogether ? periodsMessages.ensemble : periodsMessages.title}
        view={view}
        game={isTogether ? undefined : running}
        onChoose={choose}
      >
        {hall}
      </PeriodChoice>
      <div className={styles.columns}>
        <div className={styles.column}>
          {/* These are computed here, so they have what waits to be sent. */}
          {isTogether && period ? (
            <Suspense>
              <PeriodSum board={board} period={period} />
            </Suspense>
          ) : null}
          {isTogether || view === 'all' ? <Ranking ranking={ranking} isHeaders={!running} {...{ isTogether }} {...places} /> : null}
          {!isTogether && view === 'game' && running ? (
            <>
              <Ranking ranking={rankingOf(running, members, me.id)} isGame={running.kind === 'season'} isHeaders {...places} />
              {running.kind === 'goal' ? <p className={styles.note}>{periodsMessages.ownPart}</p> : null}
            </>
          ) : null}
          {!isTogether && (view === 'week' || view === 'month') ? (
            <Suspense>
              <PeriodRanking board={board} period={view} {...places} />
            </Suspense>
          ) : null}
          {isAlone ? (
            <EmptyState
              emoji="🥇"
              title={isTogether ? alone.together : alone.text}
              action={
                <Button kind="primary" onClick={onShare}>
                  {alone.action}
                </Button>
              }
            />
          ) : null}
          {isUnplayed ? <Unplayed {...{ actions, onChooseAction }} /> : null}
          {isLong ? null : story}
          {/* Where nothing has happened yet, the ranking has all the room. */}
          {isShort ? play : null}
        </div>
        {isUnplayed ? null : (
          <div className={styles.column}>
            {isLong ? story : null}
            <Suspense>
              <PeriodRecords board={board} period={period} myId={me.id}>
                {children}
                <BandAchievements boardId={board.id} members={members} />
                {isShort ? null : play}
              </PeriodRecords>
            </Suspense>
          </div>
        )}
      </div>
      {MemberCard && asked ? <MemberCard shown={shown} asked={asked} myId={me.id} open={card.isOpen} onClose={card.close} /> : null}
    </div>
  );
}

/** What runs is chosen at first, and as long as it runs (decision D59). */
function viewOf(chosen: View | undefined, isRunning: boolean): View {
  if (isRunning) return chosen ?? 'game';
  return chosen === undefined || chosen === 'game' ? 'all' : chosen;
}

const loadPeriods = () => import('./period-scores.tsx');
const PeriodRanking = lazyPart(async () => (await loadPeriods()).PeriodRanking);
const PeriodSum = lazyPart(async () => (await loadPeriods()).PeriodSum);
const PeriodCurve = lazyPart(async () => (await loadPeriods()).PeriodCurve);
const PeriodRecords = lazyPart(async () => (await loadPeriods()).PeriodRecords);
const loadExtras = () => import('./score-extras.ts');
const loadMemberCard = async () => (await loadExtras()).MemberCard;
const BandAchievements = lazyPart(async () => (await loadExtras()).BandAchievements);
