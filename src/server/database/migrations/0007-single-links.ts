import type { Kysely } from 'kysely';

interface Before {
  board: { id: string };
}

/** Links that let one person in (decision D22). */
export async function up({ schema }: Kysely<Before>): Promise<void> {
  await schema
    .createTable('single_link')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('single_link_board').on('single_link').columns(['board_id', 'created_at']).execute();
}
