import type { BoardChange } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { BoardSecrets } from '../encryption/board-keys.ts';
import { boardView, flameView } from './board-header.ts';
import { pausesOf } from './pause-store.ts';
import { type BoardPart, type BoardRow, changeBoard } from './board-store.ts';

type Columns = Parameters<typeof changeBoard>[3];

/** Saves settings of a board as one change. Returns the change for everybody who sees the board, with all settings as they are now. */
export function saveSettings(deps: Pick<Deps, 'boardKeys'>, db: Db, boardId: BoardId, columns: Columns): Promise<BoardChange> {
  return saveChange(deps, db, boardId, 'settings', () => Promise.resolve({}), columns);
}

/** Saves a change to any part of a board. `read` returns what the board's own row does not have. */
export async function saveChange(
  { boardKeys }: Pick<Deps, 'boardKeys'>,
  db: Db,
  boardId: BoardId,
  part: Exclude<BoardPart, 'activities'>,
  read: (secrets: BoardSecrets, row: BoardRow) => Promise<Partial<BoardChange>>,
  columns?: Columns,
): Promise<BoardChange> {
  const row = await changeBoard(db, boardId, part, columns);
  const secrets = await boardKeys.of(db, boardId);
  const { id: _, totalPoints: _points, flame: _flame, revision, ...board } = boardView(row, secrets, []);
  return {
    ...changeOf(row, revision - 1),
    ...(part === 'settings' ? { board } : {}),
    ...(row.flame_revision === revision ? { flame: flameView(row, await pausesOf(db, row)) } : {}),
    ...(await read(secrets, row)),
  };
}

/** The reply to what changes nothing. */
export function noChangeOf(row: BoardRow): BoardChange {
  return changeOf(row, row.revision);
}

function changeOf({ id, revision, total_points }: BoardRow, after: number): BoardChange {
  return { boardId: id, after, revision, complete: true, totalPoints: total_points, activities: [] };
}
