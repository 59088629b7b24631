/** R9: a backup taken under load, restored elsewhere, is consistent; one that is killed leaves no half file. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '../built-server.ts';
import { tamper } from '../database-state.ts';
import { makeBoard, Person } from '../people.ts';
import { counted, isBusy, lasted, tell } from '../figures.ts';
import { Load } from './load.ts';
import { smallFolder } from './small-disk.ts';
import { serve } from './served.ts';
import { doctor, integrityOf, run, sound, storedActivities } from './soundness.ts';

const backups = 3;
const kills = 5;
const logsPerSecond = 200;
const withinMs = 60_000;

const { server, signUp } = await serve();
const root = mkdtempSync(join(tmpdir(), 'ou-la-la-backups-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('backups under load are consistent and hold all that was acknowledged before; killed ones leave none', async (test) => {
  const [lea, max, zoe] = await signUp('Lea', 'Max', 'Zoe');
  const boards = [await makeBoard('Maison', [lea, max]), await makeBoard('Coloc', [max, zoe, lea])];
  const load = new Load({ boards, logsPerSecond, undone: 0.1 });
  load.start();
  await pause(2000);

  const folder = join(root, 'backups');
  const acknowledgedBefore: string[][] = [];
  const took: number[] = [];
  for (let backup = 0; backup < backups; backup += 1) {
    acknowledgedBefore.push([...load.sent.values()].filter(({ answered }) => answered).map(({ id }) => id));
    const start = performance.now();
    expect(await run('backup', [folder], server.dataDir).ended).toMatchObject({ code: 0 });
    took.push(performance.now() - start);
  }
  const made = readdirSync(folder).sort();
  for (let kill = 0; kill < kills; kill += 1) {
    const backup = run('backup', [folder], server.dataDir);
    await pause(Math.random() * (took[0] ?? 0));
    backup.kill();
    await backup.ended;
  }
  await load.finish();

  const files = readdirSync(folder).filter((name) => name.endsWith('.db.gz'));
  let [missing, activities] = [0, 0];
  const restored: number[] = [];
  for (const name of files) {
    const dataDir = join(root, `elsewhere-${restored.length}`);
    mkdirSync(dataDir);
    copyFileSync(join(server.dataDir, 'master.key'), join(dataDir, 'master.key'));
    const start = performance.now();
    expect(await run('restore', [join(folder, name)], dataDir).ended).toMatchObject({ code: 0 });
    restored.push(performance.now() - start);
    expect(await doctor(dataDir)).toEqual(sound);
    expect(integrityOf(dataDir)).toBe('ok');
    const stored = new Set(storedActivities(dataDir).map(({ id }) => id));
    missing += (acknowledgedBefore[made.indexOf(name)] ?? []).filter((id) => !stored.has(id)).length;
    activities = stored.size;
  }
  const longest = Math.max(...took) + Math.max(...restored);
  tell(
    test,
    'R9',
    `${made.length} backups at ${load.rate().toFixed(0)} logs/s, ${counted(activities)} activities in the last, ${missing} of those acknowledged before missing; ` +
      `${kills} killed: ${files.length - made.length} of them whole, no half one; backup and restoration within ${lasted(longest)}`,
    { met: longest <= withinMs },
  );
  expect(made).toHaveLength(backups);
  expect(load.faults).toEqual([]);
  expect(missing).toBe(0);
  if (!isBusy()) expect(longest).toBeLessThanOrEqual(withinMs);
});

it('a server that is killed while it backs itself up leaves no half backup, and makes it up at its next start', async (test) => {
  const backupDir = join(root, 'by-itself');
  const own = await startServer({ BACKUP_EVERY: '1', BACKUP_DIR: backupDir });
  const whole = () => (existsSync(backupDir) ? readdirSync(backupDir).filter((name) => /^ou-la-la-.*Z\.db\.gz$/.test(name)) : []);
  const makeDue = () => tamper(own.dataDir, "update job set due = 0 where id = 'back_up'");
  await expect.poll(whole).toHaveLength(1);
  const start = performance.now();
  await own.stop();
  makeDue();
  await own.restart();
  await expect.poll(whole).toHaveLength(2);
  const took = performance.now() - start;
  for (let kill = 0; kill < kills; kill += 1) {
    await own.stop();
    makeDue();
    await own.restart();
    await pause((kill / kills) * took);
    await own.stop('SIGKILL');
    const before = whole().length;
    makeDue();
    await own.restart();
    await expect.poll(() => whole().length).toBeGreaterThan(before);
    await expect.poll(() => readdirSync(backupDir).filter((name) => !whole().includes(name))).toEqual([]);
  }
  const made = whole();
  await own.stop('SIGKILL');
  for (const name of made) expect(await run('backup', ['--check', join(backupDir, name)], own.dataDir).ended).toMatchObject({ code: 0 });
  rmSync(own.dataDir, { recursive: true });
  tell(test, 'R9', `${kills} kills of a server that backs itself up: ${made.length} backups, all whole`);
  expect(made.length).toBeGreaterThan(kills);
});

it('a full disk for the backups is said once, leaves nothing there, and the game goes on', async () => {
  const backupDir = join(root, 'small');
  mkdirSync(backupDir);
  const small = await smallFolder(backupDir, '128k');
  if (small === undefined) throw new Error('a small disk needs root, or user namespaces that are permitted');
  const own = await startServer({ BACKUP_EVERY: '1', BACKUP_DIR: backupDir }, { under: small.under });
  await expect.poll(() => own.output()).toMatch(/"kind":"back_up","attempts":1,"code":"(SQLITE_FULL|ENOSPC)".*"msg":"job not done yet"/);
  expect(readdirSync(`/proc/${own.pid()}/root${backupDir}`)).toEqual([]);
  await makeBoard('Atelier', [await Person.signUp(own, 'Eva')]);
  expect(own.output().match(/back_up/g)).toHaveLength(1);
  await own.stop('SIGKILL');
  rmSync(own.dataDir, { recursive: true });
});
