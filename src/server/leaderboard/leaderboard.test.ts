/** The scores of a period, as members read them. Logs are made at chosen instants: the server's clock is the only one that counts. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayIn } from '#shared/calendar';
import type { Period } from '#shared/scores';
import { logActivities } from '#server/activities/activities';
import { undoActivity } from '#server/activities/undo';
import { examine } from '#server/doctor/doctor';
import {
  accept,
  boardOf,
  json,
  log,
  password,
  payloadOf,
  remove,
  startTestApp,
  type Someone,
  type TestBoard,
} from '../../../tests/test-app.ts';
import { ask, planOf, tamper, wrongCounters } from '../../../tests/database-state.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { readScores } from './leaderboard.ts';
import type { MemberDay } from './member-day-store.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const { deps } = testApp;
const { dataDir } = testApp.config;
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const at = (text: string) => Date.parse(text);
// A Wednesday, at noon in Paris.
const now = at('2026-11-25T11:00:00Z');

let board: TestBoard;
beforeEach(async () => {
  board = await boardOf(lea, [max]);
});

async function logAt(person: Someone, what: 'breakfast' | 'dishes', instant: string | number): Promise<string> {
  const id = randomUUID();
  const time = typeof instant === 'number' ? instant : at(instant);
  await logActivities(deps, person.id, [{ id, boardId: board.id, actionId: board[what] }], time);
  return id;
}

const undo = (actor: Someone, activityId: string) => undoActivity(deps, { actorId: actor.id, boardId: board.id, activityId }, now);
const scoresAt = (period: Period, time = now, person = lea) => readScores(deps, { userId: person.id, boardId: board.id }, period, time);

/** 'Léa 20 | Max −15', in the order of the ranking. */
async function ranking(period: Period, time = now): Promise<string> {
  const { members } = await scoresAt(period, time);
  return members.map(({ username, score }) => `${username} ${score}`).join(' | ');
}

