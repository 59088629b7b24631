/** A database that moves into another one: all of it, once, and never half. On the file of SQLite; tests/postgres has the way to PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { columnsIn, dump, print, tamper } from '../../../tests/database-state.ts';
import { fillEveryTable } from '../../../tests/every-table.ts';
import { log, startTestApp } from '../../../tests/test-app.ts';
import { WrongSetting } from '../config/config.ts';
import { openDatabase } from '../database/open-database.ts';
import { createDeps } from '../start.ts';
import { move } from './move.ts';
import { tableKeys } from './moving-store.ts';

const { testApp, lea, board } = await fillEveryTable();
const source = testApp.deps.database;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Whatever order the rows were written in. */
function content(dataDir: string): Record<string, string[]> {
  const tables = Object.entries(dump(dataDir)).filter(([name]) => name in tableKeys);
  return Object.fromEntries(tables.map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()]));
}

async function emptyTarget() {
  const dataDir = mkdtempSync(join(tmpdir(), 'ou-la-la-moving-'));
  folders.push(dataDir);
  const database = openDatabase({ dataDir });
  await database.migrate();
  return { dataDir, database };
}

describe('a move', () => {
  it('knows every table there is, and the columns of its key', () => {
    const columns = columnsIn(testApp.config.dataDir).filter((name) => !name.startsWith('kysely_'));
    expect(new Set(columns.map((name) => name.split('.')[0]))).toEqual(new Set(Object.keys(tableKeys)));
    for (const [table, keys] of Object.entries(tableKeys)) for (const key of keys) expect(columns).toContain(`${table}.${key}`);
  });

  it('brings every row of every table, and says how far it is', async () => {
    const { dataDir, database } = await emptyTarget();
    const told: number[] = [];
    const rows = await move(source, database, (done, all) => told.push(done / all));
    await database.close();
    expect(content(dataDir)).toEqual(content(testApp.config.dataDir));
    expect(told.at(-1)).toBe(1);
    expect(told.toSorted((a, b) => a - b)).toEqual(told);
    expect(rows).toBeGreaterThan(20);
  });

  it('that was killed goes on when it is called again; until then no program opens what is half there', async () => {
    const { dataDir, database } = await emptyTarget();
    const killed = (done: number) => {
      if (dump(dataDir)['activity']?.length) throw new Error(`killed at ${done}`);
    };
    await expect(move(source, database, killed)).rejects.toThrow('killed');
    const opening = createDeps({ ...testApp.config, dataDir });
    await expect(opening).rejects.toBeInstanceOf(WrongSetting);
    await expect(opening).rejects.toThrow(/n'est déménagée qu'à moitié : relancez npm run move-database\.$/);
    await move(source, database);
    await database.close();
    expect(content(dataDir)).toEqual(content(testApp.config.dataDir));
  });

  it('that another version has begun is refused in words, as the tables may be others', async () => {
    const { dataDir, database } = await emptyTarget();
    const killed = () => {
      throw new Error('killed');
    };
    await expect(move(source, database, killed)).rejects.toThrow('killed');
    tamper(dataDir, 'drop table epoch');
    tamper(dataDir, "delete from kysely_migration where name >= '0019' and name < 'a'");
    const again = move(source, database);
    await expect(again).rejects.toBeInstanceOf(WrongSetting);
    await expect(again).rejects.toThrow(/^La base où déménager a été remplie à moitié par une autre version/);
    await database.close();
  });

  it('into a database with other people is refused, and changes nothing there', async () => {
    const other = await startTestApp();
    await other.signUp('Zoé');
    const before = print(other.config.dataDir);
    await expect(move(source, other.deps.database)).rejects.toThrow(/^La base où déménager n'est pas vide/);
    expect(print(other.config.dataDir)).toBe(before);
  });

  it('into a database whose server has run without people replaces the recurring jobs there', async () => {
    const other = await startTestApp();
    await other.app.ready();
    await other.deps.jobs.idle('forget_expired', 'erase_guests', 'announce_recaps', 'remind_of_flames', 'remind_of_gestures');
    await other.deps.jobs.stop();
    expect(dump(other.config.dataDir)['job']).toHaveLength(5);
    await move(source, other.deps.database);
    expect(content(other.config.dataDir)).toEqual(content(testApp.config.dataDir));
  });

  it('during which somebody writes is told so, and can be called again', async () => {
    const { dataDir, database } = await emptyTarget();
    let wrote = false;
    const write = (done: number, all: number) => {
      if (done < all || wrote) return;
      wrote = true;
      tamper(testApp.config.dataDir, "insert into deleted_board (id_hash) values ('late')");
    };
    await expect(move(source, database, write)).rejects.toThrow(/^La table deleted_board a 2 lignes d'un côté et 1 de l'autre/);
    await log(lea, board, 'breakfast');
    await move(source, database);
    await database.close();
    expect(content(dataDir)).toEqual(content(testApp.config.dataDir));
  });
});
