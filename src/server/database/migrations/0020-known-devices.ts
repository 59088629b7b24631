import { type Kysely, sql } from 'kysely';

/**
 * What a device is to one person has an id that stays when its token changes: wrong passwords are counted by it. Copies of the version
 * before give none to a device that is new to somebody; those of one person are counted together.
 */
export async function up(db: Kysely<{ known_device: { id: string; token_hash: string } }>): Promise<void> {
  await db.schema
    .alterTable('known_device')
    .addColumn('id', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db
    .updateTable('known_device')
    .set({ id: sql.ref('token_hash') })
    .execute();
}
