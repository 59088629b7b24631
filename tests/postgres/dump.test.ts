/** What `npm run backup -- --check` says of a dump. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { WrongSetting } from '#server/config';
import { checkDump } from '../../scripts/postgres-dump.ts';
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

async function databases(): Promise<string[]> {
  const { rows } = await run(server, "select datname from pg_database where datname like 'ou_la_la_check_%'");
  return rows.map(({ datname }) => String(datname));
}

describe('a dump of PostgreSQL', () => {
  it('is restored for trial, examined, and leaves no database behind', async () => {
    expect(await checkDump(config, dump('sound.dump'))).toEqual({ found: [], unrestored: undefined });
    expect(await databases()).toEqual([]);
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
    const { found, unrestored } = await checkDump({ ...config, databaseUrl: poor.href }, dump('poor.dump'));
    await run(server, 'drop role dump_reader');
    expect(found).toEqual([]);
    expect(unrestored).toContain('permission denied to create database');
  });
});
