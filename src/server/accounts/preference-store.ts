import type { Updateable } from 'kysely';
import type { UserId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { preferenceColumns } from './preferences.ts';

type Columns = Pick<Updateable<Tables['user']>, (typeof preferenceColumns)[number]>;

/** Saves what a person decided; whether the person is still there. Who answers one question of counting has answered both. */
export async function savePreferences(db: Db, userId: UserId, columns: Columns): Promise<boolean> {
  const answers = columns.data_collection !== undefined || columns.analytics !== undefined;
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set(({ fn, lit }) => ({
      ...(answers ? { data_collection: fn.coalesce('data_collection', lit(0)), analytics: fn.coalesce('analytics', lit(0)) } : {}),
      ...columns,
      updated_at: Date.now(),
    }))
    .where('id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
