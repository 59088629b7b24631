import type { Kysely } from 'kysely';

/** The screens that show a board on a wall (decision D48). Each goes with the membership of who opened it, and so with the board and the account. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('wall')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('logs', 'integer', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('opened_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('wall_of_member', ['board_id', 'user_id'], 'board_member', ['board_id', 'user_id'], (f) =>
      f.onDelete('cascade'),
    )
    .execute();
  await schema.createIndex('wall_member').on('wall').columns(['board_id', 'user_id']).execute();
  await schema.createIndex('wall_user').on('wall').column('user_id').execute();
}
