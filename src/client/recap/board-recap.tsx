import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Board, OpenedBoard } from '#shared/boards';
import { FramePill } from '#client/boards/board-frame.tsx';
import { useReadOnMonday } from './read-on-monday.ts';
import { useCardsDialog } from './recap-line.tsx';
import { recapMessages as texts } from './recap-messages.fr.ts';

interface BoardRecapProps {
  board: Pick<Board, 'id' | 'timeZone'>;
  /** The film and the week that wait to be seen; undefined where the pill is needed for something else. */
  waiting: Pick<OpenedBoard, 'film' | 'recap'> | undefined;
}

/** The pill of a film or a recap in the head of its board. An address with `recap` opens that week, one with `film` that year. */
export function BoardRecap({ board, waiting }: BoardRecapProps) {
  const navigate = useNavigate({ from: '/board/$boardId' });
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const { show, dialog } = useCardsDialog();
  useReadOnMonday([board]);
  const onSearch = useEffectEvent((asked: URLSearchParams) => {
    const [film, week] = [asked.get('film'), asked.get('recap')];
    if (film === null && week === null) return;
    // A reload, or Back to this screen, is no second press.
    void navigate({ search: ({ tab }) => (tab ? { tab } : {}), replace: true, resetScroll: false });
    show(board.id, { film, week });
  });
  useEffect(() => onSearch(new URLSearchParams(search)), [search]);
  const { film, recap: week } = waiting ?? {};
  return (
    <>
      {film || week ? (
        <FramePill aria-label={film ? texts.filmOf({ period: film }) : texts.news} onClick={() => show(board.id, { film, week })}>
          {film ? texts.filmInShort : texts.newsInShort}
        </FramePill>
      ) : null}
      {dialog}
    </>
  );
}
