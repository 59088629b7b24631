import { existsSync } from 'node:fs';
import { type Config, WrongSetting } from '../config/config.ts';
import { version } from '../config/version.ts';
import { systemProblem } from '../errors/system-problems.fr.ts';
import type { Database, DatabaseFailure, FailureKind } from './database.ts';
import { databaseOnNetwork, databaseProblem, halfMovedDatabase, newerDatabase } from './database-problems.fr.ts';
import { halfMovedMark, newestMigration } from './migrate.ts';
import { classify as classifyPostgres } from './postgres/postgres-failure.ts';
import { nameOf } from './postgres/addresses.ts';
import { openPostgres, tryPostgres } from './postgres/postgres-database.ts';
import { networkFileSystemOf } from './sqlite/network-file-system.ts';
import { unknownMigrationOf } from './sqlite/sqlite-copy.ts';
import { databaseFile, openDatabase as openSqlite } from './sqlite/sqlite-database.ts';
import { classify as classifySqlite } from './sqlite/sqlite-failure.ts';

export { noteDamage } from './sqlite/damage-note.ts';
export { lockFolder } from './sqlite/folder-lock.ts';
export { copyDatabase, faultOf, setAside, settle } from './sqlite/sqlite-copy.ts';
export { databaseFile };

/** The settings that choose the database. */
type Choice = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'databaseUrl' | 'databaseConnections' | 'databasePatience'>>;

/** The one place that knows which database runs. */
export function openDatabase({ dataDir, databaseUrl, databaseConnections = 10, databasePatience }: Choice): Database {
  if (databaseUrl === undefined) return openSqlite(dataDir);
  return openPostgres({ url: databaseUrl, connections: databaseConnections, patience: databasePatience });
}

/** The name by which the operator knows the database. */
export function databaseName({ dataDir, databaseUrl }: Choice): string {
  return databaseUrl === undefined ? databaseFile(dataDir) : nameOf(databaseUrl);
}

/** A warning for the operator about the place of the database, although it opens. */
export function databaseWarning({ dataDir, databaseUrl }: Choice): string | undefined {
  const kind = databaseUrl === undefined ? networkFileSystemOf(dataDir) : undefined;
  return kind === undefined ? undefined : databaseOnNetwork(dataDir, kind);
}

/** Whether it can be spoken to; a file can. Throws what {@link classify} knows. */
export async function tryDatabase({ databaseUrl }: Choice): Promise<void> {
  if (databaseUrl !== undefined) await tryPostgres(databaseUrl);
}

/** Whether there is one that was opened before: opening makes an empty one, in which all is right. Throws {@link WrongSetting}. */
export async function isThere(choice: Choice): Promise<boolean> {
  if (choice.databaseUrl === undefined) return existsSync(databaseFile(choice.dataDir));
  const database = openDatabase(choice);
  try {
    return (await database.read.introspection.getTables()).some(({ name }) => name === 'board');
  } catch (failure) {
    throw openingProblem(failure, choice);
  } finally {
    await database.close();
  }
}

/** Why a database with a migration that this program does not know is not opened. A file tells which one that is. */
export function newerProblem(choice: Choice): WrongSetting {
  const name = databaseName(choice);
  const unknown = choice.databaseUrl === undefined ? unknownMigrationOf(databaseFile(choice.dataDir)) : undefined;
  if (unknown === undefined) return new WrongSetting(newerDatabase(name));
  return new WrongSetting(
    unknown === halfMovedMark ? halfMovedDatabase(name) : newerDatabase(name, { unknown, version, newest: newestMigration }),
  );
}

/** Throws {@link WrongSetting} where a later program has worked on the file in that folder, or a move into it has not ended. */
export function refuseNewerFile(dataDir: string): void {
  if (unknownMigrationOf(databaseFile(dataDir)) !== undefined) throw newerProblem({ dataDir });
}

/** The failure of a database as a sentence for the operator; other failures unchanged. */
export function openingProblem(failure: unknown, choice: Choice): unknown {
  const found = failure instanceof WrongSetting ? undefined : classify(failure);
  return found ? new WrongSetting(databaseProblem(databaseName(choice), found), { cause: failure }) : failure;
}

const actionableKinds: ReadonlySet<string> = new Set(['corrupt', 'full', 'busy'] satisfies FailureKind[]);

/**
 * The sentence for what the operator of a command or of the server can set right; undefined for a fault of ours, whose stack tells where it is.
 * `choice` is undefined where it could not be read.
 */
export function sentenceFor(failure: unknown, choice: Choice | undefined): string | undefined {
  if (failure instanceof WrongSetting) return failure.message;
  const found = classify(failure);
  if (!found) return systemProblem(failure);
  const isTold = actionableKinds.has(found.kind) || /^SQLITE_(CANTOPEN|READONLY|PERM|IOERR)/.test(found.code);
  return isTold && choice ? databaseProblem(databaseName(choice), found) : undefined;
}

/** For failures of the database before it is open. */
export function classify(failure: unknown): DatabaseFailure | undefined {
  return classifySqlite(failure) ?? classifyPostgres(failure);
}
