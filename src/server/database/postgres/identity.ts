import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { classify } from './postgres-failure.ts';

/** Insufficient privilege, and functions that a managed server does not have. */
const unavailable: ReadonlySet<string> = new Set(['42501', '42883', '0A000']);

/**
 * Differs after every way of restoring that PostgreSQL's own tools know: a dump makes the tables anew, a base backup that is brought to a
 * point in time begins another timeline, and so does a standby that is promoted.
 */
export async function readIdentity(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', oid, 'board'::regclass::oid) as name from pg_database where datname = current_database()
  `.execute(db);
  return `${rows[0]?.name} ${await readTimeline(db)}`;
}

/** The timeline is the beginning of the name of the file that is being written. */
async function readTimeline(db: Db): Promise<string> {
  try {
    const { rows } = await sql<{ name: string }>`
      select concat_ws(' ', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8)) as name from pg_control_system()
    `.execute(db);
    return rows[0]?.name ?? '';
  } catch (failure) {
    if (unavailable.has(classify(failure)?.code ?? '')) return '';
    throw failure;
  }
}
