import { type Kysely, type Migration, Migrator } from 'kysely';
import { up as firstTables } from './migrations/0001-first-tables.ts';
import type { Tables } from './tables.ts';

const migrations: Record<string, Migration> = { '0001-first-tables': { up: firstTables } };

/** Brings the database to the newest shape. Throws what the failing migration threw; nothing of that one stays. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
