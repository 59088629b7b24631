import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * One revision at which an activity last changed, and one index that finds what changed, in place of one for each way to change. The database
 * makes it from the two columns that are there, so that a copy of an earlier version, which serves during an update, need not know of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // PostgreSQL below 18 can only store such a column, and SQLite can only add one that is computed when it is read.
  const kind = sql.raw(db.getExecutor().adapter instanceof PostgresAdapter ? 'stored' : 'virtual');
  await sql`
    alter table activity add column changed_revision bigint generated always as (
      case when reactions_revision is null or undone_revision > reactions_revision then undone_revision else reactions_revision end
    ) ${kind}
  `.execute(db);
  // Only of those that changed: logging writes no entry of it.
  await sql`create index activity_changed on activity (board_id, changed_revision) where changed_revision is not null`.execute(db);
  await sql`drop index activity_undone`.execute(db);
  await sql`drop index activity_reacted`.execute(db);
}
