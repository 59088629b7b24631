/** What achievements cost. A log: nothing, save on the first one of somebody's day and where something is unlocked. Reading them: boards, not days. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { achievementsOf } from '#shared/achievement-rules';
import { dayIn, daysAfter } from '#shared/calendar';
import { logActivities } from '#server/activities/activities';
import { undoActivity } from '#server/activities/undo';
import { saveDays, withStreaks } from '#server/leaderboard/member-day-store';
import { planOf } from '../../../tests/database-state.ts';
import { boardOf, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { watching } from '../../../tests/watched-queries.ts';
import { readAchievements } from './achievements.ts';
import { unlockByCompany } from './unlocking.ts';

const { deps, config, signUp } = await startTestApp({ boundless: true, hasty: true });
const lea = await signUp('Léa');
const noon = Date.parse('2026-11-04T11:00:00Z');
const day = 24 * 60 * 60 * 1000;
const breakfastOn = (board: TestBoard) => ({ id: randomUUID(), boardId: board.id, actionId: board.breakfast });

it('a log that unlocks nothing asks nothing, and the first of a day for the days beside it, or the last one before a pause', async () => {
  const board = await boardOf(lea);
  await watched(board, noon);
  const [second, tomorrow, later] = [await watched(board, noon), await watched(board, noon + day), await watched(board, noon + 4 * day)];
  // The one that a log begins with also says whether the person has echoed somebody.
  const about = ([, ...others]: readonly string[]) => others.filter((sql) => /"achievement"|from "member_day"/.test(sql));
  expect(about(second)).toEqual([]);
  // The day begins with the streak of the one before, and none comes after it.
  expect(tomorrow).toHaveLength(second.length + 2);
  expect(later).toHaveLength(second.length + 3);
  for (const sql of about(later))
    for (const step of planOf(config.dataDir, sql))
      expect(step).toMatch(/^((CORRELATED )?SCALAR SUBQUERY|SEARCH (member_day|last|beside|user) USING (COVERING )?INDEX )/);
});

it('reading them costs as much after ten years as after a few weeks', async () => {
  const read = async (count: number) => {
    const { someone } = await playedFor(count, 3);
    const { database, asked } = watching(deps);
    const now = noon;
    const streak = (await readAchievements({ ...deps, database }, someone.id, now)).find(({ id }) => id === 'hundred-days');
    expect(streak?.progress).toBe(Math.min(count, 100));
    const ofDays = asked.filter(({ sql }) => sql.includes('"member_day"'));
    for (const { sql } of ofDays)
      for (const step of planOf(config.dataDir, sql).filter((one) => one.includes('member_day')))
        expect(step).toMatch(/^SEARCH member_day USING INDEX member_day_user \(user_id=\? AND board_id=\? AND day>\?/);
    return ofDays.reduce((sum, one) => sum + one.rows, 0);
  };
  // The last days of three boards are all that is read.
  expect(await read(3650)).toBe(await read(200));
  expect(await read(3650)).toBeLessThanOrEqual(3 * 4);
});

it('an undo that empties a day looks at the days around it, and at all others only when a streak went with it', async () => {
  const { someone, board } = await playedFor(1500, 2);
  const daysAsked = async (at: number) => {
    const [logged] = await logActivities(deps, someone.id, [breakfastOn(board)], at);
    const { database, asked } = watching(deps);
    await undoActivity({ ...deps, database }, { actorId: someone.id, boardId: board.id, activityId: logged?.activity.id ?? '' }, at);
    return asked.filter(({ sql }) => sql.includes('from "member_day"'));
  };
  const hundred = async () =>
    (await readAchievements(deps, someone.id, noon)).some(({ id, unlockedAt }) => id === 'hundred-days' && unlockedAt !== null);
  // The day after the last one makes the streak longer, and no other one.
  expect((await daysAsked(noon + day)).map(({ rows }) => rows)).toEqual([0, 101, 0]);
  expect(await hundred()).toBe(true);
  // Far from all others, in a streak of one day: a pause goes with it.
  const asked = await daysAsked(noon + 60 * day);
  for (const { sql, rows } of asked) {
    expect(rows).toBeLessThanOrEqual(500);
    for (const step of planOf(config.dataDir, sql)) expect(step).toMatch(/^SEARCH (member_day USING INDEX |board)/);
  }
  expect(asked.reduce((sum, { rows }) => sum + rows, 0)).toBe(101 + 2 * 1500);
});

it('a log from exactly 0 looks at no activity that was undone, and its undo at no other one', async () => {
  const someone = await signUp('Zéro');
  const board = await boardOf(someone);
  const { database, asked } = watching(deps);
  const own = { ...deps, database };
  for (let time = 0; time < 2; time += 1) {
    const [logged] = await logActivities(own, someone.id, [breakfastOn(board)], noon);
    await undoActivity(own, { actorId: someone.id, boardId: board.id, activityId: logged?.activity.id ?? '' }, noon);
  }
  const before = asked.filter(({ sql }) => /from "activity" where .*"board_revision" </.test(sql));
  expect(before.length).toBe(2);
  for (const { sql } of before)
    expect(planOf(config.dataDir, sql)).toEqual([
      'SEARCH activity USING INDEX activity_counted (user_id=? AND board_id=? AND logged_at<?)',
    ]);
});

it('a log looks for an echo among the newest activities of its board alone, and its company there', async () => {
  const board = await boardOf(lea, [await signUp('Compagnie')]);
  const { database, asked } = watching(deps);
  await logActivities({ ...deps, database }, lea.id, [breakfastOn(board)], noon);
  const [loggable, ...others] = asked.filter(({ sql }) => sql.includes('"echoed_at"'));
  expect(others).toEqual([]);
  const steps = planOf(config.dataDir, loggable?.sql ?? '').filter((step) => /\b(achievement|recent|other)\b/.test(step));
  expect(steps).toEqual([
    expect.stringMatching(/^SEARCH other USING INDEX \S+ \(board_id=\?\)$/),
    expect.stringMatching(/^SEARCH achievement USING .*INDEX \S+ \(user_id=\? AND achievement_id=\?\)$/),
    expect.stringMatching(/^SEARCH achievement USING .*INDEX \S+ \(user_id=\? AND achievement_id=\?\)$/),
    expect.stringMatching(/recent/),
    'SEARCH recent USING INDEX activity_feed (board_id=? AND logged_at>?)',
    expect.stringMatching(/recent/),
  ]);
});

it('a new member whose company unlocks something for all asks as much on a board of many as of few', async () => {
  const statements = async (names: readonly string[]) => {
    const board = await boardOf(lea, await Promise.all(names.map((name) => signUp(name))));
    const { database, asked } = watching(deps);
    const goal = Math.max(...achievementsOf('company').map((one) => one.goal));
    // As if Léa did not have it from another board.
    await database.unitOfWork(({ db }) => db.deleteFrom('achievement').where('user_id', '=', lea.id).execute());
    asked.length = 0;
    await database.unitOfWork((work) => unlockByCompany(work, { boardId: board.id, revision: 1 }, goal));
    expect(asked.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThanOrEqual(names.length + 1);
    return asked.map(({ sql }) => sql);
  };
  expect(await statements(['Un', 'Deux', 'Trois'])).toEqual(await statements(['Quatre']));
});

/** Somebody who logged something on each of so many days, today the last of them, on several boards. */
async function playedFor(count: number, boards: number) {
  const someone = await signUp(`Joueur-${randomUUID().slice(0, 8)}`);
  let board = await boardOf(someone);
  for (let made = 1; made < boards; made += 1) {
    await plantDays(someone, board, count);
    board = await boardOf(someone);
  }
  await plantDays(someone, board, count);
  return { someone, board };
}

/** As if each day but the last had been logged once; the last one is. */
async function plantDays(someone: Someone, board: TestBoard, count: number): Promise<void> {
  const days = Array.from({ length: count - 1 }, (_, index) => daysAfter(dayIn('Europe/Paris', noon), -index - 1));
  await deps.database.unitOfWork(({ db }) =>
    saveDays(db, withStreaks(days.map((one) => ({ board_id: board.id, day: one, user_id: someone.id, gained: 20, lost: 0, actions: 1 })))),
  );
  await logActivities(deps, someone.id, [breakfastOn(board)], noon);
}

/** The statements of one log. */
async function watched(board: TestBoard, now: number): Promise<string[]> {
  const { database, asked } = watching(deps);
  await logActivities({ ...deps, database }, lea.id, [breakfastOn(board)], now);
  return asked.map(({ sql }) => sql);
}
