import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';

/** One row: which history of this database its revisions belong to. A restored backup begins another one. */
export async function up(db: Kysely<{ epoch: { id: string } }>): Promise<void> {
  await db.schema
    .createTable('epoch')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .execute();
  await db
    .insertInto('epoch')
    .values({ id: randomBytes(16).toString('base64url') })
    .execute();
}
