/** A deletion is done at once for whoever reads, and erased in slices that keep nobody waiting (D7, S9, P12). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { boardOf, log, startTestApp, password, remove, rowsChanged } from '../../../tests/test-app.ts';
import type { Someone, TestApp, TestBoard } from '../../../tests/test-app.ts';
import { dump, holdForReading, looseEnds, queued, wrongCounters } from '../../../tests/database-state.ts';
import { fillEveryTable } from '../../../tests/every-table.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { logActivities } from '../activities/activities.ts';
import type { Database } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { examine } from '../doctor/doctor.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createTallies } from '../metrics/tallies.ts';
import { createEraser, rowsInSlice } from './erasures.ts';

const several = 3 * rowsInSlice + 50;

async function logOften(deps: Deps, person: Someone, board: TestBoard, count = several): Promise<void> {
  const one = () => ({ id: randomUUID(), boardId: board.id, actionId: board.breakfast });
  for (let logged = 0; logged < count; logged += 50) await logActivities(deps, person.id, Array.from({ length: 50 }, one));
}

const deletes = (person: Someone, board: { id: string }) => person.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
const tryLog = (person: Someone, board: TestBoard, id: string) =>
  person.tries('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body: { id, actionId: board.breakfast } });
const deletesAccount = (person: Someone) => person.does('POST /api/account/deletion', { body: { password } });

/** Tables in which a text is found. Requests have tests of their own. */
function rowsWith({ config }: TestApp, text: string): string[] {
  const { board_request: _, ...tables } = dump(config.dataDir);
  const has = (row: Record<string, unknown>) => Object.values(row).some((value) => String(value).includes(text));
  return Object.keys(tables).filter((table) => tables[table]?.some(has));
}

async function expectSound({ deps, config }: TestApp): Promise<void> {
  expect(await examine(deps)).toEqual([]);
  expect(wrongCounters(config.dataDir)).toEqual([]);
  expect(looseEnds(config.dataDir)).toEqual([]);
}

/** Another copy on the same database, which does nothing but erase. */
function openCopy(database: Database) {
  const eraser = createEraser(database);
  const copy = createJobs({ database, workers: { erase_board: eraser, erase_account: eraser }, tallies: createTallies() });
  const fails = (details: object) => expect(details).toBeUndefined();
  copy.start({ info: fails, warn: fails, error: fails });
  return copy;
}

/** Erases as another process would after this one crashed; every row that one of its units of work changes is counted. */
async function eraseAfterCrash({ deps }: TestApp): Promise<number[]> {
  const changes: number[] = [];
  const { unitOfWork } = deps.database;
  const next = openCopy({
    ...deps.database,
    unitOfWork: (work) =>
      unitOfWork(async (unit) => {
        const before = await rowsChanged(unit.db);
        const result = await work(unit);
        changes.push((await rowsChanged(unit.db)) - before);
        return result;
      }),
  });
  await next.idle('erase_board');
  await next.stop();
  return changes;
}

describe('a deleted board with much on it', () => {
  it('is gone for everybody at once, though the server crashes right after; the next start erases it, a slice at a time', async () => {
    const testApp = await startTestApp({ boundless: true });
    const { deps } = testApp;
    const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
    const [board, other] = [await boardOf(lea, [max, zoe]), await boardOf(max, [lea])];
    await logOften(deps, max, board);
    await log(zoe, board, 'dishes');
    await remove(lea, board, zoe);
    const { activity } = await log(max, board, 'breakfast');
    await log(max, other, 'breakfast');

    await deps.jobs.stop();
    const before = rowsIn(testApp);
    await deletes(lea, board);
    // What was logged is not looked through: one slice of it, and what is of the board itself.
    expect(before - rowsIn(testApp)).toBeLessThan(rowsInSlice + 30);

    expect(rowsWith(testApp, board.id)).toContain('activity');
    expect(dump(testApp.config.dataDir)['board_key']).toHaveLength(1);
    for (const [person, sums] of [
      [lea, { points: 0, boardsCount: 1, actionsCount: 0 }],
      [max, { points: 20, boardsCount: 1, actionsCount: 1 }],
      [zoe, { points: 0, boardsCount: 0, actionsCount: 0 }],
    ] as const) {
      expect((await person.does('GET /api/session')).user).toMatchObject(sums);
      for (const key of ['GET /api/boards', 'GET /api/actions', 'GET /api/activities'] as const)
        expect((await person.tries(key)).text).not.toContain(board.id);
      const { boards, activities } = await person.does('GET /api/account/export');
      expect(JSON.stringify([boards, activities])).not.toContain(board.id);
      for (const key of ['GET /api/boards/:boardId', 'GET /api/invitations/:invitation', 'GET /api/boards/:boardId/activities'] as const)
        expect(await person.tries(key, { params: { boardId: board.id, invitation: board.id } })).toMatchObject({ code: 'board_not_found' });
    }
    await max.does('PATCH /api/account', { body: { avatar: '⭐' } });
    // A log that is sent again finds no board either.
    expect((await tryLog(max, board, activity.id)).code).toBe('board_not_found');
    expect((await tryLog(max, other, activity.id)).code).toBe('activity_id_taken');
    await expectSound(testApp);

    const changes = await eraseAfterCrash(testApp);
    expect(changes.length).toBeGreaterThan(2);
    // And the claim.
    for (const rows of changes) expect(rows).toBeLessThanOrEqual(rowsInSlice + 1);
    expect(rowsWith(testApp, board.id)).toEqual([]);
    expect(queued(testApp.config.dataDir)).toEqual([]);
    await expectSound(testApp);
  });

  it('is erased by another copy within a minute where the one that deleted it was killed', async () => {
    const testApp = await startTestApp({ boundless: true });
    const [lea] = await testApp.signUpAll('Léa');
    const board = await boardOf(lea);
    await logOften(testApp.deps, lea, board);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const another = openCopy(testApp.deps.database);
    await another.idle('erase_board');
    await testApp.deps.jobs.stop();
    await deletes(lea, board);
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await another.idle('erase_board');
    expect(rowsWith(testApp, board.id)).toEqual([]);
    await another.stop();
    await expectSound(testApp);
  });

  it('lets others log between two slices', async () => {
    const testApp = await startTestApp({ boundless: true });
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const [board, other] = [await boardOf(lea), await boardOf(max)];
    await logOften(testApp.deps, lea, board);
    await testApp.deps.jobs.stop();
    await deletes(lea, board);
    const { database } = testApp.deps;
    const leftAfterLog: string[][] = [];
    // The eraser stands still after each slice until Max's log is answered: it would never be if the eraser kept the database to itself.
    const eraser = openCopy({
      ...database,
      unitOfWork: async (work) => {
        const result = await database.unitOfWork(work);
        await log(max, other, 'breakfast');
        leftAfterLog.push(rowsWith(testApp, board.id));
        return result;
      },
    });
    await eraser.idle('erase_board');
    await eraser.stop();
    expect(leftAfterLog.filter((tables) => tables.includes('activity')).length).toBeGreaterThan(1);
    expect(rowsWith(testApp, board.id)).toEqual([]);
    await expectSound(testApp);
  });
});

