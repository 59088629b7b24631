import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';

export type MailJob = Selectable<Tables['mail_job']>;

export async function insertMailJob(db: Db, job: Insertable<Tables['mail_job']>): Promise<void> {
  await db.insertInto('mail_job').values(job).execute();
}

/** The one whose turn comes first, due or not. */
export function findNextMailJob(db: Db): Promise<MailJob | undefined> {
  return db.selectFrom('mail_job').selectAll().orderBy('next_attempt_at').orderBy('created_at').orderBy('id').limit(1).executeTakeFirst();
}

export async function isMailJob(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('mail_job').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function postponeMailJob(db: Db, id: string, { attempts, nextAttemptAt }: { attempts: number; nextAttemptAt: number }) {
  await db.updateTable('mail_job').set({ attempts, next_attempt_at: nextAttemptAt }).where('id', '=', id).execute();
}

export async function deleteMailJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mail_job').where('id', '=', id).execute();
}

export async function deleteMailJobsFor(db: Db, userId: string, kind: MailJob['kind']): Promise<void> {
  await db.deleteFrom('mail_job').where('user_id', '=', userId).where('kind', '=', kind).execute();
}
