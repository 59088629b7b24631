import type { BoardId } from '#shared/ids';
import type { Terms } from '#shared/play';
import { createSignal } from '#client/api/signal.ts';

interface Asked {
  boardId: BoardId;
  what: 'proposal' | 'hall of fame';
  /** To be proposed once more. */
  terms?: Terms;
}

/** A dialog is asked for. What asks may be gone by the time it closes. */
export const asked = createSignal<Asked>();
