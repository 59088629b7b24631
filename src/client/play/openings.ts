import type { BoardId } from '#shared/ids';
import type { Terms } from '#shared/play';
import { createSignal } from '#client/api/signal.ts';

interface Opening {
  boardId: BoardId;
  what: 'proposal' | 'hall of fame';
  /** The terms to propose once more. */
  terms?: Terms;
}

/** A dialog about what a board plays for is to open. The button that was pressed may be gone by the time it closes. */
export const openings = createSignal<Opening>();
