/** A PostgreSQL that is not there yet, not ours to use, or being migrated by somebody else. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Config, readConfig, WrongSetting } from '#server/config';
import { openDatabase } from '#server/database/open-database';
import { createDeps, start } from '#server/start';
import { freePort } from '../built-server.ts';
import { startPostgres } from './server.ts';
import { inServer, run, template } from './test-databases.ts';

const server = process.env['OU_LA_LA_TEST_DATABASE'] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-starting-'));
const made: string[] = [];
afterAll(async () => {
  for (const name of made) await run(server, `drop database if exists ${name} with (force)`);
  rmSync(folder, { recursive: true });
});

async function emptyDatabase(): Promise<string> {
  const name = `starting_${randomUUID().replaceAll('-', '')}`;
  made.push(name);
  await run(server, `create database ${name}`);
  return inServer(server, name);
}

const configOf = (databaseUrl: string, more: Partial<Config> = {}): Config => ({
  ...readConfig({ DATA_DIR: join(folder, randomUUID()), HOST: '127.0.0.1', LOG_LEVEL: 'silent' }),
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
      /vient d'une version plus récente de OU LA LA\.$/,
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

describe('migrating', () => {
  const migrations = async (url: string) => (await run(url, 'select name from kysely_migration')).rows.length;

  it('is done by one of two copies that start at once, and the other waits', async () => {
    const url = await emptyDatabase();
    const masterKey = 'ab'.repeat(32);
    const both = await Promise.all([createDeps(configOf(url, { masterKey })), createDeps(configOf(url, { masterKey }))]);
    const { rows } = await run(url, 'select count(*) as count, count(distinct title) as titles from predefined_action');
    for (const { database } of both) await database.close();
    expect(await migrations(url)).toBe(await migrations(inServer(server, template)));
    expect(rows).toEqual([{ count: '57', titles: '57' }]);
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
      // Who migrates waits to hear whether this table is there, until their connection is cut.
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
    expect(await migrations(url)).toBe(await migrations(inServer(server, template)));
    await Promise.all([cut.close(), holder.close()]);
  });
});

function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path, agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    }).on('error', () => resolve(undefined));
  });
}
