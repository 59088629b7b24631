import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';

/** One queue for all that is done after a commit: mails and erasures had one each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('job')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('due', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('job_due').on('job').column('due').execute();
  await db.schema.createIndex('job_subject').on('job').column('subject').execute();
  await takeOver(db);
}

/**
 * Moves what waits in the two earlier tables. They stay for one version: copies of the version before, which serve during an update on
 * PostgreSQL, still queue there.
 */
export async function takeOver(db: QueryExecutorProvider): Promise<void> {
  const job = sql`insert into job (id, kind, subject, due, attempts, created_at)`;
  await sql`${job} select id, 'password_reset_mail', user_id, next_attempt_at, attempts, created_at from mail_job`.execute(db);
  await sql`delete from mail_job`.execute(db);
  await sql`${job} select id, 'erase_' || kind, id, created_at, 0, created_at from erasure`.execute(db);
  await sql`delete from erasure`.execute(db);
}
