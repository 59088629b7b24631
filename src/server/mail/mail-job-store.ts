import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

export type MailJob = Selectable<Tables['mail_job']>;

export async function insertMailJob(db: Db, job: Insertable<Tables['mail_job']>): Promise<void> {
  await db.insertInto('mail_job').values(job).execute();
}

/** The first of those whose turn was before `now` or would be after `latest`. In milliseconds since 1970. */
export function findDueMailJob(db: Db, { now, latest }: { now: number; latest: number }): Promise<MailJob | undefined> {
  return db
    .selectFrom('mail_job')
    .selectAll()
    .where((eb) => eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', latest)]))
    .orderBy('next_attempt_at')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** When the next turn comes, in milliseconds since 1970; undefined when nobody waits. */
export async function findNextAttempt(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('mail_job').select('next_attempt_at').orderBy('next_attempt_at').limit(1).executeTakeFirst();
  return row?.next_attempt_at;
}

export async function isMailJob(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('mail_job').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Takes a job's turn until then. False when it is no longer as it was found: another copy of the program has it, or nobody wants it. */
export async function claimMailJob(db: Db, { id, next_attempt_at }: MailJob, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_job')
    .set({ next_attempt_at: until })
    .where('id', '=', id)
    .where('next_attempt_at', '=', next_attempt_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

export async function countMailJobs(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mail_job')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
