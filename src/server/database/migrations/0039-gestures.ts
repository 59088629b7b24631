import { type Kysely, sql } from 'kysely';

/** The gesture of the week: the gain of somebody else that each member chooses in secret (decision D50). */
export async function up({ schema }: Kysely<object>): Promise<void> {
  await schema.alterTable('board').addColumn('gesture_week', 'text').execute();
  await schema
    .createTable('gesture')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('week', 'text', (c) => c.notNull())
    .addColumn('chosen_by', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('activity_id', 'text', (c) => c.notNull().references('activity.id').onDelete('cascade'))
    .addColumn('words_sealed', 'text')
    .addColumn('chosen_at', 'bigint', (c) => c.notNull())
    .addColumn('closes_at', 'bigint', (c) => c.notNull())
    .addColumn('revealed_at', 'bigint')
    .addUniqueConstraint('gesture_of_week', ['board_id', 'week', 'chosen_by'])
    .execute();
  await schema.createIndex('gesture_activity').on('gesture').column('activity_id').execute();
  await schema.createIndex('gesture_chooser').on('gesture').column('chosen_by').execute();
  // Looked for every few minutes.
  await schema.createIndex('gesture_waiting').on('gesture').column('closes_at').where(sql.ref('revealed_at'), 'is', null).execute();
}
