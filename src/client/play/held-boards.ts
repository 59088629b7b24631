import type { BoardId } from '#shared/ids';
import type { OpenedBoard } from '#shared/boards';
import { createObservable } from '#client/ui/observable.ts';

/** Boards as their screens show them while a coin turns there (`until-coin-falls.ts`); apart from that, since a screen that opens needs no more. */
export const heldBoards = createObservable<ReadonlyMap<BoardId, OpenedBoard>>(new Map());
