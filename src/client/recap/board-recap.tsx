import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Board } from '#shared/boards';
import { RecapLine, useRecapDialog } from './recap-line.tsx';

interface BoardRecapProps {
  board: Pick<Board, 'id' | 'title' | 'icon' | 'theme' | 'timeZone'>;
  /** The week that waits to be read. */
  recap: string | undefined;
}

/** The line about a recap on its board. An address with `recap` opens that week. */
export function BoardRecap({ board, recap }: BoardRecapProps) {
  const navigate = useNavigate({ from: '/board/$boardId' });
  const asked = useRouterState({ select: ({ location }) => new URLSearchParams(location.searchStr).get('recap') });
  const { show, dialog } = useRecapDialog();
  const onAsked = useEffectEvent((week: string) => {
    // A reload, or Back to this screen, is no second press.
    void navigate({ search: ({ tab }) => (tab ? { tab } : {}), replace: true, resetScroll: false });
    show(board.id, week);
  });
  useEffect(() => {
    if (asked !== null) onAsked(asked);
  }, [asked]);
  return (
    <>
      <RecapLine boards={[recap === undefined ? board : { ...board, recap }]} isNamed={false} />
      {dialog}
    </>
  );
}
