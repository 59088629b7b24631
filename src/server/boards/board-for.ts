import type { BoardId, UserOnBoard } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors/refusal.ts';
import { type BoardRow, findBoard, findBoardFor, type OwnBoardRow } from './board-store.ts';

/** A board of this person's. Somebody else's board and a missing one are the same. Throws `board_not_found`. */
export async function boardFor(db: Db, { userId, boardId }: UserOnBoard): Promise<OwnBoardRow> {
  const board = await findBoardFor(db, { userId, boardId });
  if (!board) throw refuse('board_not_found');
  return board;
}

/** Finds the board for a unit of work that changes it, and locks it: no other unit changes it until this one ends. */
export async function boardToChangeFor(deps: Pick<Deps, 'database'>, db: Db, { userId, boardId }: UserOnBoard): Promise<BoardRow> {
  await deps.database.lockBoard(db, boardId);
  return await boardFor(db, { userId, boardId });
}

/** A board to change, without checking who asks. */
export async function boardToChange(deps: Pick<Deps, 'database'>, db: Db, boardId: BoardId): Promise<BoardRow | undefined> {
  await deps.database.lockBoard(db, boardId);
  return await findBoard(db, boardId);
}

/** Locks several boards, always in the same order, so that two units of work never wait for each other. */
export async function lockBoards({ database }: Pick<Deps, 'database'>, db: Db, boardIds: Iterable<BoardId>): Promise<void> {
  await Promise.all([...new Set(boardIds)].toSorted().map((boardId) => database.lockBoard(db, boardId)));
}
