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

interface OldRow {
  id: string;
  kind: string;
  user_id?: string;
  next_attempt_at?: number;
  attempts?: number;
  created_at: number;
}

/** Moves what waits in the two earlier tables. They stay until migration 0023: copies of the version before still queue there. */
export async function takeOver(db: QueryExecutorProvider): Promise<void> {
  // Deleted first, and by one statement: what is queued meanwhile stays there.
  const mails = await sql<OldRow>`delete from mail_job returning *`.execute(db);
  const erasures = await sql<OldRow>`delete from erasure returning *`.execute(db);
  const jobs = [
    ...mails.rows.map((row) => ({ ...row, kind: 'password_reset_mail', subject: row.user_id, due: row.next_attempt_at })),
    ...erasures.rows.map((row) => ({ ...row, kind: `erase_${row.kind}`, subject: row.id, due: row.created_at, attempts: 0 })),
  ];
  for (const { id, kind, subject, due, attempts, created_at } of jobs)
    await sql`
      insert into job (id, kind, subject, due, attempts, created_at)
      values (${id}, ${kind}, ${subject}, ${due}, ${attempts}, ${created_at})
    `.execute(db);
}
