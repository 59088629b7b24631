import type { Kysely } from 'kysely';
import { takeOver } from './0021-jobs.ts';

/** Why a job failed last. The queues before `job` go, after one more look: copies of the version before it may have used them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await takeOver(db);
  await db.schema.dropTable('mail_job').execute();
  await db.schema.dropTable('erasure').execute();
  await db.schema.alterTable('job').addColumn('last_failure', 'text').execute();
}