it('a deleted board leaves no row in any table, whatever was done on it', async () => {
  const { testApp, lea, board } = await fillEveryTable();
  expect(rowsWith(testApp, board.id).length).toBeGreaterThan(20);
  await deletes(lea, board);
  await eraseAfterCrash(testApp);
  // What devices were told goes a day after it was sent.
  expect(rowsWith(testApp, board.id)).toEqual(['push']);
  await expectSound(testApp);
});

// Where the log of changes is a file beside the database.
it.runIf(onSqlite)('another program that holds on to an earlier state keeps neither a stop waiting nor what is deleted next', async () => {
  const testApp = await startTestApp({ boundless: true });
  const { jobs } = testApp.deps;
  const [lea] = await testApp.signUpAll('Léa');
  const [first, second] = [await boardOf(lea), await boardOf(lea)];
  for (const board of [first, second]) await logOften(testApp.deps, lea, board);
  const letGo = holdForReading(testApp.config.dataDir);
  try {
    for (const board of [first, second]) {
      await deletes(lea, board);
      await jobs.idle('erase_board');
      expect(rowsWith(testApp, board.id)).toEqual([]);
    }
    await jobs.stop();
  } finally {
    letGo();
  }
});

it('a deleted account that did much on boards of others is seen nowhere at once, with every total as if it had never been; the rest is erased after it', async () => {
  const testApp = await startTestApp({ boundless: true });
  const { deps } = testApp;
  const [gone, max] = await testApp.signUpAll('Partante', 'Max');
  const [board, left] = [await boardOf(max, [gone]), await boardOf(max, [gone])];
  for (let count = 0; count < 40; count += 1) await log(max, board, 'breakfast');
  await logOften(deps, gone, board);
  await logOften(deps, gone, left, 50);
  await remove(gone, left, gone);
  const theirs = (await log(gone, board, 'dishes')).activity;
  const { activity } = await log(max, board, 'dishes');
  await max.does('PUT /api/boards/:boardId/administrator', { params: { boardId: board.id }, body: { userId: gone.id } });
  await gone.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId: activity.id } });
  await gone.does('PUT /api/boards/:boardId/administrator', { params: { boardId: board.id }, body: { userId: max.id } });

  await deps.jobs.stop();
  await deletesAccount(gone);
  expect(rowsWith(testApp, gone.id)).toContain('activity');

  const opened = await max.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
  expect(opened).toMatchObject({ board: { totalPoints: 800 }, members: [{ userId: max.id, score: 800 }] });
  expect(opened.activities.activities).toHaveLength(30);
  expect(opened.activities.activities[0]).toMatchObject({ id: activity.id, undone: { userId: null, username: 'Utilisateur supprimé' } });
  const feed = await max.does('GET /api/activities');
  expect(feed.activities).toHaveLength(30);
  const rest = await max.does('GET /api/activities', { query: { before: feed.next ?? '' } });
  expect(rest).toMatchObject({ next: null });
  expect(rest.activities).toHaveLength(11);
  const exported = await max.does('GET /api/account/export');
  for (const one of [opened, feed, rest, exported]) expect(JSON.stringify(one)).not.toContain(gone.id);
  expect((await max.does('GET /api/boards/:boardId', { params: { boardId: left.id } })).board.totalPoints).toBe(0);
  const params = { boardId: board.id, activityId: theirs.id };
  expect((await max.tries('POST /api/boards/:boardId/activities/:activityId/undo', { params })).code).toBe('activity_not_found');
  expect((await tryLog(max, board, theirs.id)).code).toBe('activity_id_taken');
  const next = await testApp.signUp(gone.name);
  expect((await next.does('GET /api/session')).user).toMatchObject({ points: 0, actionsCount: 0 });
  await expectSound(testApp);

  for (const rows of await eraseAfterCrash(testApp)) expect(rows).toBeLessThanOrEqual(rowsInSlice + 1);
  expect(rowsWith(testApp, gone.id)).toEqual([]);
  await expectSound(testApp);
});

function rowsIn({ config }: TestApp): number {
  return Object.values(dump(config.dataDir)).flat().length;
}
