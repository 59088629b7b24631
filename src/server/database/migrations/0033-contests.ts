import type { Kysely } from 'kysely';

/** 'Mauvaise foi !' about what somebody logged, where all have agreed to it (decision D43). */
export async function up({ schema }: Kysely<object>): Promise<void> {
  await schema
    .alterTable('board')
    .addColumn('contests_on', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();

  await schema
    .createTable('contest')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('activity_id', 'text', (c) => c.notNull().unique().references('activity.id').onDelete('cascade'))
    .addColumn('contested_by', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('answered_by', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('emoji', 'text', (c) => c.notNull())
    .addColumn('opened_at', 'bigint', (c) => c.notNull())
    .addColumn('kept_at', 'bigint')
    .addColumn('outcome', 'text')
    .addColumn('how', 'text')
    .addColumn('settled_at', 'bigint')
    .addUniqueConstraint('contest_of_day', ['board_id', 'contested_by', 'day'])
    .execute();
  await schema.createIndex('contest_contester').on('contest').column('contested_by').execute();
  await schema.createIndex('contest_answerer').on('contest').column('answered_by').execute();

  await schema
    .createTable('contest_vote')
    .addColumn('contest_id', 'text', (c) => c.notNull().references('contest.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('is_void', 'integer', (c) => c.notNull())
    .addColumn('voted_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('contest_vote_key', ['contest_id', 'user_id'])
    .execute();
  await schema.createIndex('contest_vote_user').on('contest_vote').column('user_id').execute();
}
