/** What `npm run backup -- --check` says of a dump. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { WrongSetting } from '#server/config/config';
import { createEpoch } from '#server/database/epoch';
import { openDatabase } from '#server/database/open-database';
import { checkDump, environmentFor } from '../../scripts/postgres-dump.ts';
import { tamper } from '../database-state.ts';
import { boardOf, log, startTestApp } from '../test-app.ts';
import { inServer, run, testServer } from './test-databases.ts';

const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-dump-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = testServer ?? '';
const testApp = await startTestApp();
const [lea] = await testApp.signUpAll('Léa');
const board = await boardOf(lea);
await log(lea, board, 'breakfast');
const databaseUrl = testApp.config.databaseUrl ?? '';
const config = { ...testApp.config, databaseUrl };

function dump(name: string, url = databaseUrl): string {
  const file = join(folder, name);
  execFileSync('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${url}`]);
  return file;
}

async function epochOf(url: string): Promise<string> {
  const database = openDatabase({ dataDir: folder, databaseUrl: url });
  try {
    return await createEpoch(database).current();
  } finally {
    await database.close();
  }
}

async function databases(): Promise<string[]> {
  const { rows } = await run(server, "select datname from pg_database where datname like 'ou_la_la_check_%'");
  return rows.map(({ datname }) => String(datname));
}

describe('a dump of PostgreSQL', () => {
  it('is restored for trial, examined, and leaves no database behind', async () => {
    expect(await checkDump(config, dump('sound.dump'))).toEqual({ found: [], isRestored: true });
    expect(await databases()).toEqual([]);
  });

  it('is another epoch where it is restored, also in the place of what it was made of', async () => {
    const file = dump('epoch.dump');
    const trial = inServer(server, `epoch_${process.pid}`);
    await run(server, `create database ${new URL(trial).pathname.slice(1)}`);
    const epochs = [await epochOf(databaseUrl), await epochOf(databaseUrl)];
    for (const _ of ['into an empty one', 'in its own place']) {
      execFileSync('pg_restore', ['--clean', '--if-exists', '--no-owner', '--exit-on-error', `--dbname=${trial}`, file]);
      epochs.push(await epochOf(trial));
    }
    await run(server, `drop database ${new URL(trial).pathname.slice(1)} with (force)`);
    expect(epochs[1]).toBe(epochs[0]);
    expect(new Set(epochs).size).toBe(3);
  });

  it('is the same epoch to somebody who may not ask which server it is', async () => {
    await run(server, "create role epoch_reader login password 'lecture'");
    await run(databaseUrl, 'grant select on all tables in schema public to epoch_reader');
    await run(databaseUrl, 'revoke execute on function pg_control_system() from public');
    const poor = new URL(databaseUrl);
    [poor.username, poor.password] = ['epoch_reader', 'lecture'];
    const epochs = [await epochOf(poor.href), await epochOf(poor.href)];
    await run(databaseUrl, 'grant execute on function pg_control_system() to public');
    await run(databaseUrl, 'drop owned by epoch_reader; drop role epoch_reader');
    expect(epochs[0]).toBe(epochs[1]);
  });

  it('is examined by the doctor', async () => {
    tamper(config.dataDir, 'update board set total_points = total_points + 1');
    const { found } = await checkDump(config, dump('wrong.dump'));
    tamper(config.dataDir, 'update board set total_points = total_points - 1');
    expect(found).toEqual([expect.stringMatching(/^tableau .* : total 21, somme 20$/)]);
  });

  it('that is cut short is refused, and leaves no database behind', async () => {
    const whole = readFileSync(dump('whole.dump'));
    const cut = join(folder, 'cut.dump');
    writeFileSync(cut, whole.subarray(0, whole.length - 2000));
    await expect(checkDump(config, cut)).rejects.toBeInstanceOf(WrongSetting);
    expect(await databases()).toEqual([]);
  });

  it('that is none is refused', async () => {
    const none = join(folder, 'none.dump');
    writeFileSync(none, 'pas une sauvegarde');
    await expect(checkDump(config, none)).rejects.toThrow(/^.*none\.dump n'est pas une sauvegarde de pg_dump, ou elle est endommagée : /);
  });

  it('of another program is refused', async () => {
    await expect(checkDump(config, dump('other.dump', inServer(server, 'postgres')))).rejects.toThrow(
      /n'est pas une sauvegarde d'OU LA LA\.$/,
    );
  });

  it('is looked at as far as can be by somebody who may make no database, and that is said', async () => {
    await run(server, "create role dump_reader login password 'lecture'");
    const poor = new URL(databaseUrl);
    [poor.username, poor.password] = ['dump_reader', 'lecture'];
    const checked = await checkDump({ ...config, databaseUrl: poor.href }, dump('poor.dump'));
    await run(server, 'drop role dump_reader');
    expect(checked).toEqual({ found: [], isRestored: false });
  });

  it.each([
    ['does not speak TLS, though it should', (url: URL) => url.searchParams.set('sslmode', 'verify-full')],
    ['does not know the database', (url: URL) => (url.pathname = '/nulle-part')],
    ['is not there', (url: URL) => (url.port = '1')],
  ])('is not called sound where the server %s', async (_, change) => {
    const url = new URL(databaseUrl);
    change(url);
    const outcome = checkDump({ ...config, databaseUrl: url.href }, dump('unchecked.dump'));
    await expect(outcome).rejects.toBeInstanceOf(WrongSetting);
    await expect(outcome).rejects.toThrow(/^La base de données .* sur 127\.0\.0\.1:\d+ /);
  });
});

describe('the programs of PostgreSQL', () => {
  it('are told whom to reach as the server itself is', () => {
    expect(environmentFor('postgres://jeu:a%2Fb@[::1]:5433/jeu')).toEqual({
      PGHOST: '::1',
      PGPORT: '5433',
      PGUSER: 'jeu',
      PGPASSWORD: 'a/b',
      PGDATABASE: 'jeu',
    });
    expect(environmentFor('postgres:///jeu?host=/run/postgresql')).toEqual({ PGHOST: '/run/postgresql', PGDATABASE: 'jeu' });
  });

  it('look at the certificate wherever the server does, and show theirs', () => {
    const tls = (query: string) => environmentFor(`postgres://db.example.org/jeu?${query}`);
    expect(tls('sslmode=verify-full&sslrootcert=/own.crt&sslcert=/me.crt&sslkey=/me.key')).toMatchObject({
      PGSSLMODE: 'verify-full',
      PGSSLROOTCERT: '/own.crt',
      PGSSLCERT: '/me.crt',
      PGSSLKEY: '/me.key',
    });
    for (const query of ['sslmode=require', 'sslmode=verify-full', 'sslrootcert=/own.crt']) {
      expect(tls(query)).toMatchObject({ PGSSLMODE: 'verify-full', PGSSLROOTCERT: expect.stringMatching(/./) });
    }
    expect(tls('sslmode=no-verify')['PGSSLMODE']).toBe('require');
    expect(tls('sslmode=disable')).toEqual({ PGHOST: 'db.example.org', PGDATABASE: 'jeu', PGSSLMODE: 'disable' });
  });
});
