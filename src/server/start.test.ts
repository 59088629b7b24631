/** What a start finds in the data folder, and what it leaves there. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { boardOf, startTestApp } from '../../tests/test-app.ts';
import { WrongSetting } from './config/config.ts';
import { openDatabase } from './database/open-database.ts';
import { createDeps } from './start.ts';

const testApp = await startTestApp();
const { dataDir } = testApp.config;
const modeOf = (folder: string, name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
const modes = (folder: string) => Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(folder, name)]));

describe('the files of the data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-modes-'));
  const umask = process.umask();
  afterEach(() => void process.umask(umask));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const ownersOnly = { 'ou-la-la.db': '600', 'ou-la-la.db-wal': '600', 'ou-la-la.db-shm': '600' };

  it("are their owner's alone, in a folder that is open to all and whatever the umask permits", async () => {
    chmodSync(folder, 0o755);
    process.umask(0);
    const database = openDatabase({ dataDir: folder });
    await database.migrate();
    expect(modes(folder)).toEqual(ownersOnly);
    await database.eraseFromLog();
    expect(modes(folder)).toEqual({ ...ownersOnly, 'ou-la-la.db-reserve': '600' });
    await database.close();
  });

  it("become their owner's alone when an earlier program left them to all", () => {
    for (const name of readdirSync(dataDir)) if (statSync(join(dataDir, name)).isFile()) chmodSync(join(dataDir, name), 0o644);
    return createDeps(testApp.config).then(async (again) => {
      await again.database.close();
      expect(new Set(Object.values(modes(dataDir)))).toEqual(new Set(['600']));
      expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['master.key', 'ou-la-la.db']));
    });
  });
});

describe('a master key that is missing', () => {
  it('is refused in one clear line where boards were sealed with it, and nothing is left behind', async () => {
    const [lea] = await testApp.signUpAll('Léa');
    await boardOf(lea);
    rmSync(join(dataDir, 'master.key'));
    const before = readdirSync(dataDir);
    const outcome = createDeps(testApp.config);
    await expect(outcome).rejects.toBeInstanceOf(WrongSetting);
    await expect(outcome).rejects.toThrow(/^La clé maîtresse manque : remettez le fichier master\.key dans .*, ou réglez MASTER_KEY\.$/);
    expect(readdirSync(dataDir)).toEqual(before);
  });

  it('is made where there is no board yet', async () => {
    const { config } = await startTestApp();
    rmSync(join(config.dataDir, 'master.key'));
    await (await createDeps(config)).database.close();
    expect(existsSync(join(config.dataDir, 'master.key'))).toBe(true);
  });
});
