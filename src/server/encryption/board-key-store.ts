import type { Insertable } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

export async function readBoardKey(db: Db, boardId: string): Promise<string | undefined> {
  const row = await db.selectFrom('board_key').select('wrapped_key').where('board_id', '=', boardId).executeTakeFirst();
  return row?.wrapped_key;
}

export function readBoardKeys(db: Db, boardIds: readonly string[]) {
  return db.selectFrom('board_key').select(['board_id', 'wrapped_key']).where('board_id', 'in', boardIds).execute();
}

export async function insertBoardKey(db: Db, key: Insertable<Tables['board_key']>): Promise<void> {
  await db.insertInto('board_key').values(key).execute();
}

/** Whether there are boards that some master key has sealed. Before the first migration there are none. */
export async function hasBoardKeys(db: Db): Promise<boolean> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'board_key')) return false;
  return (await db.selectFrom('board_key').select('board_id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether some board's key is wrapped by another master key than this one. */
export async function hasForeignBoardKey(db: Db, masterKeyId: string): Promise<boolean> {
  const row = await db.selectFrom('board_key').select('board_id').where('master_key_id', '!=', masterKeyId).limit(1).executeTakeFirst();
  return row !== undefined;
}
