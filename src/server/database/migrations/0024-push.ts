import { type Kysely, sql } from 'kysely';

interface Before {
  session: { id: string };
  board_member: { board_id: string; user_id: string };
}

/** Web push: where each session wants to be told, what each person wants to hear of, and what is on its way to a device. */
export async function up(db: Kysely<Before>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('push_device')
    .addColumn('session_id', 'text', (c) => c.primaryKey().references('session.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('endpoint', 'text', (c) => c.notNull())
    .addColumn('endpoint_hash', 'text', (c) => c.notNull().unique())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('details', 'integer', (c) => c.notNull())
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('quiet_from', 'integer', (c) => c.notNull())
    .addColumn('quiet_to', 'integer', (c) => c.notNull())
    .addColumn('subscribed_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('push_device_user').on('push_device').column('user_id').execute();

  let kinds = schema
    .createTable('notification_choice')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'));
  for (const kind of ['requests', 'points', 'reactions', 'seasons', 'achievements', 'nudges', 'recap'])
    kinds = kinds.addColumn(kind, 'integer', (c) => c.notNull());
  await kinds.execute();

  await schema
    .createTable('member_news')
    .addColumn('board_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('muted', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('seen_revision', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('looks_until', 'bigint', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('member_news_key', ['board_id', 'user_id'])
    .addForeignKeyConstraint('member_news_member', ['board_id', 'user_id'], 'board_member', ['board_id', 'user_id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await schema.createIndex('member_news_user').on('member_news').column('user_id').execute();

  await schema
    .createTable('told_board')
    .addColumn('session_id', 'text', (c) => c.notNull().references('push_device.session_id').onDelete('cascade'))
    .addColumn('board_id', 'text', (c) => c.notNull().references('board.id').onDelete('cascade'))
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('told_at', 'bigint', (c) => c.notNull())
    .addColumn('times', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('told_board_key', ['session_id', 'board_id'])
    .execute();
  await schema.createIndex('told_board_board').on('told_board').column('board_id').execute();

  await schema
    .createTable('push')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'text', (c) => c.notNull().references('push_device.session_id').onDelete('cascade'))
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('from_revision', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('gathered_in', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('sent_at', 'bigint')
    .execute();
  // What waits is there once, however often it is queued.
  await sql`create unique index push_waiting on push (session_id, topic, about) where sent_at is null`.execute(db);
  await schema.createIndex('push_session').on('push').column('session_id').execute();
  await schema.createIndex('push_sent').on('push').column('sent_at').execute();

  // 1 where a member may want to hear of it: a log elsewhere costs nothing more than before.
  await schema
    .alterTable('board')
    .addColumn('heard', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create unique index job_tell_board on job (subject) where kind = 'tell_board'`.execute(db);
}
