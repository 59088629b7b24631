import type { Insertable, Selectable } from 'kysely';
import type { BoardId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

export type WrappedKey = Selectable<Tables['board_key']>;

export function readBoardKey(db: Db, boardId: BoardId): Promise<WrappedKey | undefined> {
  return db.selectFrom('board_key').selectAll().where('board_id', '=', boardId).executeTakeFirst();
}

export function readBoardKeys(db: Db, boardIds: readonly BoardId[]) {
  return db.selectFrom('board_key').selectAll().where('board_id', 'in', boardIds).execute();
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

/** Whether some board's key is wrapped by another master key than these. */
export async function hasForeignBoardKey(db: Db, masterKeyIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('board_key')
    .select('board_id')
    .where('master_key_id', 'not in', masterKeyIds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A master key that wraps some board's key. */
export async function findWrappingKey(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('board_key').select('master_key_id').limit(1).executeTakeFirst())?.master_key_id;
}

export async function countBoardKeys(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('board_key')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Those after a board, in the order of the boards, that another master key than this one wraps. */
export function listKeysToRewrap(db: Db, { masterKeyId, after, limit }: { masterKeyId: string; after: BoardId; limit: number }) {
  return db
    .selectFrom('board_key')
    .selectAll()
    .where('master_key_id', '!=', masterKeyId)
    .where('board_id', '>', after)
    .orderBy('board_id')
    .limit(limit)
    .execute();
}

/** Unless the board has been deleted meanwhile, or made again with another key. */
export async function rewrapBoardKey(db: Db, before: WrappedKey, { wrapped_key, master_key_id }: Omit<WrappedKey, 'board_id'>) {
  await db
    .updateTable('board_key')
    .set({ wrapped_key, master_key_id })
    .where('board_id', '=', before.board_id)
    .where('wrapped_key', '=', before.wrapped_key)
    .execute();
}
