import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Link2, Plus, Sparkles } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { byLastActivity } from '#shared/board-order';
import type { BoardCard } from '#shared/boards';
import type { UserId } from '#shared/ids';
import { useMe } from '#client/session/session-queries.ts';
import { loadJoinBoardDialog } from '#client/membership/load-join-board-dialog.ts';
import { useSharedInvitation } from '#client/membership/shared-invitation.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import { cardsWithPending } from '#client/sync/commands/projection.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { useHeldOrder } from '#client/ui/held-order.ts';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { LongList } from '#client/ui/long-list.tsx';
import { Menu, type MenuTriggerProps } from '#client/ui/menu.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { BoardCardPicture } from '#client/boards/board-card.tsx';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { CardPlay } from '#client/play/card-play.tsx';
import { boardsMessages as texts } from '#client/boards/boards-messages.fr.ts';
import styles from './boards-screen.module.css';
import { FirstBoard } from '#client/boards/creation/first-board.tsx';

/** Tableaux: the grid of the person's boards and the way to one more. */
export function BoardsScreen() {
  const { Dialog: JoinBoardDialog, ...joining } = useLazyDialog(loadJoinBoardDialog);
  const shared = useSharedInvitation(joining.open);
  return (
    <div className={styles.screen}>
      <PageTitle>{texts.title}</PageTitle>
      <Boards onJoin={joining.open} />
      {JoinBoardDialog ? <JoinBoardDialog open={joining.isOpen} onClose={joining.close} shared={shared} /> : null}
    </div>
  );
}

function Boards({ onJoin }: { onJoin: () => void }) {
  const boards = useQuery(boardsQuery);
  const pending = useOutbox('pending');
  const { id: myId } = useMe();

  if (boards.isPending) return <Skeleton shape="card" count={6} label={texts.loading} />;
  if (!boards.data) {
    return (
      <ErrorBanner onRetry={boards.refetch} isRetrying={boards.isFetching}>
        {texts.loadFailed}
      </ErrorBanner>
    );
  }
  if (boards.data.length === 0) {
    const others = (
      <NewBoardMenu onJoin={onJoin}>
        {(trigger) => (
          <Button icon={<Plus aria-hidden="true" />} {...trigger}>
            {texts.newBoard}
          </Button>
        )}
      </NewBoardMenu>
    );
    return <FirstBoard title={texts.empty.title} text={texts.empty.text} others={others} />;
  }
  return <Grid boards={cardsWithPending(boards.data, pending)} myId={myId} onJoin={onJoin} />;
}

interface GridProps {
  boards: readonly BoardCard[];
  myId: UserId;
  onJoin: () => void;
}

function Grid({ boards, myId, onJoin }: GridProps) {
  const shown = useHeldOrder(boards, byLastActivity);
  return (
    <LongList
      as="ul"
      className={styles.grid}
      items={shown}
      after={
        <li className={styles.item}>
          <NewBoardMenu onJoin={onJoin}>
            {(trigger) => (
              <button type="button" className={styles.new} {...trigger}>
                <Plus aria-hidden="true" />
                <span>{texts.newBoard}</span>
              </button>
            )}
          </NewBoardMenu>
        </li>
      }
    >
      {(board) => <BoardItem key={board.id} board={board} myId={myId} />}
    </LongList>
  );
}

const BoardItem = memo(function BoardItem({ board, myId }: { board: BoardCard; myId: UserId }) {
  return (
    <li className={styles.item} data-key={board.id}>
      <Link
        to="/board/$boardId"
        params={{ boardId: board.id }}
        className={styles.link}
        onClick={({ currentTarget }) => growIntoHeader(currentTarget)}
      >
        <BoardCardPicture board={board} myId={myId} play={board.play ? <CardPlay play={board.play} myId={myId} /> : null} />
      </Link>
    </li>
  );
});

interface NewBoardMenuProps {
  onJoin: () => void;
  children: (trigger: MenuTriggerProps) => ReactNode;
}

function NewBoardMenu({ onJoin, children }: NewBoardMenuProps) {
  const navigate = useNavigate();
  const items = [
    {
      label: texts.create,
      icon: <Sparkles aria-hidden="true" />,
      href: '/create-board',
      onSelect: () => void navigate({ to: '/create-board' }),
    },
    { label: texts.join, icon: <Link2 aria-hidden="true" />, onSelect: onJoin },
  ];
  return (
    <Menu label={texts.newBoard} items={items}>
      {children}
    </Menu>
  );
}

/** The card that is pressed becomes the header of its board, where the browser draws the way from one screen to the next. */
function growIntoHeader(card: HTMLElement): void {
  card.style.viewTransitionName = 'board';
  const picture = card.querySelector<HTMLElement>('[data-board-theme]');
  const icon = picture?.querySelector<HTMLElement>('[aria-hidden]');
  if (!picture || !icon) return;
  icon.style.viewTransitionName = 'board-icon';
  document.documentElement.style.setProperty('--growing', getComputedStyle(picture).backgroundImage);
}
