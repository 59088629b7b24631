import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BoardCard } from '#shared/boards';
import { gestureOpensAt } from '#shared/gesture-rules';
import type { BoardId } from '#shared/ids';
import { queryKeys } from '#client/api/query-keys.ts';
import { serverTime } from '#client/api/server-clock.ts';
import { useServerTime } from '#client/api/server-time.ts';
import { gestureMessages as texts } from '#client/play/gesture-messages.fr.ts';
import { loadGestureSheet } from '#client/play/gesture-pill.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { NewsLine } from './recap-line.tsx';

/** 'Le geste de la semaine' on Sunday evening, of boards on which one may choose; once one has on all, that the choice is kept. */
export function GestureLine({ boards }: { boards: readonly BoardCard[] }) {
  const { Dialog: Sheet, ...sheet } = useLazyDialog(loadGestureSheet);
  const [shown, setShown] = useState<BoardId>();
  useReadOnSunday(boards);
  const now = useServerTime(boards.flatMap(({ gesture }) => gesture?.closesAt ?? []));
  const open = boards.flatMap((board) => (board.gesture && now < board.gesture.closesAt ? { ...board, gesture: board.gesture } : []));
  const toChoose = open.filter(({ gesture }) => !gesture.isChosen);
  const isKept = toChoose.length === 0;
  const told = (isKept ? open : toChoose).map((board) => ({
    ...board,
    news: isKept ? texts.kept : texts.title,
    ...(isKept && { aside: texts.chosen({ count: board.gesture.chosen }) }),
    onPress: () => {
      setShown(board.id);
      sheet.open();
    },
  }));
  const board = boards.find(({ id }) => id === shown);
  return (
    <>
      <NewsLine boards={told} shortNews={isKept ? texts.kept : texts.shortNews} />
      {Sheet && board ? <Sheet key={board.id} board={board} open={sheet.isOpen} onClose={sheet.close} /> : null}
    </>
  );
}

/** Reads the boards again where Sunday, 18:00, has come: no stream tells it. */
function useReadOnSunday(boards: readonly Pick<BoardCard, 'timeZone'>[]): void {
  const client = useQueryClient();
  const zones = [...new Set(boards.map(({ timeZone }) => timeZone))].toSorted().join(' ');
  const openings = useMemo(() => (zones === '' ? [] : zones.split(' ').map((zone) => gestureOpensAt(zone, serverTime()))), [zones]);
  const now = useServerTime(openings);
  const opened = openings.filter((moment) => moment <= now).length;
  const before = useRef(opened);
  useEffect(() => {
    if (opened > before.current) void client.invalidateQueries({ queryKey: queryKeys.boards });
    before.current = opened;
  }, [client, opened]);
}
