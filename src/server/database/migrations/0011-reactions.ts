import { type Kysely, sql } from 'kysely';

interface Before {
  activity: { id: string };
}

/**
 * Reactions to activities. Like the activities, they outlive their board or author for a moment and are erased in slices: they refer to
 * neither. What a reader missed is found by the revision of the board at which the reactions to an activity last changed.
 */
export async function up({ schema }: Kysely<Before>): Promise<void> {
  await schema.alterTable('activity').addColumn('reactions_revision', 'bigint').execute();
  // Only of those that somebody reacted to: logging writes no entry of it.
  await schema
    .createIndex('activity_reacted')
    .on('activity')
    .columns(['board_id', 'reactions_revision'])
    .where(sql.ref('reactions_revision'), 'is not', null)
    .execute();

  await schema
    .createTable('reaction')
    .addColumn('activity_id', 'text', (c) => c.notNull())
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('emoji', 'text', (c) => c.notNull())
    .addColumn('board_revision', 'bigint', (c) => c.notNull())
    .addColumn('reacted_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('reaction_key', ['activity_id', 'user_id', 'emoji'])
    .execute();
  await schema.createIndex('reaction_board').on('reaction').column('board_id').execute();
  await schema.createIndex('reaction_user').on('reaction').columns(['user_id', 'board_id']).execute();
}
