import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

type SealedSecret = Selectable<Tables['sealed_secret']>;

export function findSealedSecret(db: Db, name: SealedSecret['name']): Promise<SealedSecret | undefined> {
  return db.selectFrom('sealed_secret').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Before the first migration there is none. */
export async function hasSealedSecret(db: Db): Promise<boolean> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'sealed_secret')) return false;
  return (await db.selectFrom('sealed_secret').select('name').limit(1).executeTakeFirst()) !== undefined;
}

/** Keeps the secret that is there, if there is one: two copies of the server may start at once. */
export async function insertSealedSecret(db: Db, secret: Insertable<Tables['sealed_secret']>): Promise<void> {
  await db
    .insertInto('sealed_secret')
    .values(secret)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function resealSecret(db: Db, { name, sealed, master_key_id }: SealedSecret): Promise<void> {
  await db.updateTable('sealed_secret').set({ sealed, master_key_id }).where('name', '=', name).execute();
}
