import type * as FileSystem from 'node:fs';
import { existsSync, mkdtempSync, readFileSync, rmSync, type StatsFs, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database.ts';
import type { Connection } from './connection.ts';
import { openConnection } from './open-connection.ts';
import { databaseFile, openDatabase } from './sqlite-database.ts';

const disk = vi.hoisted(() => ({ room: 1e12 }));
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof FileSystem>()),
  statfsSync: () => ({ bavail: Math.floor(disk.room / 4096), bsize: 4096 }) as StatsFs,
}));

let dataDir: string;
let database: Database;
const reading: Connection[] = [];

beforeEach(async () => {
  disk.room = 1e12;
  dataDir = mkdtempSync(join(tmpdir(), 'ou-la-la-log-'));
  database = openDatabase(dataDir);
  await database.migrate();
});
afterEach(async () => {
  for (const reader of reading.splice(0)) reader.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const canary = 'canary-in-the-log';
const emoji = (id: string) => ({ id, symbol: '🧪', category: 'trial', position: 0, created_at: 0 });
const plant = (id: string) => database.unitOfWork(({ db }) => db.insertInto('emoji').values(emoji(id)).execute());
const uproot = (id: string) => database.unitOfWork(({ db }) => db.deleteFrom('emoji').where('id', '=', id).execute());
const logFile = () => `${databaseFile(dataDir)}-wal`;
const holding = () => [databaseFile(dataDir), logFile()].filter((path) => existsSync(path) && readFileSync(path).includes(canary));

/** Another program that holds on to the state of the database as it is now. */
function readerOutside(): Connection {
  const reader = openConnection(databaseFile(dataDir), { readonly: true });
  reader.exec('begin');
  reader.prepare('select count(*) from emoji').all();
  reading.push(reader);
  return reader;
}

describe('what was deleted', () => {
  it('is readable in no file any more, at once when nobody else reads', async () => {
    await plant(canary);
    await uproot(canary);
    expect(holding()).not.toEqual([]);
    void database.eraseFromLog();
    expect(holding()).toEqual([]);
  });

  it('is readable in no file any more as soon as another program lets go of an earlier state', async () => {
    await plant(canary);
    const reader = readerOutside();
    await uproot(canary);
    const erased = vi.fn<() => void>();
    const erasing = database.eraseFromLog().then(erased);
    // Something else is waited for, so that an attempt has failed.
    await plant('another');
    expect(erased).not.toHaveBeenCalled();
    expect(holding()).not.toEqual([]);
    reader.close();
    await erasing;
    expect(holding()).toEqual([]);
  });

  it('is readable in no file any more after the next start, when there was none before the end', async () => {
    await plant(canary);
    const reader = readerOutside();
    await uproot(canary);
    void database.eraseFromLog();
    // As after a crash: with another program at the file, the log stays when the database is closed.
    await database.close();
    database = openDatabase(dataDir);
    expect(holding()).not.toEqual([]);
    const erasing = database.eraseFromLog();
    reader.close();
    await erasing;
    expect(holding()).toEqual([]);
  });
});

describe('the log of changes', () => {
  /** The most that its file ever took. */
  async function mostWhile(changes: number): Promise<number> {
    let most = 0;
    for (let change = 0; change < changes; change += 1) {
      await plant(`${Math.random()}`);
      most = Math.max(most, statSync(logFile()).size);
    }
    return most;
  }
  /** The size of the one change that is written before all is carried over. */
  const oneChange = 64 * 1024;

  it('takes a sixteenth of the room that is left, and less when others take it', async () => {
    disk.room = 16 * 200_000;
    await mostWhile(1);
    // What the first tables took of it.
    await database.eraseFromLog();
    expect(await mostWhile(150)).toBeLessThan(200_000 + oneChange);
    disk.room = 0;
    await mostWhile(2);
    expect(await mostWhile(20)).toBeLessThan(oneChange);
  });

  it('may grow again when there is room again', async () => {
    disk.room = 0;
    await mostWhile(2);
    disk.room = 1e12;
    await mostWhile(1);
    expect(await mostWhile(150)).toBeGreaterThan(1_000_000);
  });
});
