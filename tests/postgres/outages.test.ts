/** A PostgreSQL that hangs, is killed, moves or only reads from now on, seen from the database's interface. */
import dns from 'node:dns';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database, Db } from '#server/database/database';
import { openDatabase } from '#server/database/open-database';
import { preparedQuery } from '#server/database/prepared-query';
import { type PostgresServer, startPostgres } from './server.ts';

const connections = 4;
let postgres: PostgresServer;
let database: Database;

beforeAll(async () => {
  // What it has acknowledged is to be there after a crash.
  postgres = await startPostgres({ durable: true });
  database = openDatabase({ dataDir: '', databaseUrl: postgres.url, databaseConnections: connections });
  await database.migrate();
});
afterAll(async () => {
  await database.close();
  await postgres.remove();
});

const emoji = (id: string) => ({ id, symbol: '🧪', category: 'trial', position: 0, created_at: 0 });
const plant = (id: string) => database.unitOfWork(({ db }) => db.insertInto('emoji').values(emoji(id)).execute());
const planted = async (db: Db = database.read) =>
  (await db.selectFrom('emoji').select('id').where('category', '=', 'trial').orderBy('id').execute()).map(({ id }) => id);
const findPlanted = preparedQuery((db, { id }: { id: string }) => db.selectFrom('emoji').select('id').where('id', '=', id));
const kindOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (failure: unknown) => database.classify(failure)?.kind ?? String(failure),
  );
