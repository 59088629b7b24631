import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createLink, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Action } from '#shared/actions';
import type { OpenedBoard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { useMe } from '#client/session/session-queries.ts';
import { ActionsTab } from './actions-tab.tsx';
import { NotificationsTab } from '#client/activities/notifications-tab.tsx';
import { Refused, Unreachable } from '#client/api/api.ts';
import { crownedOf } from '#client/leaderboard/lead.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import type { PendingItem } from '#client/sync/commands/items.ts';
import { heldBoards } from '#client/play/held-boards.ts';
import { withPending } from '#client/sync/commands/projection.ts';
import { useLastFailure } from '#client/sync/replica/failures.ts';
import { useDataAsOf } from '#client/sync/stream/last-contact.ts';
import { useConnection } from '#client/sync/stream/live.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { useObserved } from '#client/ui/observable.ts';
import { isAnyDialogOpen } from '#client/ui/open-dialogs.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { useRootMark } from '#client/ui/root-mark.ts';
import { Ring } from '#client/ui/ring.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { isAvatarOffered } from '#client/boards/avatar-offered.ts';
import { Flame } from '#client/boards/flame.tsx';
import { BoardFrame } from '#client/boards/board-frame.tsx';
import { BoardMembers } from '#client/boards/board-members.tsx';
import { BoardScore } from '#client/boards/board-score.tsx';
import { BoardTitle } from '#client/boards/board-title.tsx';
import { BoardTools } from '#client/boards/board-tools.tsx';
import { AskedPill } from '#client/play/asked-pill.tsx';
import { useAsked } from '#client/play/asked.ts';
import { inSeason, useGame } from '#client/play/game.ts';
import { pointsOf, progressOf } from '#client/play/play-facts.ts';
import { StandingLine } from '#client/play/standing-line.tsx';
import { BoardRecap } from '#client/recap/board-recap.tsx';
import { rankMembers } from '#shared/leaderboard';
import { boardQuery, boardsQuery } from '#client/boards/board-queries.ts';
import styles from './board-screen.module.css';
import { boardMessages } from '#client/boards/boards-messages.fr.ts';
import { dealTiles, offeredSharing } from '#client/boards/creation/offered-sharing.ts';

/** A board: its header, and the tabs Actions, Scores and Notifications. Each board is a screen of its own. */
export function BoardScreen() {
  const { boardId } = useParams({ from: '/shell/board/$boardId' });
  useRootMark('data-board-screen');
  return <BoardOf key={boardId} boardId={boardId} />;
}

function BoardOf({ boardId }: { boardId: BoardId }) {
  const { data, error, failureReason, errorUpdatedAt, isFetching, refetch } = useQuery(boardQuery(boardId));
  // Read with the board: what leaves the outbox is in the board by then, and a screen that had only one of them would take points back for a moment.
  const pending = useOutbox('pending');
  const held = useObserved(heldBoards).get(boardId);
  const isAway = useIsAway();
  const failure = useLastFailure(error ?? failureReason);
  const shown = data ? error : failure;
  if (shown instanceof Refused && shown.code === 'board_not_found') return <BoardMissing />;
  if (data) return <Opened opened={held ?? data} pending={pending} isHeldBack={held !== undefined} />;
  const retry = { isRetrying: isFetching, onRetry: () => void refetch() };
  // Without a network, and this browser has never read the board.
  if (failure instanceof Unreachable && isAway)
    return <BoardFailed title={boardMessages.notHereYet} text={boardMessages.notHereYetText} {...retry} />;
  if (errorUpdatedAt > 0) return <BoardFailed title={boardMessages.loadFailed} text={words.unreachable} {...retry} />;
  return <Opening boardId={boardId} />;
}

interface OpenedProps {
  opened: OpenedBoard;
  pending: readonly PendingItem[];
  /** A coin turns: what it decided is not shown yet. */
  isHeldBack: boolean;
}

function Opened({ opened, pending, isHeldBack }: OpenedProps) {
  const me = useMe();
  const { tab = 'actions' } = useSearch({ from: '/shell/board/$boardId' });
  const navigate = useNavigate({ from: '/board/$boardId' });
  const shown = useMemo(() => withPending(opened, pending, me), [opened, pending, me]);
  const { board, members, play } = shown;
  const game = useGame(play);
  const playing = useMemo(() => inSeason(members, game), [members, game]);
  const ranking = useMemo(() => (playing === members ? shown.ranking : rankMembers(playing)), [playing, members, shown.ranking]);
  const crownedId = crownedOf(playing, shown.activities);
  const asked = useAsked(shown, me);
  const [atFirst] = useState(opened);
  // Read once, so that no tile moves while the person looks at them.
  const [mostLogged] = useState(opened.mostLogged);
  const [isOffered] = useState(() => isAvatarOffered(members, me, board.id));
  const { Dialog: SettingsDialog, ...settings } = useLazyDialog(loadSettingsDialog);
  const { Dialog: ShareDialog, ...share } = useLazyDialog(loadShareDialog);
  const { Dialog: FlameDialog, ...flameCard } = useLazyDialog(loadFlameDialog);
  const offered = useObserved(offeredSharing);
  const [forOne, setForOne] = useState(false);
  const [hasGesture, setGesture] = useState(false);
  const openOffered = useEffectEvent(() => {
    setForOne(offered?.forOne ?? false);
    offeredSharing.set(null);
    // A person who has an action in hand already finds the way to share at the top.
    if (!isAnyDialogOpen()) share.open();
  });
  const content = useRef<HTMLDivElement>(null);
  // Before the tiles are drawn in their places.
  useLayoutEffect(() => {
    if (offered?.boardId !== board.id || !content.current) return;
    const timer = setTimeout(openOffered, offered.isUnseen ? dealTiles(content.current) : 0);
    return () => clearTimeout(timer);
  }, [offered, board.id]);

  /** Chosen on another tab, until the actions have taken it. */
  const [chosen, setChosen] = useState<Action | null>(null);
  // Each tab has its address, so that Back returns to the one before.
  const select = (next: typeof tab) => void navigate({ search: next === 'actions' ? {} : { tab: next }, resetScroll: false });
  const chooseAction = (action?: Action) => {
    setChosen(action ?? null);
    select('actions');
  };
  const { tabs } = boardMessages;
  const running = game.isRunning ? game.season : undefined;
  const goal = running?.kind === 'goal' ? progressOf({ goal: running.goal, points: pointsOf(running.standings) }) : undefined;
  // What is large where all have one sum (decision D53), but for somebody alone.
  const sum = goal?.points ?? (board.playMode === 'together' && members.length > 1 ? board.totalPoints : undefined);
  const waiting = asked.length > 0 ? undefined : opened;
  const hasPill = asked.length > 0 || (opened.film ?? opened.recap) !== undefined;
  return (
    <div className={styles.screen} data-board-theme={board.theme}>
      <div className={styles.layout}>
        <div className={styles.header}>
          <BoardFrame
            title={<BoardTitle board={board} reached={goal?.percent} />}
            tools={<BoardTools onShare={share.open} onSettings={settings.open} />}
            scores={
              <BoardScore
                {...{ ranking, crownedId }}
                myId={me.id}
                totalPoints={board.totalPoints}
                sum={sum}
                isStandingSaid={running !== undefined}
              />
            }
            season={
              game.season || game.pause ? (
                <StandingLine
                  {...{ game }}
                  boardId={board.id}
                  pauses={play?.pauses}
                  hasSeason={(play?.seasons.length ?? 0) > 0}
                  myId={me.id}
                />
              ) : members.length > 1 && shown.activities.length === 0 ? (
                <p>{boardMessages.begin}</p>
              ) : null
            }
            members={
              <BoardMembers
                {...{ ranking, crownedId }}
                memberCount={members.length}
                myId={me.id}
                flame={<Flame board={board} memberCount={members.length} activities={shown.activities} onPress={flameCard.open} />}
                isTogether={sum !== undefined}
                hasPill={hasPill || hasGesture}
              />
            }
            recap={
              <>
                <AskedPill {...{ asked, shown, me }} />
                <BoardRecap {...{ board, waiting }} />
                <Suspense>
                  <GesturePill {...{ board }} isTaken={hasPill} onShown={setGesture} />
                </Suspense>
              </>
            }
          />
          <Suspense>
            <ScoreAtHand ranking={goal ? shown.ranking : ranking} myId={me.id} board={board} />
          </Suspense>
        </div>
        <div ref={content} className={styles.content}>
          {/* Where faces matter. */}
          <Suspense>{isOffered && tab === 'scores' ? <AvatarOffer boardId={board.id} members={members} me={me} /> : null}</Suspense>
          <Tabs label={tabs.label} tabs={tabNames.map((value) => ({ value, label: tabs[value] }))} selected={tab} onSelect={select}>
            {tab === 'actions' ? <ActionsTab {...{ shown, me, mostLogged, chosen }} onTaken={() => setChosen(null)} /> : null}
            {tab === 'scores' ? (
              <Suspense fallback={<Skeleton label={boardMessages.loading} />}>
                <ScoresTab
                  shown={shown}
                  me={me}
                  onShare={share.open}
                  onChooseAction={chooseAction}
                  game={<RunningGames shown={shown} myId={me.id} />}
                  play={<PlayTab {...{ shown, asked }} myId={me.id} />}
                  hall={<HallButton boardId={board.id} hasPlayed={play !== undefined} />}
                >
                  <ScoresAside shown={shown} myId={me.id} />
                </ScoresTab>
              </Suspense>
            ) : null}
            {tab === 'notifications' ? <NotificationsTab {...{ board, me, isHeldBack }} onChooseAction={() => select('actions')} /> : null}
          </Tabs>
        </div>
      </div>
      <Suspense>
        <PlayNews {...{ shown, asked }} myId={me.id} />
        <BoardMoves {...{ opened, atFirst, shown, game, crownedId }} myId={me.id} />
      </Suspense>
      {SettingsDialog ? <SettingsDialog boardId={board.id} open={settings.isOpen} onClose={settings.close} /> : null}
      {ShareDialog ? <ShareDialog boardId={board.id} open={share.isOpen} onClose={share.close} forOne={forOne} /> : null}
      {FlameDialog ? <FlameDialog shown={shown} myId={me.id} open={flameCard.isOpen} onClose={flameCard.close} /> : null}
    </div>
  );
}

const tabNames = ['actions', 'scores', 'notifications'] as const;
const loadPlay = () => import('#client/play/play.ts');
const PlayNews = lazyPart(async () => (await loadPlay()).PlayNews);
const GesturePill = lazyPart(async () => (await loadPlay()).GesturePill);
const RunningGames = lazyPart(async () => (await loadPlay()).RunningGames);
const PlayTab = lazyPart(async () => (await loadPlay()).PlayTab);
const HallButton = lazyPart(async () => (await loadPlay()).HallButton);
const loadMoves = () => import('./board-moves.tsx');
const BoardMoves = lazyPart(async () => (await loadMoves()).BoardMoves);
const AvatarOffer = lazyPart(async () => (await loadMoves()).AvatarOffer);
const ScoresTab = lazyPart(async () => (await loadMoves()).ScoresTab);
const ScoresAside = lazyPart(async () => (await loadMoves()).ScoresAside);
// Needed once the head is scrolled away.
const ScoreAtHand = lazyPart(async () => (await loadMoves()).ScoreAtHand);
const loadFlameDialog = async () => (await loadMoves()).FlameDialog;
const loadDialogs = () => import('./board-dialogs.ts');
const loadSettingsDialog = async () => (await loadDialogs()).SettingsDialog;
const loadShareDialog = async () => (await loadDialogs()).ShareBoardDialog;

/** Stands in while the board is read. Its head is there at once when Tableaux has its card. */
function Opening({ boardId }: { boardId: BoardId }) {
  const me = useMe();
  const card = useQueryClient()
    .getQueryData(boardsQuery.queryKey)
    ?.find(({ id }) => id === boardId);
  return (
    <div className={styles.screen} data-board-theme={card?.theme}>
      <div className={styles.layout}>
        <div className={styles.header}>
          {card ? (
            <BoardFrame
              title={<BoardTitle board={card} />}
              scores={
                <BoardScore ranking={undefined} crownedId={null} myId={me.id} totalPoints={card.totalPoints} isStandingSaid={false} />
              }
              members={
                <BoardMembers
                  memberCount={card.memberCount}
                  ranking={undefined}
                  crownedId={null}
                  myId={me.id}
                  flame={<Flame board={card} memberCount={card.memberCount} />}
                  isTogether={false}
                  hasPill={false}
                />
              }
            />
          ) : (
            <div className={styles.blankHeader} aria-hidden="true" />
          )}
        </div>
        <div className={styles.content}>
          <div className={styles.blankTabs} aria-hidden="true" />
          <Skeleton label={boardMessages.loading} shape="tile" count={8} />
        </div>
      </div>
    </div>
  );
}

const BoardsLink = createLink(ButtonLink);

function BoardMissing() {
  return (
    <div className={styles.failure}>
      <Ring className={styles.failureRing} />
      <PageTitle subtitle={boardMessages.notFoundText}>{boardMessages.notFound}</PageTitle>
      <BoardsLink kind="primary" to="/boards">
        {boardMessages.backToBoards}
      </BoardsLink>
    </div>
  );
}

/** Whether the server is known to be out of reach. */
function useIsAway(): boolean {
  const isLost = useConnection() === 'lost';
  return useDataAsOf() !== null || isLost;
}

interface BoardFailedProps {
  title: string;
  text: string;
  isRetrying: boolean;
  onRetry: () => void;
}

function BoardFailed({ title, text, isRetrying, onRetry }: BoardFailedProps) {
  return (
    <div className={styles.failure} role="alert">
      <Ring className={styles.failureRing} />
      <PageTitle subtitle={text}>{title}</PageTitle>
      <Button kind="primary" pending={isRetrying} onClick={onRetry}>
        {words.retry}
      </Button>
    </div>
  );
}
