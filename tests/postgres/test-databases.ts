/** The PostgreSQL databases of the tests: one for each app, copied from one in which the tables are made already. */
import pg from 'pg';

/** The URL of a server on which databases may be made; without it, the tests run on SQLite. */
export const testServer = process.env['OU_LA_LA_TEST_DATABASE'];

/** For tests about what SQLite alone has. */
export const onSqlite = testServer === undefined;

/** Made by `global-setup.ts`. */
export const template = 'ou_la_la_template';

/** Data folder of an app → the URL of its database. */
const urls = new Map<string, string>();
let made = 0;

/** The URL of the database of the app with this data folder; undefined where it is on SQLite. */
export function urlOf(dataDir: string): string | undefined {
  return urls.get(dataDir);
}

/** The database of the app that had this folder before, or a new one. */
export async function databaseFor(server: string, dataDir: string): Promise<string> {
  const known = urls.get(dataDir);
  if (known !== undefined) return known;
  made += 1;
  const name = `test_${process.pid}_${made}`;
  const url = inServer(server, name);
  urls.set(dataDir, url);
  await run(server, `create database ${name} template ${template} strategy file_copy`);
  return url;
}

/** A database for a built server with this data folder, which makes its tables itself. */
export async function emptyDatabaseFor(server: string, dataDir: string): Promise<string> {
  made += 1;
  const name = `built_${process.pid}_${made}`;
  await run(server, `create database ${name}`);
  const url = inServer(server, name);
  urls.set(dataDir, url);
  return url;
}

/** Those that were made here. */
export async function dropDatabases(): Promise<void> {
  if (testServer === undefined) return;
  for (const url of urls.values()) await run(testServer, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
  urls.clear();
}

export function inServer(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** On a connection of its own. */
export async function run(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
