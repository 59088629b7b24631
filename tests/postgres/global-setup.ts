import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedCatalogue } from '#server/actions/predefined-actions';
import { openDatabase } from '#server/database/open-database';
import { startPostgres } from './server.ts';
import { inServer, run, template } from './test-databases.ts';

/** Starts a PostgreSQL for the tests, unless one is named, and makes the database that theirs are copied from. */
export default async function setup(): Promise<() => Promise<void>> {
  const named = process.env['OU_LA_LA_TEST_DATABASE'];
  const own = named === undefined ? await startPostgres() : undefined;
  const server = named ?? own?.url ?? '';
  process.env['OU_LA_LA_TEST_DATABASE'] = server;
  await run(server, `drop database if exists ${template} with (force)`);
  await run(server, `create database ${template}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'ou-la-la-template-'));
  const database = openDatabase({ dataDir, databaseUrl: inServer(server, template) });
  await database.migrate();
  await seedCatalogue(database);
  await database.close();
  rmSync(dataDir, { recursive: true });
  return async () => await own?.remove();
}
