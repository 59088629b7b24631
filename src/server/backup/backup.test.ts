/** What a backup holds and what it does not, and what becomes of it where it is restored. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { dump, tamper } from '../../../tests/database-state.ts';
import { fillEveryTable } from '../../../tests/every-table.ts';
import { boardOf, log, password, startTestApp } from '../../../tests/test-app.ts';
import { listBoards } from '../whole-boards/boards.ts';
import { type Config, WrongSetting } from '../config/config.ts';
import { createDeps, start } from '../start.ts';
import { backUp } from './backup.ts';
import { findNewest, keepNewest, listAhead } from './recurring/backup-folder.ts';
import { check, restore } from './restore.ts';

const root = mkdtempSync(join(tmpdir(), 'ou-la-la-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const newFolder = (): string => {
  const folder = join(root, String((folders += 1)));
  mkdirSync(folder);
  return folder;
};

const canary = 'CANARI-DU-TABLEAU';
const testApp = await startTestApp();
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const board = await boardOf(lea, [max], { title: canary });
for (let count = 0; count < 30; count += 1) await log(count % 2 === 0 ? lea : max, board, 'breakfast');
const { config } = testApp;
const key = readFileSync(join(config.dataDir, 'master.key'), 'utf8').trim();
const backups = newFolder();
const { file, bytes } = await backUp(config, backups);

/** A data folder with what is in the backup. */
async function restoredElsewhere(): Promise<Config> {
  const into = elsewhere();
  await restore(into, file);
  return into;
}

/** A data folder elsewhere, with the key put there beforehand as the documentation says. */
function elsewhere({ withKey = true } = {}): Config {
  const dataDir = newFolder();
  if (withKey) copyFileSync(join(config.dataDir, 'master.key'), join(dataDir, 'master.key'));
  return { ...config, dataDir };
}

/** All but the epoch, and the counters, which are written later than they are counted. */
function rowsOf({ dataDir }: Config): ReturnType<typeof dump> {
  const { epoch: _, daily_count: __, ...tables } = dump(dataDir);
  return tables;
}

async function epochOf(into: Config): Promise<string> {
  const { deps, stop } = await start({ ...into, port: 0 });
  const epoch = await deps.epoch.current();
  await stop();
  return epoch;
}

/** It is refused in one line, and the folder is as it was. */
async function expectRefused(into: Config, given: string, line: RegExp): Promise<void> {
  const before = readdirSync(into.dataDir);
  const outcome = restore(into, given);
  await expect(outcome).rejects.toBeInstanceOf(WrongSetting);
  await expect(outcome).rejects.toThrow(line);
  expect(readdirSync(into.dataDir)).toEqual(before);
}

