import type { Insertable } from 'kysely';
import type { Db } from '../database/database.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';

export function listActions(db: Db, boardId: string) {
  return actionsOf(db, { boardId });
}

const actionsOf = preparedQuery((db, { boardId }: { boardId: string }) =>
  db.selectFrom('board_action').selectAll().where('board_id', '=', boardId).orderBy('position'),
);

/** SQLite takes 32,766 values in a statement; an action has 8. */
const rowsAtOnce = 500;

export async function insertActions(db: Db, actions: readonly Insertable<Tables['board_action']>[]): Promise<void> {
  for (let start = 0; start < actions.length; start += rowsAtOnce)
    await db
      .insertInto('board_action')
      .values(actions.slice(start, start + rowsAtOnce))
      .execute();
}
