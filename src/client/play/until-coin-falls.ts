/** A coin that is tossed while it is looked at turns first (decision D43): the view holds back until it has fallen what it decided. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OpenedBoard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { queryKeys } from '#client/api/query-keys.ts';
import { heldBoards } from './held-boards.ts';
import { fliesNow, turnMs } from './turning.ts';

/**
 * As long as this is drawn, the board is shown while a coin turns there as it was before, but for the contests. A later change of the board ends that,
 * since nobody may miss it.
 */
export function useUntilCoinFalls(boardId: BoardId): void {
  const client = useQueryClient();
  useEffect(() => {
    const read = () => client.getQueryData(queryKeys.board(boardId));
    let before = read();
    /** The revision that brought the toss. */
    let tossedAt: number | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (held: OpenedBoard | undefined) => {
      const others = [...heldBoards.get()].filter(([id]) => id !== boardId);
      heldBoards.set(new Map(held ? [...others, [boardId, held]] : others));
    };
    const release = () => {
      if (tossedAt === undefined) return;
      clearTimeout(timer);
      tossedAt = undefined;
      before = read();
      show(undefined);
    };
    // It is told of what is cached before the screens are.
    const stop = client.getQueryCache().subscribe(({ type }) => {
      const opened = type === 'updated' ? read() : before;
      if (opened === before) return;
      if (tossedAt !== undefined && opened?.board.revision !== tossedAt) return release();
      if (tossedAt === undefined && !wasTossedBetween(before, opened)) {
        before = opened;
        return;
      }
      if (tossedAt === undefined) timer = setTimeout(release, turnMs);
      tossedAt = opened?.board.revision;
      show(before?.play && { ...before, play: { ...before.play, contests: opened?.play?.contests } });
    });
    return () => {
      stop();
      release();
    };
  }, [client, boardId]);
}

/** Whether a coin was tossed between the two, and flies. */
function wasTossedBetween(before: OpenedBoard | undefined, opened: OpenedBoard | undefined): boolean {
  const isOpen = (id: string) => before?.play?.contests?.list.some((one) => one.id === id && one.outcome === null);
  return opened?.play?.contests?.list.some((one) => isOpen(one.id) && fliesNow(one)) ?? false;
}
