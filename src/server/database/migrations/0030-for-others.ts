import { type Kysely, sql } from 'kysely';

/** The member who noted an activity for its author, and the losses that wait for the avowal of those they were noted for. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('activity').addColumn('noted_by', 'text').execute();
  await schema
    .createIndex('activity_noted_by')
    .on('activity')
    .columns(['noted_by', 'board_id'])
    .where(sql.ref('noted_by'), 'is not', null)
    .execute();
  // They go with either membership.
  await schema
    .createTable('owed_loss')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('action_id', 'text', (c) => c.notNull())
    .addColumn('title_sealed', 'text', (c) => c.notNull())
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('emoji', 'text')
    .addColumn('from_user', 'text', (c) => c.notNull())
    .addColumn('to_user', 'text', (c) => c.notNull())
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('lapses_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('owed_loss_from', ['board_id', 'from_user'], 'board_member', ['board_id', 'user_id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .addForeignKeyConstraint('owed_loss_to', ['board_id', 'to_user'], 'board_member', ['board_id', 'user_id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await schema.createIndex('owed_loss_board').on('owed_loss').column('board_id').execute();
  await schema.createIndex('owed_loss_sender').on('owed_loss').columns(['from_user', 'to_user']).execute();
  await schema.createIndex('owed_loss_receiver').on('owed_loss').column('to_user').execute();
  await schema.createIndex('owed_loss_age').on('owed_loss').column('made_at').execute();
}
