import type { Kysely } from 'kysely';

/**
 * Actions that members propose for their boards. Like the actions, they outlive their board or account for a moment and are erased in
 * slices: they refer to neither.
 */
export async function up({ schema }: Kysely<object>): Promise<void> {
  await schema
    .createTable('action_proposal')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('proposed_by', 'text', (c) => c.notNull())
    .addColumn('title_sealed', 'text', (c) => c.notNull())
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('category_sealed', 'text')
    .addColumn('emoji', 'text')
    .addColumn('proposed_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('action_proposal_board').on('action_proposal').columns(['board_id', 'proposed_at']).execute();
  await schema.createIndex('action_proposal_user').on('action_proposal').columns(['proposed_by', 'board_id']).execute();
}
