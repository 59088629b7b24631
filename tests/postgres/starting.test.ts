/** A PostgreSQL that is not there yet, not ours to use, or being migrated by somebody else. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Config, readConfig, WrongSetting } from '#server/config/config';
import { migrations } from '#server/database/migrate';
import { openDatabase } from '#server/database/open-database';
import { createDeps, start } from '#server/start';
import { builtProgram } from '../built-programs.ts';
import { freePort } from '../built-server.ts';
import { breakfast, Person } from '../people.ts';
import { startPostgres } from './server.ts';
import { inServer, run, template } from './test-databases.ts';

const server = process.env['OU_LA_LA_TEST_DATABASE'] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-starting-'));
const made: string[] = [];
afterAll(async () => {
  for (const name of made) await run(server, `drop database if exists ${name} with (force)`);
  rmSync(folder, { recursive: true });
});

async function emptyDatabase(options = ''): Promise<string> {
  const name = `starting_${randomUUID().replaceAll('-', '')}`;
  made.push(name);
  await run(server, `create database ${name} ${options}`);
  return inServer(server, name);
}

const configOf = (databaseUrl: string, more: Partial<Config> = {}): Config => ({
  ...readConfig({ DATA_DIR: join(folder, randomUUID()), HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' }),
  databaseUrl,
  ...more,
});
const open = (databaseUrl: string) => openDatabase({ dataDir: folder, databaseUrl });

describe('an address that cannot be used', () => {
  it.each<[string, (url: string) => Promise<string>, RegExp]>([
    [
      'of no database',
      (url) => Promise.resolve(inServer(url, 'nowhere')),
      /^La base de données nowhere sur \S+ n'existe pas \(réglage DATABASE_URL\)\.$/,
    ],
    [
      'of one that is only read',
      async (url) => {
        await run(server, `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
        return url;
      },
      /ne peut qu'être lue/,
    ],
    [
      'of one where nothing may be made',
      async (url) => {
        const role = `reader_${randomUUID().replaceAll('-', '')}`;
        await run(server, `create role ${role} login password 'sésame'`);
        return url.replace('postgres@', `${role}:${encodeURIComponent('sésame')}@`);
      },
      /ne donne pas le droit d'y créer des tables/,
    ],
    [
      'of one that a later version has used',
      async (url) => {
        const database = open(url);
        await database.migrate();
        await database.close();
        await run(url, "insert into kysely_migration (name, timestamp) values ('9999-later', '2999-01-01')");
        return url;
      },
      /vient d'une version plus récente d'OU LA LA\.$/,
    ],
    ...['LATIN1', 'SQL_ASCII'].map((encoding): [string, (url: string) => Promise<string>, RegExp] => [
      `of one in ${encoding}`,
      async () => await emptyDatabase(`encoding '${encoding}' template template0 lc_collate 'C' lc_ctype 'C'`),
      new RegExp(
        `^La base de données \\S+ sur \\S+ est codée en ${encoding} : .*encoding 'UTF8' template template0.*\\(réglage DATABASE_URL\\)\\.$`,
      ),
    ]),
    [
      'that asks for TLS of a server that has none',
      (url) => Promise.resolve(`${url}?sslmode=require`),
      /does not support SSL connections \(réglage DATABASE_URL\)\.$/,
    ],
    [
      'with a certificate that is not there',
      (url) => Promise.resolve(`${url}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`),
      /ne s'ouvre pas : ENOENT.*ca\.pem' \(réglage DATABASE_URL\)\.$/,
    ],
  ])('%s is one French sentence', async (_, prepare, sentence) => {
    const url = await prepare(await emptyDatabase());
    const outcome: unknown = await start(configOf(url)).catch((failure: unknown) => failure);
    expect(outcome).toBeInstanceOf(WrongSetting);
    expect((outcome as Error).message).toMatch(sentence);
    expect((outcome as Error).message).not.toMatch(/sésame|s%C3/);
  });
});

it('a server that is not there yet is waited for: a line says so, and the app is alive but not ready', async () => {
  const lines = vi.spyOn(console, 'error').mockReturnValue();
  const [port, databasePort] = [await freePort(), await freePort()];
  const config = configOf(`postgres://postgres:secret@127.0.0.1:${databasePort}/postgres`, { port });
  const starting = start(config);
  await expect.poll(() => statusOf(port, '/readyz')).toBe(503);
  expect(await statusOf(port, '/healthz')).toBe(200);
  await expect
    .poll(() => lines.mock.calls.flat())
    .toContain(`La base de données postgres sur 127.0.0.1:${databasePort} ne répond pas (ECONNREFUSED). Nouvel essai dans 3 s.`);
  const late = await startPostgres({ port: databasePort });
  try {
    const { stop } = await starting;
    expect(await statusOf(port, '/readyz')).toBe(200);
    await stop();
  } finally {
    await late.remove();
  }
  expect(lines.mock.calls.flat().join('\n')).not.toContain('secret');
});

it('a copy beside tables that a later version has changed refuses what it cannot do with a sentence, and does the rest', async () => {
  const url = await emptyDatabase();
  const port = await freePort();
  const { stop } = await start(configOf(url, { port }));
  const lea = await Person.signUp({ origin: `http://127.0.0.1:${port}` }, 'Lea');
  await run(url, 'alter table board_action rename to deed');
  const { status, code, message } = await lea.tries('POST /api/boards', { body: { title: 'Maison', actions: [breakfast], invited: [] } });
  expect({ status, code, message }).toEqual({
    status: 503,
    code: 'unavailable',
    message: 'Le serveur est occupé. Réessayez dans un instant.',
  });
  expect((await run(url, 'select id from board')).rows).toEqual([]);
  await lea.does('PATCH /api/account/preferences', { body: { analytics: true } });
  await stop();
});

it('a command ends with one French sentence where no server answers, or no such database is', async () => {
  const away = `postgres://postgres:secret@127.0.0.1:${await freePort()}/postgres`;
  expect(await doctor(away)).toEqual({
    code: 1,
    output: expect.stringMatching(/^La base de données postgres sur \S+ ne s'ouvre pas : .*\(ECONNREFUSED\)\.\n$/),
  });
  expect(await doctor(inServer(server, 'nowhere'))).toEqual({
    code: 1,
    output: expect.stringMatching(/^La base de données nowhere sur \S+ n'existe pas \(réglage DATABASE_URL\)\.\n$/),
  });
});

/** Makes the tables of an earlier version. */
async function migrateUntil(last: string, url: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) });
  const { error } = await new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } }).migrateTo(last);
  await db.destroy();
  expect(error).toBeUndefined();
}