describe('the scores of a period', () => {
  it('are those of the week from Monday, of the month, and of always', async () => {
    await logAt(lea, 'breakfast', '2026-10-31T12:00:00Z');
    await logAt(lea, 'breakfast', '2026-11-22T22:59:59Z');
    await logAt(max, 'dishes', '2026-11-22T23:00:00Z');
    await logAt(max, 'breakfast', '2026-11-25T10:00:00Z');
    await logAt(max, 'breakfast', '2026-11-25T10:00:01Z');
    const week = await scoresAt('week');
    expect(week).toMatchObject({
      period: 'week',
      today: '2026-11-25',
      stretches: ['2026-11-23', '2026-11-24', '2026-11-25'],
      members: [
        { username: 'Max', rank: 1, score: 25, gained: 40, lost: 15, actions: 3, points: [-15, 0, 40] },
        { username: 'Léa', rank: 2, score: 0, gained: 0, lost: 0, actions: 0, points: [0, 0, 0] },
      ],
      biggestDay: { day: '2026-11-25', points: 40 },
    });
    expect(week.favourites).toMatchObject([
      { actionId: board.breakfast, title: 'Petit-déj au lit', points: 20, times: 2 },
      { actionId: board.dishes, title: 'Vaisselle oubliée', points: -15, times: 1 },
    ]);
    expect(await ranking('month')).toBe('Max 25 | Léa 20');
    const all = await scoresAt('all');
    expect(all.members.map(({ username, score, rank }) => [username, score, rank])).toEqual([
      ['Léa', 40, 1],
      ['Max', 25, 2],
    ]);
    expect(all.stretches).toHaveLength(26);
    expect(all.members[0]?.points.reduce((sum, points) => sum + points, 0)).toBe(40);
  });

  it('of a board on which nobody logged say so without any sum; equal ones share a rank', async () => {
    for (const period of ['week', 'month', 'all'] as const) {
      const { members, favourites, biggestDay } = await scoresAt(period);
      expect(members.map(({ score, rank, streak }) => [score, rank, streak])).toEqual([
        [0, 1, 0],
        [0, 1, 0],
      ]);
      expect({ favourites, biggestDay }).toEqual({ favourites: [], biggestDay: null });
    }
    for (const person of [lea, max]) await logAt(person, 'breakfast', now);
    expect((await scoresAt('week')).members.map(({ score, rank }) => [score, rank])).toEqual([
      [20, 1],
      [20, 1],
    ]);
  });

  it('of always begin with the first day that still counts', async () => {
    const first = await logAt(lea, 'breakfast', '2026-11-02T12:00:00Z');
    await logAt(max, 'breakfast', '2026-11-24T12:00:00Z');
    expect((await scoresAt('all')).stretches[0]).toBe('2026-11-02');
    await undo(lea, first);
    expect((await scoresAt('all')).stretches).toEqual(['2026-11-24', '2026-11-25']);
  });

  it('begin anew on Monday at midnight of the board, to the second', async () => {
    await logAt(lea, 'breakfast', '2026-11-29T12:00:00Z');
    expect(await ranking('week', at('2026-11-29T22:59:59.999Z'))).toBe('Léa 20 | Max 0');
    expect(await ranking('week', at('2026-11-29T23:00:00Z'))).toBe('Léa 0 | Max 0');
    expect(await ranking('month', at('2026-11-30T22:59:59.999Z'))).toBe('Léa 20 | Max 0');
    expect(await ranking('month', at('2026-11-30T23:00:00Z'))).toBe('Léa 0 | Max 0');
  });

  it('have a day of 23 hours and one of 25 as one day each', async () => {
    for (const hours of ['2026-03-28T23:00:00Z', '2026-03-29T01:00:00Z', '2026-03-29T21:59:59Z']) await logAt(lea, 'breakfast', hours);
    expect((await scoresAt('week', at('2026-03-29T21:59:59Z'))).members[0]?.points).toEqual([0, 0, 0, 0, 0, 0, 60]);
    expect(await ranking('week', at('2026-03-29T22:00:00Z'))).toBe('Léa 0 | Max 0');
    for (const hours of ['2026-10-24T22:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T22:59:59Z'])
      await logAt(max, 'breakfast', hours);
    expect((await scoresAt('week', at('2026-10-25T22:59:59Z'))).members[0]?.points).toEqual([0, 0, 0, 0, 0, 0, 80]);
    expect(await ranking('week', at('2026-10-25T23:00:00Z'))).toBe('Léa 0 | Max 0');
  });

  it('leave out who left the board, and have them again once they are back', async () => {
    await logAt(max, 'breakfast', now);
    await remove(lea, board, max);
    expect(await ranking('week')).toBe('Léa 0');
    expect((await scoresAt('week')).biggestDay).toBeNull();
    const body = { type: 'invitation', username: max.name } as const;
    await lea.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body });
    await accept(max, board.id);
    expect(await ranking('week')).toBe('Max 20 | Léa 0');
  });

  it('never show the actions of an account that is deleted, erased or not', async () => {
    const gone = await testApp.signUp(`Parti${randomUUID().slice(0, 6)}`);
    board = await boardOf(lea, [gone]);
    await logAt(gone, 'breakfast', now);
    await gone.does('POST /api/account/deletion', { body: { password } });
    const { members, favourites } = await scoresAt('week');
    expect(members.map(({ username }) => username)).toEqual(['Léa']);
    expect(favourites).toEqual([]);
    await deps.jobs.idle('erase_board');
    expect(daysOf(board)).toEqual([]);
    expect(await examine(deps)).toEqual([]);
  });

  it('know the clock of the server alone: a log says nothing of when it was', async () => {
    const params = { boardId: board.id };
    const tomorrow = Date.now() + 24 * 60 * 60 * 1000;
    const body = { id: randomUUID(), actionId: board.breakfast };
    const url = `/api/boards/${board.id}/activities`;
    const dated = await lea.sends({ method: 'POST', url, ...payloadOf({ ...body, loggedAt: tomorrow }) });
    expect(dated).toMatchObject({ status: 400, code: 'invalid_input' });
    // What a browser says of its own clock changes nothing either.
    const headers = { ...json, date: new Date(tomorrow).toUTCString() };
    const sent = await lea.sends<'POST /api/boards/:boardId/activities'>({ method: 'POST', url, ...payloadOf(body), headers });
    const { stretches } = await lea.does('GET /api/boards/:boardId/scores', { params, query: { period: 'all' } });
    expect(stretches[0]).toBe(dayIn('Europe/Paris', sent.body.activity.loggedAt));
    expect(sent.body.activity.loggedAt).toBeLessThanOrEqual(Date.now());
  });

  it('come over the API as of now, for no period that is none', async () => {
    await log(max, board, 'breakfast');
    const url = `/api/boards/${board.id}/scores`;
    expect(await lea.sends({ method: 'GET', url: `${url}?period=year` })).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await lea.sends({ method: 'GET', url })).toMatchObject({ status: 400 });
    const read = await lea.does('GET /api/boards/:boardId/scores', { params: { boardId: board.id }, query: { period: 'all' } });
    expect(read.members.map(({ username, score, streak }) => [username, score, streak])).toEqual([
      ['Max', 20, 1],
      ['Léa', 0, 0],
    ]);
  });
});

