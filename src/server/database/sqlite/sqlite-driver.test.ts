import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openConnection } from './open-connection.ts';
import { createHandle } from './sqlite-dialect.ts';
import { SqliteDriver } from './sqlite-driver.ts';

const db = createHandle(new SqliteDriver({ sqlite: openConnection(':memory:'), onFailure: () => undefined }));

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

it('a query that was asked before its table changed returns what the table has now', async () => {
  await sql`create table changing (first integer)`.execute(db);
  const ask = async () => (await sql`select * from changing`.execute(db)).rows;
  await sql`insert into changing values (1)`.execute(db);
  expect(await ask()).toEqual([{ first: 1 }]);
  await sql`alter table changing add column second integer default 2`.execute(db);
  expect(await ask()).toEqual([{ first: 1, second: 2 }]);
  await sql`alter table changing rename column second to third`.execute(db);
  expect(await ask()).toEqual([{ first: 1, third: 2 }]);
});