describe('migrating', () => {
  const countMigrations = async (url: string) => (await run(url, 'select name from kysely_migration')).rows.length;

  it('is done by one of two copies that start at once, and the other waits', async () => {
    const url = await emptyDatabase();
    const masterKey = 'ab'.repeat(32);
    const both = await Promise.all([createDeps(configOf(url, { masterKey })), createDeps(configOf(url, { masterKey }))]);
    const { rows } = await run(url, 'select count(*) as count, count(distinct title) as titles from predefined_action');
    for (const { database } of both) await database.close();
    expect(await countMigrations(url)).toBe(await countMigrations(inServer(server, template)));
    expect(rows).toEqual([{ count: '57', titles: '57' }]);
  });

  it('by a later version is waited for by an older one, which then says so and leaves no key behind', async () => {
    const url = await emptyDatabase();
    const config = configOf(url);
    const later = new pg.Client({ connectionString: url });
    await later.connect();
    await later.query('select pg_advisory_lock(5202613)');
    const opening = createDeps(config).catch((failure: unknown) => failure);
    const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'";
    await expect.poll(async () => (await run(url, waiting)).rows.length).toBe(1);
    await later.query('create table kysely_migration (name text, timestamp text)');
    await later.query("insert into kysely_migration values ('9999-later', '2999-01-01')");
    await later.end();
    const failure = await opening;
    expect(failure).toBeInstanceOf(WrongSetting);
    expect(String(failure)).toMatch(/vient d'une version plus récente d'OU LA LA\.$/);
    expect(existsSync(join(config.dataDir, 'master.key'))).toBe(false);
  });

  it('waits for a copy of the version before that uses its tables, and keeps none of them from it meanwhile', async () => {
    const url = await emptyDatabase();
    await migrateUntil('0046-passkeys', url);
    const older = new pg.Client({ connectionString: url });
    await older.connect();
    // The migration after these gives passwords a column.
    await older.query('begin; select * from password');
    const database = open(url);
    const migrating = database.migrate();
    const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event = 'relation'";
    await expect.poll(async () => (await run(url, waiting)).rows.length).toBe(1);
    await older.query('select * from activity');
    await older.query('commit');
    await migrating;
    await older.end();
    expect(await countMigrations(url)).toBe(await countMigrations(inServer(server, template)));
    await database.close();
  });

  it('leaves nothing when it is cut off, and goes through the next time', async () => {
    const url = await emptyDatabase();
    // In the way of the fifth, once four have made their tables.
    await run(url, 'create table former_member (id text)');
    const cut = open(url);
    await expect(cut.migrate()).rejects.toThrow('former_member');
    await run(url, 'drop table former_member');

    const holder = open(url);
    const held = holder.unitOfWork(async ({ db }) => {
      // The migration waits to hear whether this table is there, until its connection is cut.
      await sql`create table former_member (id text)`.execute(db);
      const migrating = cut.migrate().catch((failure: unknown) => failure);
      const waiting = "application_name = 'ou-la-la' and wait_event_type = 'Lock' and datname = current_database()";
      const end = async () => (await run(url, `select pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`)).rows.length;
      await expect.poll(end).toBe(1);
      expect(cut.classify(await migrating)?.kind).toBe('busy');
      throw new Error('let go');
    });
    await expect(held).rejects.toThrow('let go');
    const tables = "select tablename from pg_tables where schemaname = 'public' and tablename in ('user', 'board')";
    expect((await run(url, tables)).rows).toEqual([]);
    await cut.migrate();
    expect(await countMigrations(url)).toBe(await countMigrations(inServer(server, template)));
    await Promise.all([cut.close(), holder.close()]);
  });
});

function doctor(databaseUrl: string): Promise<{ code: unknown; output: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: folder, DATABASE_URL: databaseUrl, NODE_NO_WARNINGS: '1' };
  return new Promise((resolve) => {
    execFile(process.execPath, [builtProgram('doctor')], { env }, (failure, out, error) =>
      resolve({ code: failure?.code ?? 0, output: `${out}${error}` }),
    );
  });
}

function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path, agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    }).on('error', () => resolve(undefined));
  });
}

it('a copy that starts while another one makes the master key finds it', async () => {
  const config = configOf(await emptyDatabase());
  await (await createDeps(config)).database.close();
  const file = join(config.dataDir, 'master.key');
  renameSync(file, `${file}.away`);
  const other = new pg.Client({ connectionString: config.databaseUrl });
  await other.connect();
  // The copy finds no key, and waits to see what is sealed already.
  await other.query('begin; lock table sealed_secret in access exclusive mode');
  const starting = createDeps(config);
  const waiting = 'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())';
  await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
  renameSync(`${file}.away`, file);
  await other.query('commit');
  await other.end();
  await (await starting).database.close();
});
