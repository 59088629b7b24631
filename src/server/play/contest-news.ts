import type { ContestResult } from '#shared/contest-rules';
import type { BoardId, UserId } from '#shared/ids';
import { findBoard } from '../boards/board-store.ts';
import type { Work } from '../database/database.ts';
import type { Parties } from './contest-store.ts';

/** Takes note of what became of contests of a board, before what a board plays for has moved by it. `by`: who has ended them, and knows. */
export async function noteSettled(
  work: Work,
  boardId: BoardId,
  contests: readonly Parties[],
  { result, by }: { result: ContestResult; by?: UserId | null },
): Promise<void> {
  const board = contests.length > 0 ? await findBoard(work.db, boardId) : undefined;
  if (!board) return;
  for (const { id: contestId, contested_by, answered_by } of contests) {
    const to = [contested_by, answered_by].filter((userId) => userId !== by);
    work.record({ type: 'contest_settled', boardId, contestId, to, revision: board.revision, result });
  }
}
