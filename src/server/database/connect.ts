import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { shortcutOf, withKeptStatements } from './kept-statements.ts';
import { giveShortcut } from './prepared-query.ts';
import type { Tables } from './tables.ts';
import { openUnitOfWork, type UnitOfWork } from './unit-of-work.ts';

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
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  /**
   * Writes what the log of changes still holds back into the file, as far as nobody reads or writes just then: what was deleted is
   * readable in the file until that is done.
   */
  writeBack(): void;
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
  const writer = new Sqlite(file);
  // FULL: in WAL mode better-sqlite3 would leave NORMAL, where an acknowledged write can vanish in a power cut.
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON', 'foreign_keys = ON', 'busy_timeout = 5000'])
    writer.pragma(pragma);
  // In pages of 4 KiB, 16 MB in all: whoever commits as the WAL gets full waits until it is written back, and pages that changed
  // often since are written back once.
  writer.pragma('wal_autocheckpoint = 4000');

  // A connection of its own, so that a read neither waits for a group of writes nor sees half of one.
  const reader = openReader(file);
  const writing = withKeptStatements(writer);
  const write = new Kysely<Tables>({ dialect: new SqliteDialect({ database: writing }) });
  const read = new Kysely<Tables>({ dialect: new SqliteDialect({ database: withKeptStatements(reader) }) });

  // Where nothing is being written, the writing connection sees what is committed, and still has it at hand: after each commit any
  // other must read its pages anew.
  const seek = shortcutOf(writing, { mayWrite: false });
  giveShortcut(read, (text, parameters) => (writer.inTransaction ? undefined : seek(text, parameters)));

  return {
    read,
    write,
    snapshot: (work) => read.transaction().execute(work),
    async *longSnapshot(reading) {
      const own = openReader(file);
      try {
        own.exec('begin');
        yield* reading(new Kysely<Tables>({ dialect: new SqliteDialect({ database: own }) }));
      } finally {
        own.close();
      }
    },
    unitOfWork: openUnitOfWork(writer, write, shortcutOf(writing, { mayWrite: true })),
    async ping() {
      await sql`select 1`.execute(read);
    },
    writeBack() {
      if (writer.inTransaction) return;
      writer.pragma('busy_timeout = 0');
      try {
        writer.pragma('wal_checkpoint(TRUNCATE)');
      } finally {
        writer.pragma('busy_timeout = 5000');
      }
    },
    integrityCheck: () => String(reader.pragma('integrity_check', { simple: true })),
    async close() {
      await read.destroy();
      await write.destroy();
    },
  };
}

function openReader(file: string): Sqlite.Database {
  const reader = new Sqlite(file, { readonly: true });
  reader.pragma('busy_timeout = 5000');
  reader.pragma('query_only = ON');
  return reader;
}