describe('a backup', () => {
  it('is one file that only its owner reads, and nothing else is left in its folder', () => {
    expect(readdirSync(backups).map((name) => join(backups, name))).toEqual([file]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(file).size).toBe(bytes);
  });

  it('holds neither the master key nor a title', () => {
    const plain = gunzipSync(readFileSync(file));
    for (const secret of [key, canary]) for (const form of [secret, secret.toLowerCase()]) expect(plain.includes(form)).toBe(false);
    expect(plain.includes(Buffer.from(key, 'hex'))).toBe(false);
    // The search finds what is there.
    expect(plain.includes(lea.email)).toBe(true);
  });

  it('holds nothing of an account that was deleted before', async () => {
    const [gone] = await testApp.signUpAll('Parti-Bientot');
    await gone.does('POST /api/account/deletion', { body: { password } });
    const later = await backUp(config, newFolder());
    expect(gunzipSync(readFileSync(later.file)).includes('parti-bientot')).toBe(false);
  });

  it('is found whole by the check, which leaves nothing behind', async () => {
    expect(await check(config, file)).toEqual([]);
    expect(readdirSync(backups).map((name) => join(backups, name))).toEqual([file]);
  });

  it('is checked where a check was killed: what that one left goes, one under way stays', async () => {
    const folder = newFolder();
    const copy = join(folder, 'sauvegarde.db.gz');
    copyFileSync(file, copy);
    for (const name of ['.restauration-left', '.restauration-at-work']) mkdirSync(join(folder, name));
    utimesSync(join(folder, '.restauration-left'), 0, 0);
    expect(await check(config, copy)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['.restauration-at-work', 'sauvegarde.db.gz']);
  });

  it('of no database is refused, and makes none', async () => {
    const empty = elsewhere();
    await expect(backUp(empty, newFolder())).rejects.toThrow(/^Aucune base de données dans /);
    expect(readdirSync(empty.dataDir)).toEqual(['master.key']);
  });

  it('sweeps away what a killed one left, and lets one under way be', async () => {
    const folder = newFolder();
    const [left, underWay, foreign] = ['ou-la-la-2026-01-01T00-00-00-000Z.db', 'ou-la-la-2026-01-02T00-00-00-000Z.db.gz.part', 'photo.db'];
    for (const name of [left, underWay, foreign]) writeFileSync(join(folder, name), '');
    for (const name of [left, foreign]) utimesSync(join(folder, name), 0, 0);
    const made = await backUp(config, folder);
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual(
      expect.arrayContaining([made.file, ...[underWay, foreign].map((name) => join(folder, name))]),
    );
    expect(readdirSync(folder)).not.toContain(left);
  });

  it.each([
    ['that is the only one kept', 1, ['2026-01-01', '2026-01-02'], ['2028-06-01']],
    ['beside one more', 2, ['2026-01-01'], ['2026-01-02', '2028-06-01']],
    ['beside others that are all dated ahead', 1, [], ['2027-01-01', '2028-06-01', '2030-01-01']],
  ])('that was made just now stays where others are dated in the future: one %s', async (_, count, removed, left) => {
    const folder = newFolder();
    const names = (days: readonly string[]) => days.map((day) => `ou-la-la-${day}T03-00-00-000Z.db.gz`);
    for (const name of names([...removed, ...left])) writeFileSync(join(folder, name), 'older than its name, or newer');
    const now = new Date(Date.UTC(2026, 10, 28));
    const made = await backUp(config, folder, now);
    expect(await keepNewest(folder, count, { now: now.getTime() })).toEqual(names(removed));
    expect(readdirSync(folder)).toEqual([...names(left), basename(made.file)].sort());
    expect((await findNewest(folder, now.getTime()))?.file).toBe(made.file);
    expect(await listAhead(folder, now.getTime())).toEqual(names(left.filter((day) => day > '2026-11-28')));
  });

  it('that was made just now stays although the clock was set back since, or was behind before', async () => {
    const folder = newFolder();
    const ahead = await backUp(config, folder, new Date(Date.UTC(2028, 5, 1)));
    const before = await backUp(config, folder, new Date(Date.UTC(2026, 10, 1)));
    const now = Date.UTC(2026, 10, 28);
    expect(await keepNewest(folder, 1, { made: basename(ahead.file), now })).toEqual([]);
    expect(await keepNewest(folder, 1, { made: basename(before.file), now })).toEqual([]);
    const behind = await backUp(config, folder, new Date(Date.UTC(2026, 9, 1)));
    expect(await keepNewest(folder, 1, { made: basename(behind.file), now })).toEqual([basename(before.file)]);
    expect(readdirSync(folder)).toEqual([basename(behind.file), basename(ahead.file)]);
  });

  it('deletes what a killed backup whose clock was ahead has left, an hour after it was found', async () => {
    const folder = newFolder();
    const left = join(folder, 'ou-la-la-2028-01-01T00-00-00-000Z.db');
    writeFileSync(left, '');
    utimesSync(left, Date.UTC(2028, 0, 1) / 1000, Date.UTC(2028, 0, 1) / 1000);
    await backUp(config, folder);
    expect(statSync(left).mtimeMs).toBeLessThanOrEqual(Date.now());
    utimesSync(left, 0, 0);
    await backUp(config, folder);
    expect(existsSync(left)).toBe(false);
  });

  it('takes the place of the oldest where only so many are kept; other files are let be', async () => {
    const folder = newFolder();
    const days = [1, 2, 3, 4].map((day) => new Date(Date.UTC(2026, 0, day)));
    for (const day of days) await backUp(config, folder, day);
    writeFileSync(join(folder, 'lisez-moi.txt'), '');
    const [one, two, ...kept] = [1, 2, 3, 4].map((day) => `ou-la-la-2026-01-0${day}T00-00-00-000Z.db.gz`);
    expect(await keepNewest(folder, 2)).toEqual([one, two]);
    expect(readdirSync(folder)).toEqual(['lisez-moi.txt', ...kept]);
  });
});

