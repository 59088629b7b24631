import type { BoardChange } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { saveChange } from '../boards/save-change.ts';
import type { Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { readActions } from './action-views.ts';

/** Counts a change of a board's actions and records it. Returns the change for everybody who sees the board. */
export async function saveActions(deps: Pick<Deps, 'boardKeys'>, work: Work, boardId: BoardId): Promise<BoardChange> {
  const read = async (secrets: Parameters<typeof readActions>[2]) => ({ actions: await readActions(work.db, boardId, secrets) });
  const change = await saveChange(deps, work.db, boardId, 'actions', read);
  work.record({ type: 'board_changed', change });
  return change;
}
