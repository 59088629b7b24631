import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { keepPrivate, makePrivate } from '../../files/private-file.ts';
import type { Database, DatabaseFailure } from '../database.ts';
import { isNewer, migrate } from '../migrate.ts';
import type { Connection } from './connection.ts';
import { forgetDamage, isDamageNoted, noteDamage } from './damage-note.ts';
import { createUnitOfWork } from './group-commit.ts';
import { openConnection } from './open-connection.ts';
import { createHandle, createReadingHandle } from './sqlite-dialect.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { classify } from './sqlite-failure.ts';
import { createWriteAheadLog, reserveFile } from './write-ahead-log.ts';

/** In KiB, of each connection: 16 MB. */
const cacheSize = 'cache_size = -16000';

const notedDamage: DatabaseFailure = { kind: 'corrupt', code: 'OLL_DAMAGE_NOTED', message: 'another program has found damage' };

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'ou-la-la.db');
}

/** Opens (and makes, at first start) the database file in `dataDir`. */
export function openDatabase(dataDir: string): Database {
  const file = databaseFile(dataDir);
  // SQLite gives the files beside it the rights of the first one.
  makePrivate(file);
  for (const one of [file, `${file}-wal`, `${file}-shm`, reserveFile(file)]) keepPrivate(one);
  const writer = openConnection(file);
  // FULL: with NORMAL, which better-sqlite3 has in WAL mode, an acknowledged write can vanish in a power cut.
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON', 'foreign_keys = ON']) writer.pragma(pragma);
  // From here on nothing waits within SQLite: `SqliteDriver` does, without holding up everything else.
  writer.pragma('busy_timeout = 0');
  writer.pragma(cacheSize);
  const log = createWriteAheadLog(writer, file);
  let version = versionOf(writer);

  const writing = new SqliteDriver({ sqlite: writer, onFailure, onRelease: log.fit });
  // A connection of its own, so that a read neither waits for a group of writes nor sees half of one.
  const reader = openReader(file);
  const reading = new SqliteDriver({ sqlite: reader, onFailure });
  const read = createReadingHandle(reading, writing);
  const write = createHandle(writing);

  let damage: DatabaseFailure | undefined;
  let wasNoted = false;
  const listeners: ((failure: DatabaseFailure) => void)[] = [];

  function onFailure(thrown: unknown): void {
    const failure = classify(thrown);
    if (failure?.kind === 'full') log.makeRoom();
    if (failure?.kind !== 'corrupt' || damage) return;
    damage = failure;
    for (const tell of listeners) tell(failure);
  }

  return {
    read,
    isNewer: () => isNewer(write),
    migrate: () => migrate(write),
    snapshot: (work) => read.transaction().execute(work),
    async *longSnapshot(use) {
      const own = openReader(file);
      try {
        own.exec('begin');
        yield* use(createHandle(new SqliteDriver({ sqlite: own, onFailure })));
      } finally {
        own.close();
      }
    },
    unitOfWork: createUnitOfWork({ sqlite: writer, driver: writing, onFailure }),
    // Units of work follow one another.
    lockBoard: () => Promise.resolve(),
    lockPeople: () => Promise.resolve(),
    takeTurns: () => Promise.resolve(),
    // A file is restored by our own command, which renews the epoch in it.
    identity: () => Promise.resolve(''),
    wasChangedElsewhere() {
      const before = version;
      version = versionOf(writer);
      return Promise.resolve(version !== before);
    },
    async ping() {
      if (damage) throw new Error(damage.code);
      const isNoted = isDamageNoted(file);
      if (isNoted && !wasNoted) for (const tell of listeners) tell(notedDamage);
      wasNoted = isNoted;
      if (isNoted) throw new Error(notedDamage.code);
      await sql`select 1`.execute(read);
    },
    onDamage(tell) {
      listeners.push(tell);
      if (damage) tell(damage);
    },
    classify,
    eraseFromLog: log.writeBack,
    connections: () => undefined,
    fileSizes: () => ({ database: sizeOf(file), log: sizeOf(`${file}-wal`) }),
    check: () => {
      const found = String(reader.pragma('integrity_check'));
      if (found === 'ok') forgetDamage(file);
      else noteDamage(file);
      return Promise.resolve(found === 'ok' ? [] : [found]);
    },
    async close() {
      log.close();
      await reading.destroy();
      await writing.destroy();
    },
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Moves with each commit of another connection: of another program, since of ours only this one writes. */
function versionOf(writer: Connection): unknown {
  return writer.pragma('data_version');
}

function openReader(file: string): Connection {
  const reader = openConnection(file, { readonly: true, timeout: 0 });
  reader.pragma('query_only = ON');
  reader.pragma(cacheSize);
  return reader;
}
