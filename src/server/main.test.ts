/** The program as it is started: what it says and with which code it ends. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { builtProgram } from '../../tests/built-programs.ts';
import { tamper } from '../../tests/database-state.ts';
import { boardOf, startTestApp } from '../../tests/test-app.ts';
import { readConfig } from './config/config.ts';
import { openDatabase, sentenceFor } from './database/open-database.ts';
import { start } from './start.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-main-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));
const hasFaketime = !spawnSync('faketime', ['--version']).error;

/** `under`: a program that starts it, and its arguments. */
function launch(env: Record<string, string>, under: readonly string[] = []) {
  const [first, ...others] = [...under, process.execPath, builtProgram('main')];
  const child = spawn(first, others, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'silent',
      NODE_NO_WARNINGS: '1',
      ...env,
    },
  });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (printed.out += String(chunk)));
  child.stderr.on('data', (chunk) => (printed.err += String(chunk)));
  const ended = once(child, 'close').then(([code]) => Number(code));
  return { child, printed, ended };
}

async function expectOneLine(env: Record<string, string>, line: RegExp): Promise<void> {
  const { printed, ended } = launch(env);
  expect(await ended).toBe(1);
  expect(printed.err.trimEnd()).toMatch(line);
  expect(printed.err.trimEnd().split('\n')).toHaveLength(1);
  expect(printed.out).toMatch(/^OU LA LA \S+ \(Node \S+\)\n$/);
}

