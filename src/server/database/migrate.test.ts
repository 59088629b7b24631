import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { databaseFile, openDatabase } from './open-database.ts';

const old = gunzipSync(readFileSync(new URL('../../../tests/old-databases/0005.db.gz', import.meta.url)));
let folder = '';
let database: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ou-la-la-migrate-'));
  writeFileSync(databaseFile(folder), old);
  database = openDatabase({ dataDir: folder });
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

// Each stands in the way of a migration that has changed other tables by then.
test.each(['password', 'member_day', 'achievement'])(
  'a migration that fails at the table %s leaves nothing, and goes through the next time',
  async (table) => {
    const run = (statement: string) => database.unitOfWork(async ({ db }) => void (await sql.raw(statement).execute(db)));
    const shape = async () => (await sql`select name, sql from sqlite_schema order by name`.execute(database.read)).rows;
    const before = await shape();
    await run(`create table ${table} (id text)`);

    await expect(database.migrate()).rejects.toThrow(table);

    await run(`drop table ${table}`);
    expect(await shape()).toEqual(before);
    await database.migrate();
    expect(await database.isNewer()).toBe(false);
    expect(await sql.raw(`select count(*) from ${table}`).execute(database.read)).toMatchObject({ rows: [expect.anything()] });
  },
);
