import type { Insertable } from 'kysely';
import type { ActionId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

export function listPredefinedActions(db: Db) {
  return db.selectFrom('predefined_action').selectAll().execute();
}

export function listEmojis(db: Db, category: string | undefined) {
  return db
    .selectFrom('emoji')
    .select(['id', 'symbol', 'category'])
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
    .orderBy('category')
    .orderBy('position')
    .execute();
}

export async function insertCatalogue(
  db: Db,
  actions: readonly Insertable<Tables['predefined_action']>[],
  emojis: readonly Insertable<Tables['emoji']>[],
): Promise<void> {
  await db.insertInto('predefined_action').values(actions).execute();
  await db.insertInto('emoji').values(emojis).execute();
}

export async function replacePredefinedAction(db: Db, id: ActionId, action: Insertable<Tables['predefined_action']>): Promise<void> {
  await db.updateTable('predefined_action').set(action).where('id', '=', id).execute();
}
