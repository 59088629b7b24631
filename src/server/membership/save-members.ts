import type { BoardChange } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { saveChange } from '../boards/save-change.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { readMembers } from './member-views.ts';

/** Counts a change of who the members are, and returns it as all who see the board are to get it. */
export function saveMembers(deps: Pick<Deps, 'boardKeys'>, db: Db, boardId: BoardId): Promise<BoardChange> {
  return saveChange(deps, db, boardId, 'members', async () => ({ members: await readMembers(db, boardId) }));
}
