import type { Kysely } from 'kysely';

/** What the program itself keeps secret, sealed by the master key: so that key can be replaced and the secret stays. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('sealed_secret')
    .addColumn('name', 'text', (c) => c.primaryKey().notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('master_key_id', 'text', (c) => c.notNull())
    .execute();
}
