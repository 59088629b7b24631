import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Board } from '#shared/boards';
import { FramePill } from '#client/boards/board-frame.tsx';
import { useReadOnMonday } from './read-on-monday.ts';
import { useRecapDialog } from './recap-line.tsx';
import { recapMessages as texts } from './recap-messages.fr.ts';

interface BoardRecapProps {
  board: Pick<Board, 'id' | 'timeZone'>;
  /** The week that waits to be read. */
  recap: string | undefined;
}

/** The pill of a recap in the head of its board. An address with `recap` opens that week. */
export function BoardRecap({ board, recap }: BoardRecapProps) {
  const navigate = useNavigate({ from: '/board/$boardId' });
  const asked = useRouterState({ select: ({ location }) => new URLSearchParams(location.searchStr).get('recap') });
  const { show, dialog } = useRecapDialog();
  useReadOnMonday([board]);
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
      {recap === undefined ? null : (
        <FramePill aria-label={texts.news} onClick={() => show(board.id, recap)}>
          {texts.newsInShort}
        </FramePill>
      )}
      {dialog}
    </>
  );
}
