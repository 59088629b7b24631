import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { DEFAULT_MIGRATION_TABLE } from 'kysely';
import { makePrivate } from '../../files/private-file.ts';
import { unknownIn } from '../migrate.ts';
import { forgetDamage, noteDamage } from './damage-note.ts';
import { openConnection } from './open-connection.ts';
import { databaseFile } from './sqlite-database.ts';
import { classify } from './sqlite-failure.ts';

/** In milliseconds, for a lock that another program holds. */
const patience = 10_000;

/**
 * Copies the database of a folder as it is at one moment into a new file, while whoever works on it works on. Not with SQLite's backup
 * API: that one begins anew whenever another program writes, and under load it would never end.
 */
export function copyDatabase(dataDir: string, file: string): void {
  const source = openConnection(databaseFile(dataDir), { readonly: true, timeout: patience });
  try {
    // SQLite fills an empty file that is there, with the rights that this one has.
    makePrivate(file);
    source.prepare('vacuum into ?').run([file]);
  } catch (failure) {
    noteDamage(databaseFile(dataDir), failure);
    throw failure;
  } finally {
    source.close();
  }
}

/** The fault of a file that should be a database of ours; undefined for a sound one. */
export function faultOf(file: string): 'no database' | 'foreign' | 'damaged' | undefined {
  const sqlite = openConnection(file, { readonly: true, timeout: patience });
  try {
    const tables = new Set(sqlite.prepare("select name from sqlite_master where type = 'table'").all().flat());
    if (!['kysely_migration', 'user', 'board'].every((name) => tables.has(name))) return 'foreign';
    return sqlite.pragma('integrity_check') === 'ok' ? undefined : 'damaged';
  } catch (failure) {
    const code = classify(failure)?.code;
    if (code === 'SQLITE_NOTADB') return 'no database';
    if (classify(failure)?.kind === 'corrupt') return 'damaged';
    throw failure;
  } finally {
    sqlite.close();
  }
}

/** The last migration in a file that this program does not know; undefined where it knows them all, or the file is no database of ours. */
export function unknownMigrationOf(file: string): string | undefined {
  const sqlite = openConnection(file, { readonly: true, timeout: patience });
  try {
    return unknownIn(sqlite.prepare(`select name from ${DEFAULT_MIGRATION_TABLE}`).all().flat().map(String));
  } catch (failure) {
    if (classify(failure)?.kind === 'busy') throw failure;
    // `faultOf` says what it is.
    return undefined;
  } finally {
    sqlite.close();
  }
}

/**
 * Brings all of a database into its one file; false, and nothing is done, while some program has it open. A damaged one is left as it is where
 * that is `allowed`, and otherwise thrown.
 */
export function settle(dataDir: string, { damaged }: { damaged?: 'allowed' } = {}): boolean {
  if (!existsSync(databaseFile(dataDir))) {
    forgetDamage(databaseFile(dataDir));
    return true;
  }
  const sqlite = openConnection(databaseFile(dataDir), { timeout: 0 });
  try {
    // Only the sole connection can leave WAL mode; the next start returns to it.
    sqlite.pragma('journal_mode = DELETE');
    return true;
  } catch (failure) {
    const kind = classify(failure)?.kind;
    if (kind === 'busy') return false;
    if (kind !== 'corrupt' || damaged !== 'allowed') throw failure;
  } finally {
    sqlite.close();
  }
  return !isLocked(databaseFile(dataDir));
}

/** Gives a database another name, with what SQLite keeps beside it. */
export function setAside(dataDir: string, name: string): void {
  const file = databaseFile(dataDir);
  // The database last: its log beside another one would be taken for that one's. There is one where the file is too damaged to take it in.
  for (const ending of ['-wal', '-shm', '']) if (existsSync(file + ending)) renameSync(file + ending, name + ending);
  forgetDamage(file);
}

/**
 * Whether some program has a lock on a file, as SQLite has while it has one open. It tells so itself, but not where the file no longer begins as
 * one of its own: then Linux does, of the programs of this container.
 */
function isLocked(file: string): boolean {
  const locks = existsSync('/proc/locks') ? readFileSync('/proc/locks', 'utf8') : '';
  const files = [file, `${file}-shm`].flatMap((name) => statSync(name, { throwIfNoEntry: false })?.ino ?? []);
  return files.some((inode) => locks.includes(`:${inode} `));
}
