import type { Kysely } from 'kysely';

interface Before {
  board_member: { board_id: string; user_id: string };
}

/** The actions that a member keeps at hand. They end with the membership, and with the action: few enough to go at once with either. */
export async function up({ schema }: Kysely<Before>): Promise<void> {
  await schema
    .createTable('favourite_action')
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('action_id', 'text', (c) => c.notNull().references('board_action.id').onDelete('cascade'))
    .addColumn('marked_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('favourite_action_key', ['board_id', 'user_id', 'action_id'])
    .addForeignKeyConstraint('favourite_action_member', ['board_id', 'user_id'], 'board_member', ['board_id', 'user_id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await schema.createIndex('favourite_action_user').on('favourite_action').columns(['user_id', 'marked_at']).execute();
  await schema.createIndex('favourite_action_action').on('favourite_action').column('action_id').execute();
}
