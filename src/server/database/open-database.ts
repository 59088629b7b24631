import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import type { Database, DatabaseFailure } from './database.ts';
import { classify as classifyPostgres } from './postgres/postgres-failure.ts';
import { nameOf, openPostgres } from './postgres/postgres-database.ts';
import { databaseFile, openDatabase as openSqlite } from './sqlite/sqlite-database.ts';
import { classify as classifySqlite } from './sqlite/sqlite-failure.ts';

export { lockFolder } from './sqlite/folder-lock.ts';
export { copyDatabase, faultOf, setAside, settle } from './sqlite/sqlite-copy.ts';
export { databaseFile };

/** Of the configuration only what chooses the database. */
type Choice = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'databaseUrl' | 'databaseConnections'>>;

/** The one place that knows which database runs. */
export function openDatabase({ dataDir, databaseUrl, databaseConnections = 10 }: Choice): Database {
  return databaseUrl === undefined ? openSqlite(dataDir) : openPostgres({ url: databaseUrl, connections: databaseConnections });
}

/** What its operator knows it by. */
export function databaseName({ dataDir, databaseUrl }: Choice): string {
  return databaseUrl === undefined ? databaseFile(dataDir) : nameOf(databaseUrl);
}

/** Whether there is one that was opened before: opening makes an empty one, in which all is right. */
export async function isThere(choice: Choice): Promise<boolean> {
  if (choice.databaseUrl === undefined) return existsSync(databaseFile(choice.dataDir));
  const database = openDatabase(choice);
  try {
    return (await database.read.introspection.getTables()).some(({ name }) => name === 'board');
  } finally {
    await database.close();
  }
}

/** For failures of the database before it is open. */
export function classify(failure: unknown): DatabaseFailure | undefined {
  return classifySqlite(failure) ?? classifyPostgres(failure);
}
