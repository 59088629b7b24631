import type { Updateable } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';

/** How a person is shown to others. */
export function findProfile(db: Db, userId: string) {
  return db.selectFrom('user').select(['username', 'avatar']).where('id', '=', userId).executeTakeFirst();
}

/** The boards on which a person logged something, or took something back. */
export async function listBoardsWithTraces(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('activity')
    .select('board_id')
    .where('user_id', '=', userId)
    .union(db.selectFrom('activity').select('board_id').where('undone_by', '=', userId))
    .execute();
  return rows.map(({ board_id }) => board_id);
}

type ProfileColumns = Pick<Updateable<Tables['user']>, 'name' | 'username' | 'username_key' | 'username_skeleton' | 'avatar'>;

export async function saveProfile(db: Db, userId: string, columns: ProfileColumns): Promise<void> {
  await db
    .updateTable('user')
    .set({ ...columns, updated_at: new Date().toISOString() })
    .where('id', '=', userId)
    .execute();
}
