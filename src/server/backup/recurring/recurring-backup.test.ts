/** Backups that a running server makes by itself: what it keeps, what it removes, and what it says when one fails. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkpoint, dump, spoil, tamper } from '../../../../tests/database-state.ts';
import { boardOf, log, startTestApp, type TestApp } from '../../../../tests/test-app.ts';
import { type Config, WrongSetting } from '../../config/config.ts';
import { buildApp } from '../../app.ts';
import { createDeps, start } from '../../start.ts';
import { check } from '../restore.ts';
import { findNewest } from './backup-folder.ts';

const hour = 60 * 60 * 1000;
const old = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => `ou-la-la-${day}T00-00-00-000Z.db.gz`);

interface Line {
  msg: string;
  kind?: string;
  code?: string;
}
const running: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

/** Starts a copy of the app, lets the backup that is due be made, and leaves it running. */
async function serve(testApp: Copied, config: Partial<Config> = {}) {
  const deps = await createDeps({ ...testApp.config, backupEvery: hour, ...config });
  const lines: Line[] = [];
  const write = (text: string) => {
    const line = JSON.parse(text) as Line;
    if (line.kind !== undefined) lines.push(line);
  };
  const app = await buildApp(deps, { level: 'warn', stream: { write } });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= app.close().then(() => deps.database.close()));
  running.push(stop);
  await app.ready();
  return { deps, lines, stop, made: () => deps.jobs.idle('back_up') };
}

const planted = await startTestApp();
const lea = await planted.signUp('Léa');
await log(lea, await boardOf(lea), 'breakfast');
// It makes no backups: within half a minute it would end the job of the server that does.
await planted.app.close();
checkpoint(planted.config.dataDir);

type Copied = Pick<TestApp, 'config'>;

/** A server's data of its own, with somebody who has played. */
function newApp(): Copied {
  const { dataDir } = planted.config;
  const copy = mkdtempSync(join(dataDir, 'copy-'));
  for (const name of ['ou-la-la.db', 'master.key']) copyFileSync(join(dataDir, name), join(copy, name));
  return { config: { ...planted.config, dataDir: copy, backupDir: join(copy, 'backups') } };
}

/** A folder that has some backups already. */
function withOld({ config: { backupDir } }: Copied): string {
  mkdirSync(backupDir);
  for (const name of old) writeFileSync(join(backupDir, name), '');
  return backupDir;
}

const job = ({ config: { dataDir } }: Copied) => dump(dataDir)['job']?.find(({ id }) => id === 'back_up');

describe('a server that is told to', () => {
  it('makes a sound backup, removes the oldest beyond the count, and comes back to it when its time has come', async () => {
    const testApp = newApp();
    const folder = withOld(testApp);
    const { made, deps, stop, lines } = await serve(testApp, { backupKeep: 2 });
    await made();
    const [kept, fresh = '', ...others] = readdirSync(folder).sort();
    expect([kept, others]).toEqual([old[2], []]);
    expect(await check(testApp.config, join(folder, fresh))).toEqual([]);
    expect((await findNewest(folder))?.madeAt.getTime()).toBeGreaterThan(Date.now() - hour);
    expect(Number(job(testApp)?.['due'])).toBeGreaterThan(Date.now() + hour / 2);
    expect([deps.tallies.backupFailures, lines]).toEqual([0, []]);
    await stop();

    const next = await serve(testApp, { backupKeep: 2 });
    await next.made();
    expect(readdirSync(folder)).toContain(fresh);
    expect(readdirSync(folder)).toContain(kept);
  });

  it('makes a backup up once that was missed while it was stopped', async () => {
    const testApp = newApp();
    const first = await serve(testApp);
    await first.made();
    await first.stop();
    tamper(testApp.config.dataDir, "update job set due = ? where id = 'back_up'", Date.now() - 100 * hour);
    const next = await serve(testApp);
    await next.made();
    expect(readdirSync(testApp.config.backupDir)).toHaveLength(2);
    expect(Number(job(testApp)?.['due'])).toBeGreaterThan(Date.now());
  });

  it('stopped meanwhile leaves nothing, has not failed, and begins again at its next start', async () => {
    const testApp = newApp();
    const { stop, deps, made } = await serve(testApp);
    await expect.poll(() => existsSync(testApp.config.backupDir) && readdirSync(testApp.config.backupDir)).toHaveLength(1);
    await stop();
    expect(readdirSync(testApp.config.backupDir)).toEqual([]);
    expect([deps.tallies.backupFailures, job(testApp)?.['last_failure']]).toEqual([0, null]);
    expect(Number(job(testApp)?.['due'])).toBeLessThanOrEqual(Date.now());
    await made();
  });

  it('removes what a run left that was killed', async () => {
    const testApp = newApp();
    const left = join(testApp.config.backupDir, '.sauvegarde-left');
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'ou-la-la-2026-01-01T00-00-00-000Z.db'), 'half of it');
    const { made } = await serve(testApp);
    await made();
    expect(readdirSync(testApp.config.backupDir)).toEqual([expect.stringMatching(/^ou-la-la-.*Z\.db\.gz$/)]);
  });

  it('no more ends what is left of it', async () => {
    const testApp = newApp();
    const before = await serve(testApp);
    await before.made();
    await before.stop();
    const after = await serve(testApp, { backupEvery: undefined });
    await after.made();
    expect(job(testApp)).toBeUndefined();
    expect(readdirSync(testApp.config.backupDir)).toHaveLength(1);
  });

  it('with PostgreSQL is refused in one sentence that names pg_dump', async () => {
    const { config } = newApp();
    const outcome = start({ ...config, backupEvery: hour, databaseUrl: 'postgres://jeu@db.example.org/jeu' });
    await expect(outcome).rejects.toBeInstanceOf(WrongSetting);
    await expect(outcome).rejects.toThrow(/^Le réglage BACKUP_EVERY ne va pas avec DATABASE_URL : retirez-le\. .*pg_dump /);
  });
});

