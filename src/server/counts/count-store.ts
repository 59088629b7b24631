import type { Insertable } from 'kysely';
import type { Db } from '../database/database.ts';
import { deleteOlder } from '../database/delete-older.ts';
import type { Tables } from '../database/tables.ts';

export async function addToDays(db: Db, counts: readonly Insertable<Tables['daily_count']>[]): Promise<void> {
  if (counts.length === 0) return;
  await db
    .insertInto('daily_count')
    // In one order, since another copy may write the same rows.
    .values(counts.toSorted((a, b) => (`${a.day} ${a.name}` < `${b.day} ${b.name}` ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.columns(['day', 'name']).doUpdateSet(({ eb, ref }) => ({ count: eb(ref('daily_count.count'), '+', ref('excluded.count')) })),
    )
    .execute();
}

/** `day` as in 2026-11-21; that one stays. */
export function deleteCountsBefore(db: Db, day: string): Promise<number> {
  return deleteOlder(db, 'daily_count', { key: ['day', 'name'], column: 'day', before: day });
}

/** `day` as in 2026-11-21; that one too. */
export function listDaysSince(db: Db, day: string) {
  return db.selectFrom('daily_count').selectAll().where('day', '>=', day).orderBy('day').orderBy('name').execute();
}
