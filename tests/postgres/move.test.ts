/** From the file of SQLite to PostgreSQL and back, by the command, which is killed on the way. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { usernameKey } from '#shared/account-rules';
import { buildApp } from '#server/app';
import { listBoards, makeBoard } from '#server/whole-boards/boards';
import type { Database } from '#server/database/database';
import { openDatabase } from '#server/database/open-database';
import { examine } from '#server/doctor/doctor';
import { createDeps } from '#server/start';
import { logActivities } from '#server/activities/activities';
import { newId } from '#server/ids/ids';
import { move } from '#server/moving/move';
import { tableKeys } from '#server/moving/moving-store';
import { builtProgram } from '../built-programs.ts';
import { dump, tamper } from '../database-state.ts';
import { fillEveryTable } from '../every-table.ts';
import { Someone, startTestApp } from '../test-app.ts';
import { emptyDatabaseFor, inServer, run, testServer, urlOf } from './test-databases.ts';

const server = testServer ?? '';
const name = `move_${process.pid}`;
const url = inServer(server, name);
const [home, back] = [mkdtempSync(join(tmpdir(), 'ou-la-la-home-')), mkdtempSync(join(tmpdir(), 'ou-la-la-back-'))];
const held = createHash('sha256').update('a board that is no more').digest('base64url');
const masterKey = 'c0ffee00'.repeat(8);
const testApp = await startTestApp();
const onFile = (dataDir: string) => ({ ...testApp.config, dataDir, databaseUrl: undefined, masterKey });
afterAll(async () => {
  await run(server, `drop database if exists ${name} with (force)`);
  for (const folder of [home, back]) rmSync(folder, { recursive: true, force: true });
});

function command(from: string, to: string): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
  const args = [builtProgram('move-database'), '--from', from, '--to', to];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DATA_DIR: home, MASTER_KEY: masterKey, NODE_NO_WARNINGS: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code === null ? null : Number(code), output })) };
}
const file = (dataDir: string) => join(dataDir, 'ou-la-la.db');

async function fill(): Promise<{ userId: string; activities: number }> {
  const deps = await createDeps(onFile(home));
  const userId = newId();
  await deps.database.unitOfWork(async ({ db }) => {
    const now = Date.now();
    const names = { username: 'Léa', username_key: usernameKey('Léa'), username_skeleton: null, email: 'lea@example.org', avatar: '🦄' };
    await db
      .insertInto('user')
      .values({ id: userId, ...names, created_at: now, updated_at: now })
      .execute();
    await db.insertInto('deleted_board').values({ id_hash: held }).execute();
  });
  const actions = [{ title: 'Petit-déj au lit', points: 20, category: 'positive', emoji: '🥐' }] as const;
  const { board } = await makeBoard(deps, userId, { title: 'Maison', theme: 'pink', icon: '👑', actions: [...actions], invited: [] });
  const action = await deps.database.read.selectFrom('board_action').select('id').executeTakeFirstOrThrow();
  const activities = 2500;
  for (let done = 0; done < activities; done += 50) {
    const some = Array.from({ length: 50 }, () => ({ id: newId(), boardId: board.id, actionId: action.id }));
    await logActivities(deps, userId, some);
  }
  await deps.jobs.stop();
  await deps.database.close();
  return { userId, activities };
}

/** Whatever order the rows were written in. */
function content(dataDir: string): Record<string, string[]> {
  const tables = Object.entries(dump(dataDir)).filter(([table]) => table in tableKeys);
  return Object.fromEntries(
    tables.map(([table, rows]) => {
      const columns = Object.keys(rows[0] ?? {}).toSorted();
      return [table, rows.map((row) => JSON.stringify(columns.map((column) => [column, row[column]]))).toSorted()];
    }),
  );
}