describe('undoing', () => {
  it('an activity of last week changes last week, and not this one', async () => {
    const id = await logAt(max, 'breakfast', '2026-11-20T12:00:00Z');
    await logAt(max, 'dishes', '2026-11-24T12:00:00Z');
    await undo(lea, id);
    expect(await ranking('week')).toBe('Léa 0 | Max -15');
    expect(await ranking('week', at('2026-11-22T12:00:00Z'))).toBe('Léa 0 | Max -15');
    expect(await ranking('month')).toBe('Léa 0 | Max -15');
    expect(daysOf(board)).toEqual(['2026-11-20 +0 -0 (0)', '2026-11-24 +0 -15 (1)']);
    expect(await examine(deps)).toEqual([]);
  });

  it('takes the activity from the favourite actions and the streak', async () => {
    const id = await logAt(max, 'breakfast', now);
    await undo(max, id);
    const { favourites, members } = await scoresAt('week');
    expect(favourites).toEqual([]);
    expect(members.map(({ streak }) => streak)).toEqual([0, 0]);
  });

  it('an activity of somebody who left changes their day all the same', async () => {
    const id = await logAt(max, 'breakfast', now);
    await remove(lea, board, max);
    await undo(lea, id);
    expect(daysOf(board)).toEqual(['2026-11-25 +0 -0 (0)']);
    expect(wrongCounters(dataDir)).toEqual([]);
  });
});

describe('a streak', () => {
  const day = (count: number) => at('2026-11-25T11:00:00Z') - count * 24 * 60 * 60 * 1000;
  const streaks = async (time = now) =>
    Object.fromEntries((await scoresAt('week', time)).members.map(({ username, streak }) => [username, streak]));

  it('counts the days in a row up to today, several logs of a day once', async () => {
    for (const count of [0, 0, 1, 2, 4]) await logAt(lea, 'dishes', day(count));
    expect(await streaks()).toEqual({ Léa: 3, Max: 0 });
  });

  it('goes on over both nights on which the clock is changed', async () => {
    for (const late of ['2026-03-28T22:30:00Z', '2026-03-29T21:30:00Z', '2026-03-30T21:30:00Z']) await logAt(lea, 'breakfast', late);
    expect(await streaks(at('2026-03-30T21:59:59Z'))).toEqual({ Léa: 3, Max: 0 });
    for (const late of ['2026-10-24T21:30:00Z', '2026-10-25T22:30:00Z', '2026-10-26T22:30:00Z']) await logAt(max, 'breakfast', late);
    expect(await streaks(at('2026-10-26T22:59:59Z'))).toEqual({ Max: 3, Léa: 0 });
  });

  it('lasts while today may still come, and ends with a day without anything', async () => {
    for (const count of [1, 2]) await logAt(lea, 'breakfast', day(count));
    expect(await streaks()).toEqual({ Léa: 2, Max: 0 });
    expect(await streaks(at('2026-11-25T22:59:59Z'))).toEqual({ Léa: 2, Max: 0 });
    expect(await streaks(at('2026-11-25T23:00:00Z'))).toEqual({ Léa: 0, Max: 0 });
  });

  it.each([7, 8, 9, 30, 31, 32, 130])('of %i days is counted whole', async (length) => {
    for (let count = 0; count < length; count += 1) await logAt(max, 'breakfast', day(count));
    expect(await streaks()).toEqual({ Léa: 0, Max: length });
  });
});

