import type { Kysely } from 'kysely';

/** The table of nudges: who nudged whom on which day of the board. A nudge goes with either membership. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('nudge')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('from_user', 'text', (c) => c.notNull())
    .addColumn('to_user', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('sentence', 'integer', (c) => c.notNull())
    .addUniqueConstraint('nudge_once', ['board_id', 'from_user', 'to_user', 'day'])
    .addForeignKeyConstraint('nudge_from', ['board_id', 'from_user'], 'board_member', ['board_id', 'user_id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .addForeignKeyConstraint('nudge_to', ['board_id', 'to_user'], 'board_member', ['board_id', 'user_id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await schema.createIndex('nudge_sender').on('nudge').columns(['from_user', 'board_id']).execute();
  await schema.createIndex('nudge_receiver').on('nudge').columns(['to_user', 'board_id']).execute();
  await schema.createIndex('nudge_day').on('nudge').column('day').execute();
}