it('every row of every table is the same in SQLite, and again in PostgreSQL', async () => {
  const { testApp: filled } = await fillEveryTable();
  const [inFile, again] = [mkdtempSync(join(tmpdir(), 'ou-la-la-file-')), mkdtempSync(join(tmpdir(), 'ou-la-la-again-'))];
  const before = content(filled.config.dataDir);
  const targets = [
    { dataDir: inFile, database: openDatabase({ dataDir: inFile }) },
    { dataDir: again, database: openDatabase({ dataDir: again, databaseUrl: await emptyDatabaseFor(server, again) }) },
  ];
  let from: Database = filled.deps.database;
  for (const { dataDir, database } of targets) {
    await database.migrate();
    await move(from, database);
    expect(content(dataDir)).toEqual(before);
    from = database;
  }
  for (const { dataDir, database } of targets) {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

it('an old database with devices, pushes and nudges is the same in PostgreSQL, and its people find what is theirs', async () => {
  const [inFile, moved] = [mkdtempSync(join(tmpdir(), 'ou-la-la-old-')), mkdtempSync(join(tmpdir(), 'ou-la-la-moved-'))];
  const old = join(import.meta.dirname, '../old-databases');
  writeFileSync(file(inFile), gunzipSync(readFileSync(join(old, '0027.db.gz'))));
  const config = { ...onFile(inFile), masterKey: 'decafbad'.repeat(8) };
  // So lately renewed that none is renewed again.
  tamper(inFile, 'update session set expires_at = ?', Date.now() + 29.9 * 24 * 60 * 60 * 1000);
  const before = await createDeps(config);
  const target = openDatabase({ dataDir: moved, databaseUrl: await emptyDatabaseFor(server, moved) });
  await target.migrate();
  await move(before.database, target);
  await target.close();
  const rows = content(inFile);
  for (const table of ['push_device', 'push', 'notification_choice', 'told_board', 'nudge', 'recap_mail', 'job'])
    expect(rows[table], table).not.toEqual([]);
  expect(content(moved)).toEqual(rows);

  const after = await createDeps({ ...config, dataDir: moved, databaseUrl: urlOf(moved) });
  expect(await examine(after)).toEqual([]);
  const { people }: { people: Record<string, { cookie: string; notifications: object; boards: object[] }> } = JSON.parse(
    readFileSync(join(old, '0027.json'), 'utf8'),
  );
  const app = await buildApp(after);
  for (const { cookie, notifications, boards } of Object.values(people)) {
    const person = Object.assign(new Someone({ ...testApp, app, deps: after }, 'revenant'), { cookie });
    expect(await person.does('GET /api/notifications')).toMatchObject(notifications);
    const now = await person.does('GET /api/boards');
    expect(now.boards).toMatchObject(boards);
  }
  await app.close();
  for (const { database } of [before, after]) await database.close();
  for (const folder of [inFile, moved]) rmSync(folder, { recursive: true, force: true });
});

describe('npm run move-database', () => {
  it('brings everything to PostgreSQL, though it is killed, and everything back', async () => {
    const { userId, activities } = await fill();
    await run(server, `create database ${name}`);

    // Killed while it waits for a row that somebody else is writing: so it is half-way for sure.
    const target = openDatabase({ dataDir: home, databaseUrl: url });
    await target.migrate();
    await target.close();
    const holder = new pg.Client({ connectionString: url });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query(`begin; insert into deleted_board (id_hash) values ('${held}')`);
    const first = command(file(home), url);
    await expect.poll(async () => (await run(url, 'select count(*)::int as count from activity')).rows[0]?.count).toBe(activities);
    first.child.kill('SIGKILL');
    await first.ended;
    await holder.end();
    await expect(createDeps({ ...onFile(home), databaseUrl: url })).rejects.toThrow(/n'est déménagée qu'à moitié/);

    const second = await command(file(home), url).ended;
    expect(second).toEqual({ code: 0, output: expect.stringContaining('100 %') });
    expect(second.output.match(/Tout est juste/g)).toHaveLength(2);
    expect((await run(url, 'select count(*)::int as count from activity')).rows[0]?.count).toBe(activities);

    expect((await command(url, file(back)).ended).code).toBe(0);
    const [before, after] = [await createDeps(onFile(home)), await createDeps(onFile(back))];
    expect(await listBoards(after, userId)).toEqual(await listBoards(before, userId));
    const all = (deps: typeof before) => deps.database.read.selectFrom('activity').selectAll().orderBy('id').execute();
    expect(await all(after)).toEqual(await all(before));
    for (const deps of [before, after]) await deps.database.close();
  });

  it('refuses a target with data of other people', async () => {
    const { code, output } = await command(file(home), url).ended;
    expect([code, output]).toEqual([1, expect.stringContaining("La base où déménager n'est pas vide")]);
  });

  it('refuses a file that a server has open, as source and as target', async () => {
    const deps = await createDeps(onFile(home));
    for (const [from, to] of [
      [file(home), url],
      [url, file(home)],
    ] as const) {
      const { code, output } = await command(from, to).ended;
      expect([code, output]).toEqual([1, expect.stringContaining("arrêtez d'abord le serveur")]);
    }
    await deps.database.close();
  });

  it('refuses what is no database, or one and the same, and says how it is called', async () => {
    for (const [from, to] of [
      ['ailleurs.txt', url],
      [url, url],
    ] as const)
      expect((await command(from, to).ended).output).toMatch(/^Usage : npm run move-database/);
  });
});
