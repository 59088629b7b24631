/** The program as it is started: what it says and with which code it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { tamper } from '../../tests/database-state.ts';
import { openDatabase } from './database/open-database.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-main-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function launch(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
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
    expect(printed.out).toMatch(/^OU LA LA \d+\.\d+\.\d+ \(Node \d+\.\d+\.\d+\)\nOU LA LA est ouvert : http:\S+\n$/);
  });

  it('ends with code 1 and one line when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expectOneLine({ PORT: String(port) }, new RegExp(`^Le port ${port} est déjà pris \\(réglage PORT\\)\\.$`));
    other.close();
  });

  it('ends with code 1 and one line when its folder cannot be written to', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expectOneLine(
      { DATA_DIR: join(file, 'data') },
      /^Le dossier de données .*file.data n'est pas accessible en écriture \(réglage DATA_DIR\)\.$/,
    );
  });

  it('ends with code 1 and one line when its folder cannot be made', async () => {
    await expectOneLine({ DATA_DIR: '/proc/nowhere' }, /^Le dossier de données \/proc\/nowhere n'est pas accessible en écriture/);
  });

  it('ends with code 1 and one line when its database file is none', async () => {
    const data = join(folder, 'broken');
    mkdirSync(data);
    writeFileSync(join(data, 'ou-la-la.db'), 'no database at all, but long enough to be read as one'.repeat(100));
    await expectOneLine(
      { DATA_DIR: data },
      /^La base de données .*broken.ou-la-la\.db est endommagée \(SQLITE_NOTADB\) : restaurez une sauvegarde\.$/,
    );
  });

  it('ends with code 1 and one line when its master key cannot be read', async () => {
    const data = join(folder, 'keyless');
    mkdirSync(join(data, 'master.key'), { recursive: true });
    await expectOneLine({ DATA_DIR: data }, /^Le fichier .*keyless.master\.key n'est pas lisible \(EISDIR\)\.$/);
  });

  it('ends with code 1 and one line when its database was made by a newer program', async () => {
    const data = join(folder, 'newer');
    mkdirSync(data);
    const database = openDatabase({ dataDir: data });
    await database.migrate();
    await database.close();
    tamper(data, "insert into kysely_migration (name, timestamp) values ('9999-later', '2999-01-01')");
    await expectOneLine({ DATA_DIR: data }, /^La base de données .*newer.ou-la-la\.db vient d'une version plus récente/);
  });

  it('ends with code 1 and one line when a setting is wrong', async () => {
    await expectOneLine({ PORT: 'web' }, /^Réglage PORT invalide : attendu un nombre de 0 à 65535\.$/);
  });

  it("ends with code 1 and one line when its address is not this machine's", async () => {
    await expectOneLine({ HOST: '192.0.2.1' }, /^L'adresse 192\.0\.2\.1 n'est pas à cette machine \(réglage HOST\)\.$/);
  });
});
