import type { JobKind } from '#shared/events';
import type { Work } from '../database/database.ts';
import { insertJob } from './job-store.ts';

/** Has a job done once the change is durable, and sooner or later in any case: no restart and no kill loses it. */
export async function addJob(work: Work, kind: JobKind, subject: string): Promise<void> {
  await insertJob(work.db, { kind, subject, due: Date.now() });
  work.record({ type: 'job_added', kind });
}