describe('the program', () => {
  it('opens, answers, and ends with code 0 on SIGTERM', async () => {
    const { child, printed, ended } = launch({});
    await expect.poll(() => printed.out).toContain('OU LA LA est ouvert');
    const { port } = new URL(/http:\S+/.exec(printed.out)?.[0] ?? '');
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([reply.status, await reply.json()]).toEqual([200, { status: 'ready' }]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(printed.err).toBe('');
    expect(printed.out).toMatch(
      /^OU LA LA \d+\.\d+\.\d+ \(Node \d+\.\d+\.\d+\)\nOU LA LA est ouvert : http:\S+\nSeulement sur cette machine\.[^\n]+\nEn http, [^\n]+\n$/,
    );
  });

  it('ends with code 1 and one line when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expectOneLine({ PORT: String(port) }, new RegExp(`^Le port ${port} est déjà pris \\(réglage PORT\\)\\.$`));
    other.close();
  });

  it('ends with code 1 and one line when a setting is wrong', async () => {
    await expectOneLine({ PORT: 'web' }, /^Réglage PORT invalide : attendu un nombre de 0 à 65535\.$/);
  });

  it('ends with code 1 and one line when another server works in its folder, and leaves that one alone', async () => {
    const data = { DATA_DIR: join(folder, 'shared') };
    const first = launch(data);
    await expect.poll(() => first.printed.out).toContain('OU LA LA est ouvert');
    await expectOneLine(data, /^Un serveur est déjà au travail dans le dossier de données .*shared : arrêtez-le, ou réglez DATA_DIR\.$/);
    const { port } = new URL(/http:\S+/.exec(first.printed.out)?.[0] ?? '');
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    // However it ends, its folder is free again.
    first.child.kill('SIGKILL');
    await first.ended;
    const second = launch(data);
    await expect.poll(() => second.printed.out).toContain('OU LA LA est ouvert');
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  it('opens where every setting is there and empty', async () => {
    const config = readFileSync(new URL('config/config.ts', import.meta.url), 'utf8');
    const names = [...config.matchAll(/^ {2}([A-Z_]+): z\./gm)].map(([, name = '']) => name);
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    const { child, printed, ended } = launch({ ...empty, HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'empty') });
    await expect.poll(() => printed.out).toContain('OU LA LA est ouvert');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it.runIf(hasIpv6)('opens on an address of IPv6 alone, where the health check finds it', async () => {
    const { child, printed, ended } = launch({ HOST: '[::1]', DATA_DIR: join(folder, 'six') });
    await expect.poll(() => printed.out).toContain('OU LA LA est ouvert');
    const { port } = new URL(/http:\S+/.exec(printed.out)?.[0] ?? '');
    const healthOn = (HOST: string) => spawnSync(process.execPath, [join(root, 'deploy/health.mjs')], { env: { HOST, PORT: port } }).status;
    expect(['::1', '::', '[::1]', '[::]'].map(healthOn)).toEqual([0, 0, 0, 0]);
    expect(healthOn('127.0.0.1')).toBe(1);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('ends with code 1 and one line when a native module is made for another machine', async () => {
    const broken = join(folder, 'argon2.node');
    writeFileSync(broken, 'of another machine');
    await expectOneLine({ NAPI_RS_NATIVE_LIBRARY_PATH: broken }, /^Le module @node-rs\/argon2 ne se charge pas sur cette machine \(/);
  });

  it.runIf(hasFaketime)('ends with code 1 and one line when the clock of its machine stands in 1970', async () => {
    const { printed, ended } = launch({ DATA_DIR: join(folder, 'early') }, ['faketime', '-f', '1970-01-01 00:00:10']);
    expect(await ended).toBe(1);
    expect(printed.err.trimEnd()).toBe("L'horloge de cette machine est en 1970 : réglez-la, puis relancez.");
    expect(existsSync(join(folder, 'early'))).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)(
    "ends with code 1 and one line in somebody else's folder, and beside somebody else's database",
    async () => {
      const data = join(folder, 'of-root');
      mkdirSync(data, { mode: 0o700 });
      const somebody = ['setpriv', '--reuid', '65533', '--regid', '65533', '--clear-groups'];
      chmodSync(folder, 0o755);
      const outside = launch({ DATA_DIR: data }, somebody);
      expect(await outside.ended).toBe(1);
      expect(outside.printed.err).toMatch(/^Le dossier de données .*of-root n'est pas accessible en écriture \(réglage DATA_DIR\)\.\n$/);
      const database = openDatabase({ dataDir: data });
      await database.migrate();
      await database.close();
      chmodSync(data, 0o777);
      const beside = launch({ DATA_DIR: data }, somebody);
      expect(await beside.ended).toBe(1);
      expect(beside.printed.err).toMatch(
        /^La base de données .*of-root\S+ n'est pas accessible : vérifiez les droits de ce fichier et de son dossier/,
      );
      expect(beside.printed.err.trimEnd().split('\n')).toHaveLength(1);
    },
  );
});

/** What the program prints before it ends with code 1, where it cannot start with these settings. */
async function refusalOf(env: Record<string, string>): Promise<string | undefined> {
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data'), ...env });
  return await start(config).then(
    ({ stop }) => stop().then(() => 'It has started.'),
    (failure: unknown) => sentenceFor(failure, config),
  );
}

describe('a start is refused in one line', () => {
  it.each<[string, () => Record<string, string> | Promise<Record<string, string>>, RegExp]>([
    [
      'when its folder cannot be written to',
      () => {
        writeFileSync(join(folder, 'file'), '');
        return { DATA_DIR: join(folder, 'file', 'data') };
      },
      /^Le dossier de données .*file.data n'est pas accessible en écriture \(réglage DATA_DIR\)\.$/,
    ],
    [
      'when its folder cannot be made',
      () => ({ DATA_DIR: '/proc/nowhere' }),
      /^Le dossier de données \/proc\/nowhere n'est pas accessible en écriture.*$/,
    ],
    [
      'when its database file is none',
      () => {
        const data = join(folder, 'broken');
        mkdirSync(data);
        writeFileSync(join(data, 'ou-la-la.db'), 'no database at all, but long enough to be read as one'.repeat(100));
        return { DATA_DIR: data };
      },
      /^La base de données .*broken.ou-la-la\.db est endommagée \(SQLITE_NOTADB\) : restaurez une sauvegarde\.$/,
    ],
    [
      'when its master key cannot be read',
      () => {
        const data = join(folder, 'keyless');
        mkdirSync(join(data, 'master.key'), { recursive: true });
        return { DATA_DIR: data };
      },
      /^Le fichier .*keyless.master\.key n'est pas lisible \(EISDIR\)\.$/,
    ],
    [
      'when its database was made by a newer program',
      async () => {
        const data = join(folder, 'newer');
        mkdirSync(data);
        const database = openDatabase({ dataDir: data });
        await database.migrate();
        await database.close();
        tamper(data, "insert into kysely_migration (name, timestamp) values ('9999-later', '2999-01-01')");
        return { DATA_DIR: data };
      },
      /^La base de données .*newer.ou-la-la\.db vient d'une version plus récente.*$/,
    ],
    [
      "when its address is not this machine's",
      () => ({ HOST: '192.0.2.1' }),
      /^L'adresse 192\.0\.2\.1 n'est pas à cette machine \(réglage HOST\)\.$/,
    ],
    [
      'when its master key is that of another database',
      async () => {
        const { signUpAll, config } = await startTestApp();
        const [lea] = await signUpAll('Léa');
        await boardOf(lea);
        return { DATA_DIR: config.dataDir, MASTER_KEY: 'ab'.repeat(32) };
      },
      /^La clé maîtresse n'est pas celle de cette base : remettez.*$/,
    ],
  ])('%s', async (_when, settings, line) => {
    expect(await refusalOf(await settings())).toMatch(line);
  });
});
