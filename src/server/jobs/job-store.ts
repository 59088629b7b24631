import type { Selectable } from 'kysely';
import type { Db } from '../database/database.ts';
import type { JobKind } from '#shared/events';
import type { Tables } from '../database/tables.ts';
import { newId } from '../ids/ids.ts';

export type Job = Selectable<Tables['job']>;

/** Rows in one statement: databases limit the number of its parameters. */
const insertedAtOnce = 500;

/** `due` in milliseconds since 1970: before it, the job does not count as waiting for its turn. */
export async function insertJob(db: Db, { kind, subject, due }: Pick<Job, 'kind' | 'subject' | 'due'>): Promise<void> {
  await db
    .insertInto('job')
    .values({ ...newJob(newId(), kind, subject, due), created_at: Math.max(due, Date.now()) })
    .execute();
}

/** Adds jobs of a kind that has at most one job about each subject; one that is there already stays as it is. Returns whether any is new. */
export async function insertJobs(
  db: Db,
  kind: 'push' | 'tell_board' | 'webhook',
  jobs: readonly Pick<Job, 'subject' | 'due'>[],
): Promise<boolean> {
  const now = Date.now();
  let isNew = false;
  for (let start = 0; start < jobs.length; start += insertedAtOnce) {
    const some = jobs.slice(start, start + insertedAtOnce);
    const rows = some.map(({ subject, due }) => ({ ...newJob(newId(), kind, subject, due), created_at: Math.max(due, now) }));
    const inserted = await db
      .insertInto('job')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if ((inserted.numInsertedOrUpdatedRows ?? 0n) > 0n) isNew = true;
  }
  return isNew;
}

/** Gives the job about a subject another turn, as long as no attempt has begun or failed. */
export async function moveJob(db: Db, { kind, subject, due }: Pick<Job, 'kind' | 'subject' | 'due'>): Promise<void> {
  await db
    .updateTable('job')
    .set({ due, created_at: Math.max(due, Date.now()) })
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('attempts', '=', 0)
    .execute();
}

/** Adds the one job of each recurring kind, unless it is there: its id is its kind. */
export async function scheduleJobs(db: Db, kinds: readonly JobKind[], due: number): Promise<void> {
  const jobs = kinds.map((kind) => newJob(kind, kind, '', due));
  await db
    .insertInto('job')
    .values(jobs)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

function newJob(id: string, kind: JobKind, subject: string, due: number): Job {
  return { id, kind, subject, due, attempts: 0, last_failure: null, created_at: Date.now() };
}

interface DuePage {
  kinds: readonly JobKind[];
  now: number;
  latest: number;
  /** The last job of the page before. */
  after?: Pick<Job, 'due' | 'id'> | undefined;
  limit: number;
}

/** Jobs of these kinds whose turn was before `now`, in the order of their turns; where there are none, those whose turn would be after `latest`. */
export async function listDueJobs(db: Db, { kinds, now, latest, after, limit }: DuePage): Promise<Job[]> {
  const ofKinds = db.selectFrom('job').selectAll().where('kind', 'in', kinds).orderBy('due').orderBy('id').limit(limit);
  const rest = after && ofKinds.where(({ eb, refTuple, tuple }) => eb(refTuple('due', 'id'), '>', tuple(after.due, after.id)));
  const jobs = await (rest ?? ofKinds).where('due', '<=', now).execute();
  // One query with 'or' would read all that waits.
  return jobs.length > 0 || after ? jobs : await ofKinds.where('due', '>', latest).execute();
}

/** When the next turn of these kinds after `now` comes, in milliseconds since 1970; undefined when nothing waits. */
export async function findNextDue(db: Db, kinds: readonly JobKind[], now: number): Promise<number | undefined> {
  const dues: number[] = [];
  for (const kind of kinds) {
    const ofKind = db.selectFrom('job').select('due').where('kind', '=', kind).where('due', '>', now);
    const row = await ofKind.orderBy('due').limit(1).executeTakeFirst();
    if (row) dues.push(row.due);
  }
  return dues.length > 0 ? Math.min(...dues) : undefined;
}

export async function isJob(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('job').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/**
 * Takes a job until then. The attempt is counted now, so that one which ends the whole process is counted, too. False when the job is no
 * longer as it was found: another copy of the program has it, or it is gone.
 */
export async function claimJob(db: Db, { id, due, attempts }: Job, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ due: until, attempts: attempts + 1 })
    .where('id', '=', id)
    .where('due', '=', due)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A job as the copy that has claimed it left it there. */
interface Claim {
  id: string;
  dues: readonly number[];
}

/** When a job is done the next time, and what is known of the attempts before it. */
export type Turn = Pick<Job, 'due' | 'attempts' | 'last_failure'> & Partial<Pick<Job, 'created_at'>>;

/** Whether it was still claimed by this copy. */
export async function postponeJob(db: Db, claim: Claim, turn: Pick<Turn, 'due'> & Partial<Turn>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set(turn)
    .where('id', '=', claim.id)
    .where('due', 'in', claim.dues)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether it was there; with `dues`, whether it was still claimed by this copy. */
export async function deleteJob(db: Db, { id, dues }: Pick<Claim, 'id'> & Partial<Claim>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('id', '=', id)
    .$if(dues !== undefined, (query) => query.where('due', 'in', dues ?? []))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteJobsAbout(db: Db, subject: string, kind: JobKind): Promise<void> {
  await db.deleteFrom('job').where('subject', '=', subject).where('kind', '=', kind).execute();
}

export async function isJobAbout(db: Db, subject: string, kinds: readonly JobKind[]): Promise<boolean> {
  const row = await db.selectFrom('job').select('id').where('subject', '=', subject).where('kind', 'in', kinds).executeTakeFirst();
  return row !== undefined;
}

export async function listSubjects(db: Db, kind: JobKind): Promise<string[]> {
  const rows = await db.selectFrom('job').select('subject').where('kind', '=', kind).execute();
  return rows.map(({ subject }) => subject);
}

interface JobsAbout {
  kind: JobKind;
  subjects: readonly string[];
}

/** The subjects, among these, about which a job of this kind is due. */
export async function listSubjectsDue(db: Db, { kind, subjects }: JobsAbout, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('job')
    .select('subject')
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .where('due', '<=', now)
    .execute();
  return rows.map(({ subject }) => subject);
}

/** Makes the jobs of a kind about these subjects due now. */
export async function advanceJobs(db: Db, { kind, subjects }: JobsAbout, now: number): Promise<void> {
  if (subjects.length === 0) return;
  // A job that is under way, or that failed a moment ago, keeps its turn.
  await db
    .updateTable('job')
    .set({ due: now })
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .where('due', '>', now)
    .where('attempts', '=', 0)
    .execute();
}

export interface CountedJobs {
  kind: string;
  count: number;
  /** The jobs whose last attempt failed. */
  failing: number;
  /** The earliest turn, in milliseconds since 1970. */
  due: number;
  /** When the first of them was queued, or was to be done if that is later, in milliseconds since 1970. */
  oldest: number;
}

export function countJobs(db: Db): Promise<CountedJobs[]> {
  return db
    .selectFrom('job')
    .select(({ fn }) => [
      'kind',
      fn.countAll<number>().as('count'),
      fn.count<number>('last_failure').as('failing'),
      fn.min<number>('due').as('due'),
      fn.min<number>('created_at').as('oldest'),
    ])
    .groupBy('kind')
    .execute();
}
