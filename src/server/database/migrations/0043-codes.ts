import type { Kysely } from 'kysely';

/** The codes of stickers: an address that a member made, and what a press behind it does. A code goes with the membership of its maker. */
export async function up({ schema }: Kysely<object>): Promise<void> {
  await schema
    .createTable('code')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull().unique())
    .addColumn('code_sealed', 'text', (c) => c.notNull())
    .addColumn('name_sealed', 'text', (c) => c.notNull())
    // A code outlasts what it stands for: it can be pointed elsewhere, and the sticker stays on the wall.
    .addColumn('action_id', 'text', (c) => c.references('board_action.id').onDelete('set null'))
    .addColumn('to_user', 'text', (c) => c.references('user.id').onDelete('set null'))
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('used_on', 'text')
    .addForeignKeyConstraint('code_of_member', ['board_id', 'made_by'], 'board_member', ['board_id', 'user_id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  // What is deleted looks for the codes that go with it.
  await schema.createIndex('code_maker').on('code').columns(['made_by', 'board_id']).execute();
  await schema.createIndex('code_board').on('code').column('board_id').execute();
  await schema.createIndex('code_action').on('code').column('action_id').execute();
  await schema.createIndex('code_nudged').on('code').column('to_user').execute();
}
