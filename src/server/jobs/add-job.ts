import type { JobKind } from '#shared/events';
import type { Work } from '../database/database.ts';
import { insertJob } from './job-store.ts';

/** Has a job done once the change is durable and it is due, and sooner or later in any case: no restart and no kill loses it. `due` in milliseconds since 1970. */
export async function addJob(work: Work, kind: JobKind, subject: string, due = Date.now()): Promise<void> {
  await insertJob(work.db, { kind, subject, due });
  work.record({ type: 'job_added', kind });
}
