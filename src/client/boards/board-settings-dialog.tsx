import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { canChangeBoard, canDeleteBoard, canLeave } from '#shared/board-policy';
import type { OpenedBoard } from '#shared/boards';
import type { Account } from '#shared/accounts';
import type { BoardId } from '#shared/ids';
import { useMe } from '#client/session/session-queries.ts';
import { useClosedByBack } from '#client/ui/back-button.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { DeleteBoard, LeaveBoard } from './board-exits.tsx';
import { BoardIconChoice, BoardIconOpener, BoardThemeChoice } from './board-look.tsx';
import { boardQuery } from './board-queries.ts';
import styles from './board-settings.module.css';
import { BoardTimeZoneChoice } from './board-time-zone-choice.tsx';
import { BoardTitleForm } from './board-title-form.tsx';
import { boardSettingsMessages as texts } from './board-settings-messages.fr.ts';
import { boardMessages } from './boards-messages.fr.ts';
import { MemberList } from './member-list.tsx';

interface BoardSettingsDialogProps {
  boardId: BoardId;
  /** What the person decides for themself alone. */
  own: ReactNode;
  open: boolean;
  onClose: () => void;
}

/** `returned` is the main view after a look at the icons. */
type View = 'main' | 'icons' | 'returned';

/** The settings of a board for its administrator; another member sees the members, and can leave. */
export function BoardSettingsDialog({ boardId, own, open, onClose }: BoardSettingsDialogProps) {
  const me = useMe();
  const { data, isError, refetch } = useQuery({ ...boardQuery(boardId), enabled: open });
  const [view, setView] = useState<View>('main');
  // After handing the board over, the person can no longer choose an icon.
  const isWide = data !== undefined && canChangeBoard(me, data.board) && view !== 'icons';
  const showsIcons = view === 'icons' && data !== undefined && canChangeBoard(me, data.board);
  useClosedByBack(open && showsIcons, () => setView('returned'));
  const Parts = isWide ? Tiles : Stack;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => setView('main')}
      title={showsIcons ? texts.chooseIcon : texts.title}
      size={isWide ? 'wide' : 'md'}
    >
      {data ? (
        <Parts gap={5} className={isWide ? styles.wide : undefined} data-board-theme={data.board.theme}>
          {showsIcons ? (
            <BoardIconChoice board={data.board} onBack={() => setView('returned')} />
          ) : (
            <MainView opened={data} me={me} own={own} returned={view === 'returned'} onIcons={() => setView('icons')} />
          )}
        </Parts>
      ) : isError ? (
        <ErrorBanner onRetry={refetch}>{boardMessages.loadFailed}</ErrorBanner>
      ) : (
        <Skeleton label={texts.members.loading} />
      )}
    </Dialog>
  );
}

interface MainViewProps {
  opened: OpenedBoard;
  me: Account;
  own: ReactNode;
  returned: boolean;
  onIcons: () => void;
}

function MainView({ opened: { board, members }, me, own, returned, onIcons }: MainViewProps) {
  return (
    <>
      {canChangeBoard(me, board) ? (
        <Stack gap={5}>
          <BoardTitleForm board={board} />
          <BoardThemeChoice board={board} />
          <BoardIconOpener board={board} takesFocus={returned} onOpen={onIcons} />
          <BoardTimeZoneChoice board={board} />
        </Stack>
      ) : null}
      <Stack gap={3}>
        <MemberList board={board} members={members} me={me} />
        {!canLeave(me, board) && members.length > 1 ? <p className="hint">{texts.administratorStays}</p> : null}
        {own}
      </Stack>
      {canLeave(me, board) ? <LeaveBoard board={board} me={me} /> : null}
      {canDeleteBoard(me, board) ? <DeleteBoard board={board} /> : null}
    </>
  );
}
