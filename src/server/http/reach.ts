import type { BoardId } from '#shared/ids';
import type { Scope } from '#shared/scopes';
import type { Caller } from '../identity/callers.ts';
import { refuse } from '../errors/refusal.ts';

/** What a route says of who may call it. */
interface Wanted {
  scope?: Scope;
  withinBoards?: boolean;
}

/**
 * The one place that keeps a caller to its scopes and its boards. What lies outside of them answers like what does not exist: nobody learns from a
 * refusal what there is. A session has every scope and every board of its person.
 */
export function requireReach(caller: Caller, { scope, withinBoards = false }: Wanted, params: unknown): void {
  if (scope !== undefined && !caller.scopes.has(scope)) throw refuse('not_found');
  if (caller.boards === null) return;
  const { boardId } = (params ?? {}) as { boardId?: BoardId };
  if (boardId !== undefined) requireBoard(caller, boardId);
  // Not about one board, and not known to keep to those of the caller.
  else if (!withinBoards) throw refuse('not_found');
}

/** For a board that a body names. Throws `board_not_found`. */
export function requireBoard(caller: Caller, boardId: BoardId, field?: string): void {
  if (!reaches(caller, boardId)) throw refuse('board_not_found', field);
}

/** For lists of what is on several boards. */
export function reaches({ boards }: Caller, boardId: BoardId): boolean {
  return boards === null || boards.has(boardId);
}