describe('the time zone of a board', () => {
  const change = (person: Someone, timeZone: string) =>
    person.tries('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone } });

  it('is that of who made it; Paris where that is unknown', async () => {
    const make = async (timeZone?: string) =>
      (await lea.does('POST /api/boards', { body: { title: 'Zone', actions: [{ title: 'Bisou', points: 5 }], timeZone } })).board.timeZone;
    expect(await make('America/Montreal')).toMatch(/^America\//);
    expect(await make('asia/tokyo')).toBe('Asia/Tokyo');
    expect(await make('Etc/Unknown')).toBe('Europe/Paris');
    expect(await make()).toBe('Europe/Paris');
  });

  it('is changed by the administrator, and moves what was logged to the days there', async () => {
    await logAt(max, 'breakfast', '2026-11-22T22:30:00Z');
    await logAt(lea, 'dishes', '2026-11-23T11:30:00Z');
    expect(daysOf(board)).toEqual(['2026-11-22 +20 -0 (1)', '2026-11-23 +0 -15 (1)']);
    expect(await change(max, 'Asia/Tokyo')).toMatchObject({ status: 403, code: 'administrator_only' });

    const { body } = await change(lea, 'Asia/Tokyo');
    expect(body.board?.timeZone).toBe('Asia/Tokyo');
    expect(daysOf(board)).toEqual(['2026-11-23 +20 -0 (1)', '2026-11-23 +0 -15 (1)'].toSorted());
    expect(await ranking('week')).toBe('Max 20 | Léa -15');
    expect(await examine(deps)).toEqual([]);

    await change(lea, 'Pacific/Pago_Pago');
    expect(daysOf(board)).toEqual(['2026-11-22 +20 -0 (1)', '2026-11-23 +0 -15 (1)']);
    const undone = await logAt(lea, 'breakfast', '2026-11-25T10:00:00Z');
    expect(daysOf(board)).toContain('2026-11-24 +20 -0 (1)');
    await undo(lea, undone);
    expect(await examine(deps)).toEqual([]);
  });

  it('that this server does not know any more keeps nobody from logging: the days are those of Paris', async () => {
    tamper(dataDir, "update board set time_zone = 'Mars/Olympus' where id = ?", board.id);
    await logAt(max, 'breakfast', '2026-11-24T22:30:00Z');
    await undo(max, await logAt(max, 'dishes', '2026-11-24T23:30:00Z'));
    expect(await scoresAt('week')).toMatchObject({ today: '2026-11-25', biggestDay: { day: '2026-11-24', points: 20 } });
    expect(await change(lea, 'Asia/Tokyo')).toMatchObject({ status: 200 });
    expect(await scoresAt('week')).toMatchObject({ biggestDay: { day: '2026-11-25', points: 20 } });
    expect(await examine(deps)).toEqual([]);
  });

  it('that this server does not know any more keeps nobody from undoing what was logged where it did: doctor tells until it is changed', async () => {
    await change(lea, 'Asia/Tokyo');
    const id = await logAt(max, 'breakfast', '2026-11-24T22:30:00Z');
    tamper(dataDir, "update board set time_zone = 'Mars/Olympus' where id = ?", board.id);
    await undo(max, id);
    expect(await examine(deps)).not.toEqual([]);
    await change(lea, 'Europe/Paris');
    expect(await ranking('week')).toBe('Léa 0 | Max 0');
    expect(await examine(deps)).toEqual([]);
  });

  it('makes the weeks of every member, wherever they are', async () => {
    await change(lea, 'Asia/Tokyo');
    // There it is Monday already, an hour later; in Paris it is Sunday still.
    await logAt(lea, 'breakfast', '2026-11-22T14:30:00Z');
    await logAt(max, 'breakfast', '2026-11-22T15:30:00Z');
    const there = at('2026-11-22T16:00:00Z');
    expect(await scoresAt('week', there, max)).toEqual(await scoresAt('week', there, lea));
    expect(await scoresAt('week', there, max)).toMatchObject({ today: '2026-11-23', stretches: ['2026-11-23'] });
    expect(await ranking('week', there)).toBe('Max 20 | Léa 0');
  });

  it('that does not exist is refused in French', async () => {
    const refused = { status: 400, code: 'time_zone_unknown', message: "Ce fuseau horaire n'existe pas." };
    for (const timeZone of ['Mars/Olympus', '+02:00', 'Etc/Unknown', '']) expect(await change(lea, timeZone)).toMatchObject(refused);
    expect(await change(lea, 'x'.repeat(65))).toMatchObject({ status: 400 });
    const { board: unchanged } = await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
    expect(unchanged.timeZone).toBe('Europe/Paris');
  });
});

describe('where the clock is set back', () => {
  it('the days after it are days of their own, and count for today', async () => {
    await logAt(max, 'breakfast', '2026-11-25T11:00:00Z');
    for (const person of [lea, max]) await logAt(person, 'breakfast', '2026-11-26T11:00:00Z');
    const { members, biggestDay } = await scoresAt('week', now);
    expect(biggestDay).toEqual({ day: '2026-11-26', points: 40 });
    expect(members.map(({ points }) => points)).toEqual([
      [0, 0, 40],
      [0, 0, 20],
    ]);
  });

  it('a streak with a day that is logged late is counted whole, and without it again once that is undone', async () => {
    for (const day of ['2026-11-23', '2026-11-25', '2026-11-26']) await logAt(max, 'breakfast', `${day}T11:00:00Z`);
    const late = await logAt(max, 'breakfast', '2026-11-24T11:00:00Z');
    const streak = async () => (await scoresAt('week', at('2026-11-26T12:00:00Z'))).members.find(({ userId }) => userId === max.id)?.streak;
    expect(await streak()).toBe(4);
    await undo(max, late);
    expect(await streak()).toBe(2);
    expect(await examine(deps)).toEqual([]);
  });
});

// SQLite has one program at a time: none of an earlier version works beside it.
it.skipIf(onSqlite)('a copy of a version without streaks can write no day, rather than one that ends a streak', async () => {
  const day = { board_id: board.id, user_id: max.id, day: '2026-11-25', gained: 20, lost: 0, actions: 1 };
  const write = deps.database.unitOfWork(({ db }) => {
    const insert = db.insertInto('member_day').values(day as MemberDay);
    return insert.execute();
  });
  await expect(write).rejects.toThrow(/null value in column "streak"/);
});

// How a database finds rows is its own affair: PostgreSQL decides by what it has counted in them.
it.runIf(onSqlite)('the first day is found by the index', () => {
  const ofBoard = 'from member_day where board_id = ?';
  expect(planOf(dataDir, `select day ${ofBoard} and actions > 0 order by day limit 1`)).toEqual([
    expect.stringMatching(/^SEARCH member_day USING INDEX \S+ \(board_id=\?\)$/),
  ]);
});

/** '2026-11-22 +20 -15 (2)': the days kept for a board, by what they hold. */
function daysOf({ id }: { id: string }): string[] {
  const statement = `select day || ' +' || gained || ' -' || lost || ' (' || actions || ')' as sums from member_day where board_id = ? order by 1`;
  return ask(dataDir, statement, id).map(({ sums }) => String(sums));
}
