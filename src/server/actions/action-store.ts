import type { Insertable } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

export function listActions(db: Db, boardId: string) {
  return db.selectFrom('board_action').selectAll().where('board_id', '=', boardId).orderBy('position').execute();
}

/** SQLite takes 32,766 values in a statement; an action has 8. */
const rowsAtOnce = 500;

export async function insertActions(db: Db, actions: readonly Insertable<Tables['board_action']>[]): Promise<void> {
  for (let start = 0; start < actions.length; start += rowsAtOnce)
    await db
      .insertInto('board_action')
      .values(actions.slice(start, start + rowsAtOnce))
      .execute();
}