describe('a backup that is restored', () => {
  it('is the database as it was, readable by its owner alone; a server opens it and reads the boards', async () => {
    const into = elsewhere();
    const there = newFolder();
    const now = await backUp(config, there);
    expect(await restore(into, now.file)).toEqual({ found: [], aside: undefined });
    expect(readdirSync(into.dataDir).sort()).toEqual(['master.key', 'ou-la-la.db']);
    expect(statSync(join(into.dataDir, 'ou-la-la.db')).mode & 0o777).toBe(0o600);
    expect(rowsOf(into)).toEqual(rowsOf(config));
    const running = await start({ ...into, port: 0 });
    expect((await listBoards(running.deps, lea.id)).map(({ title }) => title)).toEqual([canary]);
    await running.stop();
  });

  it('has every row of every table, and the key by which push services know the server', async () => {
    const filled = (await fillEveryTable()).testApp;
    const into = { ...filled.config, dataDir: newFolder() };
    copyFileSync(join(filled.config.dataDir, 'master.key'), join(into.dataDir, 'master.key'));
    const made = await backUp(filled.config, newFolder());
    expect((await restore(into, made.file)).found).toEqual([]);
    const [{ epoch: old, ...before }, { epoch, ...after }] = [dump(filled.config.dataDir), dump(into.dataDir)];
    expect(after).toEqual(before);
    expect(epoch).not.toEqual(old);
    const deps = await createDeps(into);
    await deps.database.close();
    expect(deps.vapid).toEqual(filled.deps.vapid);
  });

  it('begins another epoch each time, which a restart does not', async () => {
    const into = await restoredElsewhere();
    const epochs = [await testApp.deps.epoch.current(), await epochOf(into), await epochOf(into)];
    await restore(into, file, { force: true });
    const [before, restored, restarted, again] = [...epochs, await epochOf(into)];
    expect(restarted).toBe(restored);
    expect(new Set([before, restored, again]).size).toBe(3);
  });

  it('may have been unpacked by hand', async () => {
    const plain = join(newFolder(), 'sauvegarde.db');
    writeFileSync(plain, gunzipSync(readFileSync(file)));
    expect((await restore(elsewhere(), plain)).found).toEqual([]);
  });

  it('may be of an earlier program: it is brought to the shape of today', async () => {
    const old = fileURLToPath(new URL('../../../tests/old-databases/0005.db.gz', import.meta.url));
    const into = { ...elsewhere({ withKey: false }), masterKey: 'decafbad'.repeat(8) };
    expect((await restore(into, old)).found).toEqual([]);
    expect(Object.keys(dump(into.dataDir))).toContain('favourite_action');
  });

  it('is refused where a database is already', async () => {
    await expectRefused(config, file, /^Il y a déjà une base de données dans .*--force pour la mettre de côté\.$/);
  });

  it('sets that one aside when told to, and says where', async () => {
    const into = await restoredElsewhere();
    tamper(into.dataDir, 'update board set icon = ?', 'other');
    const { aside = '' } = await restore(into, file, { force: true });
    expect(aside).toMatch(/avant-restauration-.*\.db$/);
    expect(dump(into.dataDir)['board']?.[0]?.['icon']).not.toBe('other');
    expect(readFileSync(aside).subarray(0, 15).toString()).toBe('SQLite format 3');
  });

  /** Overwrites the file of a database from the beginning on. */
  function spoil(dataDir: string): void {
    writeFileSync(join(dataDir, 'ou-la-la.db'), Buffer.alloc(4096, 'x'), { flag: 'r+' });
  }

  it('sets a damaged one aside, too, and leaves nothing of it beside the new one', async () => {
    const into = await restoredElsewhere();
    spoil(into.dataDir);
    writeFileSync(join(into.dataDir, 'ou-la-la.db-wal'), 'of the damaged one');
    const { aside = '', found } = await restore(into, file, { force: true });
    expect(found).toEqual([]);
    expect(readFileSync(aside).subarray(0, 9).toString()).toBe('xxxxxxxxx');
    expect(dump(into.dataDir)['board']).toEqual(dump(config.dataDir)['board']);
    expect(readdirSync(into.dataDir).filter((name) => name.startsWith('ou-la-la.db'))).toEqual(['ou-la-la.db']);
  });

  // Elsewhere than on Linux nobody tells.
  it.runIf(process.platform === 'linux')('is refused while a server has a damaged one open', async () => {
    const into = await restoredElsewhere();
    const running = await start({ ...into, port: 0 });
    spoil(into.dataDir);
    await expect(restore(into, file, { force: true })).rejects.toThrow(/^Un programme utilise la base de données de /);
    expect(readdirSync(into.dataDir).filter((name) => name.startsWith('avant-'))).toEqual([]);
    await running.stop().catch(() => undefined);
  });

  it('is refused, force or not, while a server has the database open', async () => {
    const into = await restoredElsewhere();
    const running = await start({ ...into, port: 0 });
    const outcome = restore(into, file, { force: true });
    await expect(outcome).rejects.toThrow(/^Un programme utilise la base de données de .* : arrêtez d'abord le serveur\.$/);
    await running.stop();
    expect((await restore(into, file, { force: true })).found).toEqual([]);
  });

  it('is refused without the master key, which it does not have, and with another one', async () => {
    await expectRefused(elsewhere({ withKey: false }), file, /^La clé maîtresse manque : elle n'est pas dans la sauvegarde\./);
    const other = { ...elsewhere({ withKey: false }), masterKey: 'ab'.repeat(32) };
    await expectRefused(other, file, /^La clé maîtresse n'est pas celle de cette base/);
  });

  it('takes the key from the setting, too', async () => {
    const into = { ...elsewhere({ withKey: false }), masterKey: key };
    expect((await restore(into, file)).found).toEqual([]);
    expect(readdirSync(into.dataDir)).toEqual(['ou-la-la.db']);
  });

  it('tells what the doctor finds, and is restored all the same', async () => {
    const into = await restoredElsewhere();
    tamper(into.dataDir, 'update board set total_points = total_points + 1 where id = ?', board.id);
    const wrong = await backUp(into, newFolder());
    const { found } = await restore(elsewhere(), wrong.file);
    expect(found).toEqual([expect.stringMatching(new RegExp(`^tableau ${board.id} : total `))]);
  });
});

describe('what is no sound backup', () => {
  const packed = readFileSync(file);
  const written = (content: Buffer | string): string => {
    const one = join(newFolder(), 'sauvegarde.db.gz');
    writeFileSync(one, content);
    return one;
  };
  /** From there on the first byte whose change shows: within a run of equal bytes some say the same in another way. */
  const flipped = (from: number): Buffer => {
    for (let at = from; ; at += 1) {
      const copy = Buffer.from(packed);
      copy[at] = (copy[at] ?? 0) ^ 0x10;
      try {
        if (gunzipSync(copy).equals(gunzipSync(packed))) continue;
      } catch {
        // Noticed: that is the one.
      }
      return copy;
    }
  };
  const damaged = /^La sauvegarde .* est endommagée : rien n'a été changé\.$/;
  const foreign = /^.*sauvegarde\.db\.gz n'est pas une sauvegarde d'OU LA LA\.$/;

  it.each([0.1, 0.5, 0.9, 0.999])('is refused with one bit turned at %d of it', async (part) => {
    await expectRefused(elsewhere(), written(flipped(Math.floor(packed.length * part))), damaged);
  });

  it.each([0.1, 0.5, 0.999])('is refused when only %d of it is there', async (part) => {
    await expectRefused(elsewhere(), written(packed.subarray(0, Math.floor(packed.length * part))), damaged);
  });

  it('is refused when a page of the database inside is damaged', async () => {
    const plain = gunzipSync(packed);
    plain.fill(0xff, plain.length - 4096 * 3);
    await expectRefused(elsewhere(), written(gzipSync(plain)), damaged);
  });

  it.each([
    ['an empty file', ''],
    ['some text', 'pas une sauvegarde, mais assez long pour être lu comme une base'.repeat(100)],
    ['packed text', gzipSync('pas une sauvegarde'.repeat(500))],
  ])('is refused when it is %s', async (_, content) => {
    await expectRefused(elsewhere(), written(content), foreign);
  });

  it('is refused when it is the database of another program', async () => {
    const into = await restoredElsewhere();
    tamper(into.dataDir, 'drop table kysely_migration');
    await expectRefused(elsewhere(), written(readFileSync(join(into.dataDir, 'ou-la-la.db'))), foreign);
  });

  it('is refused when a newer program made it, and names the file that was given', async () => {
    const into = await restoredElsewhere();
    tamper(into.dataDir, "insert into kysely_migration (name, timestamp) values ('9999-later', '2999-01-01')");
    const newer = written(gzipSync(readFileSync(join(into.dataDir, 'ou-la-la.db'))));
    await expectRefused(elsewhere(), newer, new RegExp(`^La base de données ${newer} vient d'une version plus récente`));
  });

  it('is refused when it is not there', async () => {
    await expectRefused(elsewhere(), join(root, 'nulle-part.db.gz'), /^Aucun fichier ne s'appelle .*nulle-part\.db\.gz\.$/);
  });
});
