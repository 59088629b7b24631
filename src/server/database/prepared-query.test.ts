import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { startTestApp } from '../../../tests/test-app.ts';
import { preparedQuery } from './prepared-query.ts';

const { database } = (await startTestApp()).deps;

const find = preparedQuery((db, { symbol }: { symbol: string }) => db.selectFrom('emoji').select('category').where('symbol', '=', symbol));
const put = preparedQuery((db, { symbol }: { symbol: string }) =>
  db.insertInto('emoji').values({ id: symbol, symbol, category: 'avatar', position: 1, created_at: 0 }),
);

beforeEach(() => database.unitOfWork(async ({ db }) => void (await db.deleteFrom('emoji').execute())));

it('a prepared read sees what is committed and nothing else, also while a unit of work and a snapshot are under way', async () => {
  await database.snapshot(async (snapshot) => {
    expect(await find(snapshot, { symbol: '🦄' })).toEqual([]);
    await database.unitOfWork(async ({ db }) => {
      expect(await put(db, { symbol: '🦄' })).toEqual([]);
      expect(await find(db, { symbol: '🦄' })).toEqual([{ category: 'avatar' }]);
      expect(await sql`select 1 from emoji`.execute(snapshot)).toMatchObject({ rows: [] });
    });
    expect(await find(snapshot, { symbol: '🦄' })).toEqual([]);
    expect(await find(database.read, { symbol: '🦄' })).toEqual([{ category: 'avatar' }]);
  });
});

it('a prepared read during another unit of work does not see half of it', async () => {
  await database.unitOfWork(async ({ db }) => {
    await put(db, { symbol: '👑' });
    expect(await find(database.read, { symbol: '👑' })).toEqual([]);
  });
  expect(await find(database.read, { symbol: '👑' })).toEqual([{ category: 'avatar' }]);
});

it('a prepared query does not write on the handle that only reads', async () => {
  await expect(put(database.read, { symbol: '💎' })).rejects.toThrow('only reads');
  expect(await find(database.read, { symbol: '💎' })).toEqual([]);
});
