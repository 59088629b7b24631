import { type Kysely, sql } from 'kysely';
import { usernameSkeleton } from '../../ids/username-skeleton.ts';

interface Before {
  user: { id: string; username: string; username_skeleton: string | null; created_at: string };
}

/** Look-alike usernames, privacy, resets and mails, counters; activities that are undone or deleted. */
export async function up(db: Kysely<Before>): Promise<void> {
  const { schema } = db;

  await schema.alterTable('user').addColumn('username_skeleton', 'text').execute();
  await schema.alterTable('user').addColumn('data_collection', 'integer').execute();
  await schema.alterTable('user').addColumn('analytics', 'integer').execute();
  for (const column of ['online_status', 'essential_cookies', 'screenshot_protection'])
    await schema
      .alterTable('user')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
  await fillSkeletons(db);
  await schema.createIndex('user_skeleton').unique().on('user').column('username_skeleton').execute();

  await schema
    .alterTable('board')
    .addColumn('activities_revision', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();

  await schema.alterTable('activity').addColumn('undone_at', 'bigint').execute();
  await schema.alterTable('activity').addColumn('undone_by', 'text').execute();
  await schema.alterTable('activity').addColumn('undone_revision', 'bigint').execute();
  await schema
    .createIndex('activity_undone')
    .on('activity')
    .columns(['board_id', 'undone_revision'])
    .where(sql.ref('undone_revision'), 'is not', null)
    .execute();
  await schema.createIndex('activity_undone_by').on('activity').column('undone_by').where(sql.ref('undone_by'), 'is not', null).execute();

  // For a person who is renamed or deleted.
  await schema.createIndex('board_request_joining').on('board_request').column('joining_user').execute();

  // A board's deletion and an account's look for the requests about them.
  await schema.createIndex('board_request_board').on('board_request').column('board_id').execute();

  await schema
    .createTable('password_reset')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('password_reset_user').on('password_reset').column('user_id').execute();

  await schema
    .createTable('mail_job')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .execute();
  await schema.createIndex('mail_job_due').on('mail_job').column('next_attempt_at').execute();
  await schema.createIndex('mail_job_user').on('mail_job').column('user_id').execute();

  await schema
    .createTable('daily_count')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('daily_count_key', ['day', 'name'])
    .execute();
}

// The oldest of several names from before the rule that look alike keeps its look to itself; the others stay as they are.
async function fillSkeletons(db: Kysely<Before>): Promise<void> {
  const users = await db.selectFrom('user').select(['id', 'username']).orderBy('created_at').orderBy('id').execute();
  const taken = new Set<string>();
  for (const { id, username } of users) {
    const skeleton = usernameSkeleton(username);
    if (taken.has(skeleton)) continue;
    taken.add(skeleton);
    await db.updateTable('user').set({ username_skeleton: skeleton }).where('id', '=', id).execute();
  }
}
