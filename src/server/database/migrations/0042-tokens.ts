import type { Kysely } from 'kysely';

/** Tokens: what a person gave to programs, the boards that some are limited to, and what each has logged a moment ago. */
export async function up({ schema }: Kysely<object>): Promise<void> {
  await schema
    .createTable('token')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('rights', 'text', (c) => c.notNull())
    .addColumn('all_boards', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('used_on', 'text')
    .execute();
  await schema.createIndex('token_user').on('token').column('user_id').execute();
  await schema
    .createTable('token_board')
    .addColumn('token_id', 'text', (c) => c.notNull().references('token.id').onDelete('cascade'))
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('token_board_key', ['token_id', 'board_id'])
    .execute();
  await schema.createIndex('token_board_board').on('token_board').column('board_id').execute();
  await schema
    .createTable('token_log')
    .addColumn('activity_id', 'text', (c) => c.primaryKey().references('activity.id').onDelete('cascade'))
    .addColumn('token_id', 'text', (c) => c.notNull().references('token.id').onDelete('cascade'))
    .addColumn('logged_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('token_log_token').on('token_log').column('token_id').execute();
  await schema.createIndex('token_log_time').on('token_log').column('logged_at').execute();
}