const backends = async () => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where application_name = 'ou-la-la'`.execute(database.read);
  return rows.map(({ pid }) => pid);
};

it('that stands still refuses everybody in time, holds no more connections than allowed, and is used again as soon as it goes on', async () => {
  await plant('before');
  const stopped = postgres.pids();
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  try {
    const calls = Array.from({ length: 40 }, (_, index) => kindOf(index % 2 ? plant(`still-${index}`) : planted()));
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['busy']));
    expect(await kindOf(database.ping())).toBe('busy');
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  }
  await expect.poll(() => kindOf(plant('after'))).toBe('done');
  expect((await backends()).length).toBeLessThanOrEqual(connections);
  // What was refused was not done behind everybody's back.
  expect(await planted()).toEqual(['after', 'before']);
});

it('that stands still keeps nobody waiting for longer than three seconds and a look, whenever they came', async () => {
  const readTogether = () => findPlanted(database.read, { id: 'before' });
  // Several connections that have worked, one of them shared.
  await Promise.all([readTogether(), ...Array.from({ length: connections }, () => database.snapshot(planted))]);
  const stopped = postgres.pids();
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  const waited: number[] = [];
  const timed = async (call: () => Promise<unknown>) => {
    const begun = performance.now();
    expect(await kindOf(call())).toBe('busy');
    waited.push(performance.now() - begun);
  };
  try {
    const calls = [];
    for (let wave = 0; wave < 4; wave += 1) {
      calls.push(timed(readTogether));
      await pause(400);
    }
    await Promise.all(calls);
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  }
  // A second try on a connection that is as dead would take 2.7 s more.
  expect(Math.max(...waited)).toBeLessThan(4000);
  await expect.poll(() => kindOf(readTogether())).toBe('done');
});

it('that is killed takes along what was under way and nothing that was acknowledged; it is used again once it is back', async () => {
  const acknowledged: string[] = [];
  let goesOn = true;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let count = 0; goesOn; count += 1) {
      const id = `killed-${writer}-${count}`;
      if ((await kindOf(plant(id))) === 'done') acknowledged.push(id);
    }
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
  await postgres.stop('SIGQUIT');
  const before = acknowledged.length;
  await postgres.restart();
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
  goesOn = false;
  await Promise.all(writers);
  expect(await planted()).toEqual(expect.arrayContaining(acknowledged));
});

it('that is restarted while nobody asks is used on at once', async () => {
  await plant('rested');
  await postgres.restart();
  expect(await Promise.all([kindOf(plant('restarted')), kindOf(planted()), kindOf(database.snapshot(planted))])).toEqual([
    'done',
    'done',
    'done',
  ]);
});

it('a server whose name leads elsewhere from now on is found there', async () => {
  const other = await startPostgres({ port: postgres.port, address: '127.0.0.2' });
  let address = '127.0.0.1';
  const lookUp = vi.spyOn(dns, 'lookup').mockImplementation(((
    _: string,
    options: { all?: boolean },
    done: (...found: unknown[]) => void,
  ) => {
    process.nextTick(() => (options.all ? done(null, [{ address, family: 4 }]) : done(null, address, 4)));
  }) as unknown as typeof dns.lookup);
  const moving = openDatabase({ dataDir: '', databaseUrl: postgres.url.replace('127.0.0.1', 'db.test') });
  const where = async () =>
    (await sql<{ address: string }>`select host(inet_server_addr()) as address`.execute(moving.read)).rows[0]?.address;
  try {
    expect(await where()).toBe('127.0.0.1');
    address = '127.0.0.2';
    await postgres.stop('SIGQUIT');
    await expect.poll(where).toBe('127.0.0.2');
    expect(lookUp).toHaveBeenCalled();
  } finally {
    await moving.close();
    await other.remove();
    await postgres.restart();
  }
});

it('that only reads from now on refuses what writes, and its connections are given up', async () => {
  const earlier = await backends();
  await sql`select pg_sleep(0)`.execute(database.read);
  await database.unitOfWork(({ db }) => sql`alter system set default_transaction_read_only = on`.execute(db)).catch(() => undefined);
  await alterSystem('on');
  try {
    // Each of its processes hears of it when it looks.
    let planting = 0;
    await expect.poll(() => kindOf(plant(`to a standby ${(planting += 1)}`))).toBe('busy');
  } finally {
    await alterSystem('off');
  }
  await expect.poll(() => kindOf(plant('to a primary'))).toBe('done');
  expect(await backends()).not.toEqual(earlier);
});

describe('a unit of work', () => {
  it('that others keep from going through is done again, whole', async () => {
    await plant('deadlock-a');
    await plant('deadlock-b');
    const attempts: string[] = [];
    const told: string[] = [];
    const first: { [name: string]: () => void } = {};
    const reached = new Map(['a', 'b'].map((name) => [name, new Promise<void>((resolve) => (first[name] = resolve))]));
    const touch = (db: Db, id: string) => db.updateTable('emoji').set({ position: 1 }).where('id', '=', id).execute();
    const cross = (own: string, other: string) =>
      database.unitOfWork(async ({ db, afterCommit }) => {
        attempts.push(own);
        afterCommit(() => told.push(own));
        await touch(db, `deadlock-${own}`);
        first[own]?.();
        await reached.get(other);
        await touch(db, `deadlock-${other}`);
      });
    expect(await Promise.all([kindOf(cross('a', 'b')), kindOf(cross('b', 'a'))])).toEqual(['done', 'done']);
    expect(attempts).toHaveLength(3);
    expect(told.toSorted()).toEqual(['a', 'b']);
  });

  it('that waits for a lock for too long is refused', async () => {
    let letGo = () => undefined as void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await plant('locked');
    const change = (db: Db) => db.updateTable('emoji').set({ position: 2 }).where('id', '=', 'locked').execute();
    let hasIt = () => undefined as void;
    const taken = new Promise<void>((resolve) => (hasIt = resolve));
    const holder = database.unitOfWork(async ({ db }) => {
      await change(db);
      hasIt();
      await held;
    });
    await taken;
    expect(await kindOf(database.unitOfWork(({ db }) => change(db), { patience: 0 }))).toBe('busy');
    letGo();
    await holder;
    expect(await kindOf(database.unitOfWork(({ db }) => change(db), { patience: 0 }))).toBe('done');
  });

  it('that asks several things at once hears why the first was refused, whichever answer it waits for', async () => {
    await plant('held');
    const change = (db: Db) => db.updateTable('emoji').set({ position: 3 }).where('id', '=', 'held').execute();
    const outcome = await database.unitOfWork(async ({ db }) => {
      await change(db);
      return await kindOf(
        database.unitOfWork(
          async (inner) => {
            const [changing, reading] = [change(inner.db), planted(inner.db)];
            changing.catch(() => undefined);
            return await reading;
          },
          { patience: 0 },
        ),
      );
    });
    expect(outcome).toBe('busy');
  });

  it('never waits for a second connection: as many at once as one likes, each with reads in it, are all done', async () => {
    const units = Array.from({ length: 10 * connections }, (_, index) =>
      database.unitOfWork(async ({ db }) => {
        await planted(db);
        await pause(5);
        await db
          .insertInto('emoji')
          .values(emoji(`many-${index}`))
          .execute();
      }),
    );
    await Promise.all(units);
    expect((await planted()).filter((id) => id.startsWith('many-'))).toHaveLength(10 * connections);
  });

  it('lends its handle for as long as it lasts', async () => {
    const kept = await database.unitOfWork(({ db }) => Promise.resolve({ db }));
    await expect(planted(kept.db)).rejects.toThrow('is over');
  });

  it('that goes on after a statement that failed keeps nothing', async () => {
    const outcome = database.unitOfWork(async ({ db }) => {
      await db.insertInto('emoji').values(emoji('half')).execute();
      await db
        .insertInto('emoji')
        .values(emoji('half'))
        .execute()
        .catch(() => undefined);
    });
    await expect(outcome).rejects.toThrow('went on');
    expect(await planted()).not.toContain('half');
  });
});

/** As the operator would; it is in force for new transactions. */
async function alterSystem(value: 'on' | 'off'): Promise<void> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('set default_transaction_read_only = off');
  await client.query(`alter system set default_transaction_read_only = ${value}`);
  await client.query('select pg_reload_conf()');
  await client.end();
}
