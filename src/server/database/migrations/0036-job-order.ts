import { type Kysely, sql } from 'kysely';

/**
 * An index that finds the jobs of a kind in the order of their turns, since pages of the feed ask for those of one kind and the runner for the
 * first of them. A push has one job: of two that were left by a kill, the one that is due first stays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('job_turn').on('job').columns(['kind', 'due', 'id']).execute();
  // Nobody asks for jobs of any kind by their time.
  await db.schema.dropIndex('job_due').execute();
  await sql`
    delete from job where kind = 'push' and exists (
      select 1 from job other
      where other.kind = 'push' and other.subject = job.subject
        and (other.due < job.due or (other.due = job.due and other.id < job.id))
    )
  `.execute(db);
  await sql`create unique index job_push on job (subject) where kind = 'push'`.execute(db);
}
