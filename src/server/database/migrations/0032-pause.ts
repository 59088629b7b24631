import type { Kysely } from 'kysely';

/** The days that count nowhere, since all members of a board have agreed to a pause (decision D42). Kept for good: the flame is recounted without them. */
export async function up({ schema }: Kysely<object>): Promise<void> {
  await schema
    .createTable('pause')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('starts_on', 'text', (c) => c.notNull())
    .addColumn('last_day', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('pause_board').on('pause').columns(['board_id', 'last_day']).execute();
}
