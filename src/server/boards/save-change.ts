import type { BoardChange } from '#shared/boards';
import { readActions } from '../actions/action-views.ts';
import type { Db, Work } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { type BoardPart, changeBoard } from './board-store.ts';
import { boardView, readMembers } from './board-views.ts';

type Part = Exclude<BoardPart, 'activities'>;
type Columns = Parameters<typeof changeBoard>[3];

/** Saves a part of a board as one change. Returns what all who see the board are to get: that part as it is now. */
export async function saveChange(
  { boardKeys }: Pick<Deps, 'boardKeys'>,
  db: Db,
  boardId: string,
  part: Part,
  columns?: Columns,
): Promise<BoardChange> {
  const row = await changeBoard(db, boardId, part, columns);
  const secrets = await boardKeys.of(db, boardId);
  const { id: _, totalPoints, revision, ...settings } = boardView(row, secrets);
  return {
    boardId,
    after: revision - 1,
    revision,
    complete: true,
    totalPoints,
    activities: [],
    ...(part === 'settings' ? { board: settings } : {}),
    ...(part === 'members' ? { members: await readMembers(db, boardId) } : {}),
    ...(part === 'actions' ? { actions: await readActions(db, boardId, secrets) } : {}),
  };
}

/** Saves a part of a board and records `board_changed`, where no other event tells of it. */
export async function changeAndRecord(
  deps: Pick<Deps, 'boardKeys'>,
  work: Work,
  boardId: string,
  part: Part,
  columns?: Columns,
): Promise<BoardChange> {
  const change = await saveChange(deps, work.db, boardId, part, columns);
  work.record({ type: 'board_changed', change });
  return change;
}
