import type { Insertable } from 'kysely';
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

export async function hasCatalogue(db: Db): Promise<boolean> {
  const row = await db.selectFrom('predefined_action').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

export async function insertCatalogue(
  db: Db,
  actions: readonly Insertable<Tables['predefined_action']>[],
  emojis: readonly Insertable<Tables['emoji']>[],
): Promise<void> {
  await db.insertInto('predefined_action').values(actions).execute();
  await db.insertInto('emoji').values(emojis).execute();
}