describe('a backup that fails', () => {
  const failed = (code: string) => [expect.objectContaining({ msg: 'job not done yet', kind: 'back_up', code })];

  it('for its folder says so once, is counted, and is tried again soon', async () => {
    const testApp = newApp();
    const file = join(testApp.config.dataDir, 'a-file');
    writeFileSync(file, '');
    const { made, deps, lines } = await serve(testApp, { backupDir: file });
    await made();
    expect(lines).toEqual(failed('EEXIST'));
    expect(deps.tallies.backupFailures).toBe(1);
    expect(Number(job(testApp)?.['due'])).toBeLessThan(Date.now() + hour / 2);
  });

  it('for the database removes no older one and leaves no half file', async () => {
    const testApp = newApp();
    const folder = withOld(testApp);
    const { made, deps, lines } = await serve(testApp, { backupKeep: 4 });
    await made();
    const before = readdirSync(folder);
    await deps.database.eraseFromLog();
    spoil(testApp.config.dataDir, 'activity');
    tamper(testApp.config.dataDir, "update job set due = 0 where id = 'back_up'");
    deps.jobs.look('back_up');
    await made();
    expect(lines).toEqual(failed('SQLITE_CORRUPT'));
    expect(deps.tallies.backupFailures).toBe(1);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('in which the doctor finds something is kept apart, once, and removes no older one', async () => {
    const testApp = newApp();
    const folder = withOld(testApp);
    tamper(testApp.config.dataDir, 'update board set total_points = total_points + 1');
    for (const _turn of ['first', 'second']) {
      tamper(testApp.config.dataDir, "update job set due = 0 where id = 'back_up'");
      const { made, deps, lines, stop } = await serve(testApp, { backupKeep: 1 });
      await made();
      expect(lines).toEqual([expect.objectContaining({ kind: 'back_up', code: 'differences', found: 1 })]);
      expect(deps.tallies.backupFailures).toBe(1);
      await stop();
    }
    expect(readdirSync(folder).sort()).toEqual([...old, expect.stringMatching(/Z-avec-differences\.db\.gz$/)]);
    tamper(testApp.config.dataDir, 'update board set total_points = total_points - 1');
    tamper(testApp.config.dataDir, "update job set due = 0 where id = 'back_up'");
    const { made } = await serve(testApp, { backupKeep: 1 });
    await made();
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/\dZ\.db\.gz$/)]);
  });

  it('twice is no difference in the next one', async () => {
    const testApp = newApp();
    const first = await serve(testApp);
    await first.made();
    await first.stop();
    tamper(testApp.config.dataDir, "update job set due = 0, attempts = 3, last_failure = 'ENOSPC' where id = 'back_up'");
    const { made, lines } = await serve(testApp);
    await made();
    expect(lines).toEqual([]);
    expect(job(testApp)).toMatchObject({ attempts: 0, last_failure: null });
  });
});
