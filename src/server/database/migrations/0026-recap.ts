import type { Kysely } from 'kysely';

/** The newest week that a board has a recap of, the newest that a member has read, and who gets recaps by mail. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('board').addColumn('recap_week', 'text').execute();
  // Looked through every few minutes, zone by zone.
  await schema.createIndex('board_recap').on('board').columns(['time_zone', 'recap_week']).execute();
  await schema.alterTable('board_member').addColumn('recap_seen', 'text').execute();
  await schema
    .createTable('recap_mail')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('week', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
}
