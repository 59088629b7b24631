import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createHandle } from './sqlite-dialect.ts';
import { SqliteDriver } from './sqlite-driver.ts';

const db = createHandle(new SqliteDriver({ sqlite: new Sqlite(':memory:'), onFailure: () => undefined }));

it('a failure that has ended its transaction by itself, as a full disk does, is reported unchanged', async () => {
  const full = new Error('database or disk is full');
  const work = db.transaction().execute(async (transaction) => {
    await sql`rollback`.execute(transaction);
    throw full;
  });
  await expect(work).rejects.toBe(full);
});

it('a failure within a transaction rolls it back', async () => {
  await sql`create table thing (id integer)`.execute(db);
  const work = db.transaction().execute(async (transaction) => {
    await sql`insert into thing values (1)`.execute(transaction);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  const { rows } = await sql`select id from thing`.execute(db);
  expect(rows).toEqual([]);
});
