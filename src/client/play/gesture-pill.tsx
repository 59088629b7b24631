import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Board } from '#shared/boards';
import { gestureOpensAt, gestureWindow } from '#shared/gesture-rules';
import { serverTime } from '#client/api/server-clock.ts';
import { useServerTime } from '#client/api/server-time.ts';
import { FramePill } from '#client/boards/board-frame.tsx';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { gestureMessages as texts } from './gesture-messages.fr.ts';

interface GesturePillProps {
  board: Board;
  /** Another pill stands in the head. */
  isTaken: boolean;
  /** Whether it is shown: the head gives it room. */
  onShown: (isShown: boolean) => void;
}

/** The pill of the gesture of the week in the head of its board, while one chooses it. An address with `geste` opens the sheet. */
export function GesturePill({ board, isTaken, onShown }: GesturePillProps) {
  const { Dialog: Sheet, ...sheet } = useLazyDialog(loadGestureSheet);
  const [opensAt] = useState(() => gestureOpensAt(board.timeZone, serverTime()));
  const now = useServerTime([opensAt]);
  const { data: boards } = useQuery({ ...boardsQuery, enabled: gestureWindow(board.timeZone, now) !== undefined });
  const gesture = boards?.find(({ id }) => id === board.id)?.gesture;
  const isOpen = useServerTime(gesture ? [gesture.closesAt] : []) < (gesture?.closesAt ?? 0);
  const isShown = isOpen && !isTaken;
  const tell = useEffectEvent(onShown);
  useEffect(() => tell(isShown), [isShown]);
  useWanted(sheet.open);
  return (
    <>
      {isShown ? (
        <FramePill asks={!gesture?.isChosen} onClick={sheet.open}>
          {gesture?.isChosen ? texts.keptInShort : texts.choose}
        </FramePill>
      ) : null}
      {Sheet ? <Sheet board={board} open={sheet.isOpen} onClose={sheet.close} /> : null}
    </>
  );
}

/** Whether the address asks for it (`noticeLink`). A reload, or Back to this screen, is no second press. */
function useWanted(show: () => void) {
  const navigate = useNavigate({ from: '/board/$boardId' });
  const isWanted = useRouterState({ select: ({ location }) => new URLSearchParams(location.searchStr).has('geste') });
  const take = useEffectEvent(() => {
    show();
    void navigate({ search: ({ tab }) => (tab ? { tab } : {}), replace: true, resetScroll: false });
  });
  useEffect(() => {
    if (isWanted) take();
  }, [isWanted]);
}

export const loadGestureSheet = async () => (await import('./gesture-sheet.tsx')).GestureSheet;
