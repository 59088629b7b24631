import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** PostgreSQL has no check of its own that everybody may run; it says which indexes are unfinished, and which checksums were wrong. */
export async function checkIndexes(db: Db): Promise<string[]> {
  const { rows: indexes } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where not indisvalid and indrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)
  `.execute(db);
  const { rows: sums } = await sql<{ failures: number | null }>`
    select checksum_failures as failures from pg_stat_database where datname = current_database()
  `.execute(db);
  const failures = sums[0]?.failures ?? 0;
  return [...indexes.map(({ name }) => `index ${name} invalide`), ...(failures > 0 ? [`${failures} sommes de contrôle fausses`] : [])];
}
