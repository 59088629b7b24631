/** The days of a board in another time zone: made anew beside everybody else. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readAchievements } from '#server/achievements/achievements';
import { logActivities } from '#server/activities/activities';
import { undoActivity } from '#server/activities/undo';
import type { Deps } from '#server/deps';
import { examine } from '#server/doctor/doctor';
import { boardOf, log, password, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { watching } from '../../../tests/watched-queries.ts';
import { changeSettings } from './boards.ts';

const testApp = await startTestApp({ hasty: true });
const { deps } = testApp;
const { database } = deps;
const day = 24 * 60 * 60 * 1000;
// Half past eleven in the evening, in Paris; in Lisbon an hour earlier.
const late = Date.parse('2026-11-04T22:30:00Z');

async function logAt(person: Someone, board: TestBoard, at: number): Promise<string> {
  const id = randomUUID();
  await logActivities(deps, person.id, [{ id, boardId: board.id, actionId: board.breakfast }], at);
  return id;
}

const change = (person: Someone, board: TestBoard, timeZone: string) =>
  person.tries('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone } });

const streaks = async (person: Someone) =>
  (await readAchievements(deps, person.id)).filter(({ id, unlockedAt }) => id === 'three-days' && unlockedAt !== null).length;

it('the time zone of a board changes five times an hour, and then no more, in French', async () => {
  const [lea, max] = await testApp.signUpAll('Léa', 'Max');
  const board = await boardOf(lea, [max]);
  const zones = ['Europe/Lisbon', 'Asia/Tokyo', 'UTC', 'Asia/Kathmandu', 'Europe/Paris'];
  for (const zone of zones) {
    expect(await change(max, board, zone)).toMatchObject({ code: 'administrator_only' });
    // What it is already changes nothing.
    for (let times = 0; times < 2; times += 1) expect(await change(lea, board, zone)).toMatchObject({ status: 200 });
  }
  const refused = await change(lea, board, 'Asia/Tokyo');
  expect(refused).toMatchObject({
    status: 429,
    code: 'time_zone_changed_too_often',
    message: 'Le fuseau horaire a déjà changé cinq fois en une heure. Réessayez plus tard.',
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
  const renamed = await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { title: 'Ailleurs' } });
  expect(renamed.board).toMatchObject({ title: 'AILLEURS', timeZone: 'Europe/Paris' });
  expect(await change(lea, await boardOf(lea), 'Asia/Tokyo')).toMatchObject({ status: 200 });
});

it('others log and undo while the days are added up, and it all counts on the days there', async () => {
  const [lea, max, zoe, ada] = await testApp.signUpAll('Lou', 'Marc', 'Zoé', 'Ada');
  const board = await boardOf(lea, [max, zoe, ada]);
  const before = await logAt(max, board, late);
  for (const person of [lea, zoe, ada]) await logAt(person, board, late - day);
  const unitOfWork: Deps['database']['unitOfWork'] = async (work, options) => {
    // The sums are there, and not written yet.
    await undoActivity(deps, { actorId: lea.id, boardId: board.id, activityId: before }, late);
    await logAt(max, board, late + day);
    const undone = await logAt(lea, board, late);
    await undoActivity(deps, { actorId: lea.id, boardId: board.id, activityId: undone }, late);
    await remove(lea, board, zoe);
    await ada.does('POST /api/account/deletion', { body: { password, handOvers: [] } });
    await deps.jobs.idle('erase_board');
    return await database.unitOfWork(work, options);
  };
  await changeSettings(
    { ...deps, database: { ...database, unitOfWork } },
    { userId: lea.id, boardId: board.id },
    { timeZone: 'Asia/Tokyo' },
  );
  expect(await examine(deps)).toEqual([]);
});

it('the unit of work that writes them reads no activity but those since, and writes only days that have changed', async () => {
  const sam = await testApp.signUp('Sam');
  const board = await boardOf(sam);
  for (let days = 0; days < 30; days += 1) await logAt(sam, board, late - 12 * 60 * 60 * 1000 - days * day);
  await logAt(sam, board, late + day);
  const watched = watching(deps);
  await changeSettings({ ...deps, database: watched.database }, { userId: sam.id, boardId: board.id }, { timeZone: 'Asia/Kathmandu' });
  const about = (pattern: RegExp) => watched.asked.filter(({ sql }) => pattern.test(sql));
  expect(about(/from "activity"/).reduce((sum, { rows }) => sum + rows, 0)).toBe(0);
  // The one that was late in Paris.
  expect(about(/^insert into "member_day"/).map(({ sql }) => sql.split('), (').length)).toEqual([1]);
  expect(await examine(deps)).toEqual([]);
});

it('a streak of this board that its days would not earn any more stays for good; one of another board is undone as ever', async () => {
  const [eva, ivo] = await testApp.signUpAll('Eva', 'Ivo');
  const [board, other] = [await boardOf(eva, [ivo]), await boardOf(ivo)];
  // Three days in Paris, of which two are one in Kathmandu.
  const here = [late, late + 2 * 60 * 60 * 1000, late + day + 2 * 60 * 60 * 1000];
  const made: string[] = [];
  for (const at of here) made.push(await logAt(eva, board, at));
  await logAt(ivo, board, late);
  const there: string[] = [];
  for (let days = 0; days < 3; days += 1) there.push(await logAt(ivo, other, late + days * day));
  await change(eva, board, 'Asia/Kathmandu');
  expect([await streaks(eva), await streaks(ivo)]).toEqual([1, 1]);
  await undoActivity(deps, { actorId: eva.id, boardId: board.id, activityId: made[2] ?? '' }, late);
  await undoActivity(deps, { actorId: ivo.id, boardId: other.id, activityId: there[2] ?? '' }, late);
  expect([await streaks(eva), await streaks(ivo)]).toEqual([1, 0]);
  expect(await examine(deps)).toEqual([]);
});

it('a log while the days are added up waits for nothing', async () => {
  const nora = await testApp.signUp('Nora');
  const board = await boardOf(nora);
  await log(nora, board, 'breakfast');
  let logged = 0;
  const longSnapshot: Deps['database']['longSnapshot'] = (reading) =>
    database.longSnapshot(async function* (db) {
      for await (const one of reading(db)) {
        logged = (await log(nora, board, 'dishes')).revision;
        yield one;
      }
    });
  const saved = await changeSettings(
    { ...deps, database: { ...database, longSnapshot } },
    { userId: nora.id, boardId: board.id },
    { timeZone: 'Asia/Tokyo' },
  );
  expect(saved.revision).toBe(logged + 1);
  expect(await examine(deps)).toEqual([]);
});
