import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { classify, type DatabaseFailure } from './database-failure.ts';
import { shortcutOf, withKeptStatements } from './kept-statements.ts';
import { PatientDialect } from './patient-dialect.ts';
import { giveShortcut, type Shortcut } from './prepared-query.ts';
import { keepPrivate, makePrivate } from './private-file.ts';
import type { Tables } from './tables.ts';
import { createUnitOfWork, type UnitOfWork } from './unit-of-work.ts';
import { createWriteAheadLog, reserveFile } from './write-ahead-log.ts';

/** A handle to query with: the reading one, or the one inside a unit of work. */
export type Db = Kysely<Tables>;

export interface Database {
  /** Sees what is committed and nothing else. Never writes. */
  read: Db;
  /** Several reads that see one and the same state. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The same for what takes long, on a connection of its own: meanwhile all others read on. */
  longSnapshot<T>(reading: (db: Db) => AsyncIterable<T>): AsyncIterable<T>;
  /** All writing of ours goes through here. */
  unitOfWork: UnitOfWork;
  /** The writing connection itself: for migrations, and for better-auth, which must share it and no other. */
  write: Db;
  /** Throws when the database does not answer, or part of it was found damaged. */
  ping(): Promise<void>;
  /** Calls once, when part of the database is first found damaged. */
  onDamage(tell: (failure: DatabaseFailure) => void): void;
  /**
   * What was deleted is readable in the log of changes until that is emptied, and SQLite empties it only where nobody else reads or
   * writes. Resolves when it is done, which may be much later; never when the database is closed before: the next start does it.
   */
  eraseFromLog(): Promise<void>;
  /** SQLite's own check of the file: 'ok', or what it found. */
  integrityCheck(): string;
  close(): Promise<void>;
}

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'ou-la-la.db');
}

/** Opens (and makes, at first start) the database file in `dataDir`. */
export function openDatabase(dataDir: string): Database {
  const file = databaseFile(dataDir);
  // SQLite gives the files beside it the rights of the first one.
  makePrivate(file);
  for (const one of [file, `${file}-wal`, `${file}-shm`, reserveFile(file)]) keepPrivate(one);
  const writer = new Sqlite(file);
  // FULL: in WAL mode better-sqlite3 would leave NORMAL, where an acknowledged write can vanish in a power cut.
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON', 'foreign_keys = ON']) writer.pragma(pragma);
  // From here on nothing waits within SQLite: `PatientDialect` does, without holding up everything else.
  writer.pragma('busy_timeout = 0');
  const log = createWriteAheadLog(writer, file);

  // A connection of its own, so that a read neither waits for a group of writes nor sees half of one.
  const reader = openReader(file);
  const writing = withKeptStatements(writer);
  const write = new Kysely<Tables>({ dialect: new PatientDialect({ sqlite: writer, statements: writing, onFailure, onRelease: log.fit }) });
  const read = readingHandle(reader);

  let damage: DatabaseFailure | undefined;
  const listeners: ((failure: DatabaseFailure) => void)[] = [];

  function onFailure(thrown: unknown): void {
    const failure = classify(thrown);
    if (failure?.kind === 'full') log.makeRoom();
    if (failure?.kind !== 'corrupt' || damage) return;
    damage = failure;
    for (const tell of listeners) tell(failure);
  }

  function readingHandle(sqlite: Sqlite.Database): Db {
    return new Kysely<Tables>({ dialect: new PatientDialect({ sqlite, statements: withKeptStatements(sqlite), onFailure }) });
  }

  // Where nothing is being written, the writing connection sees what is committed, and still has it at hand: after each commit any
  // other must read its pages anew.
  const seek = shortcutOf(writing, { mayWrite: false });
  const seekUnlessBusy: Shortcut = (text, parameters) => {
    try {
      return writer.inTransaction ? undefined : seek(text, parameters);
    } catch (failure) {
      if (classify(failure)?.kind === 'busy') return undefined;
      onFailure(failure);
      throw failure;
    }
  };
  giveShortcut(read, seekUnlessBusy);

  return {
    read,
    write,
    snapshot: (work) => read.transaction().execute(work),
    async *longSnapshot(reading) {
      const own = openReader(file);
      try {
        own.exec('begin');
        yield* reading(readingHandle(own));
      } finally {
        own.close();
      }
    },
    unitOfWork: createUnitOfWork(writer, write, { shortcut: shortcutOf(writing, { mayWrite: true }), onFailure }),
    async ping() {
      if (damage) throw new Error(damage.code);
      await sql`select 1`.execute(read);
    },
    onDamage(tell) {
      listeners.push(tell);
      if (damage) tell(damage);
    },
    eraseFromLog: log.writeBack,
    integrityCheck: () => String(reader.pragma('integrity_check', { simple: true })),
    async close() {
      log.close();
      await read.destroy();
      await write.destroy();
    },
  };
}

function openReader(file: string): Sqlite.Database {
  const reader = new Sqlite(file, { readonly: true, timeout: 0 });
  reader.pragma('query_only = ON');
  return reader;
}
