import type { BoardChange } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { saveChange } from '../boards/save-change.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { readMembers } from './member-views.ts';

/** Counts a change of the members, and returns it for everybody who sees the board. */
export function saveMembers(deps: Pick<Deps, 'boardKeys'>, db: Db, boardId: BoardId): Promise<BoardChange> {
  return saveChange(deps, db, boardId, 'members', async (_, board) => ({ members: await readMembers(db, board) }));
}
