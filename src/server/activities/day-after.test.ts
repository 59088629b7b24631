/** Noting what was done the day before (D49). */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { daysAfter, defaultTimeZone, startOfDay } from '#shared/calendar';
import { examine } from '#server/doctor/doctor';
import { tamper } from '../../../tests/database-state.ts';
import { agree, close, pauseOf } from '../../../tests/seasons.ts';
import { boardOf, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';

const testApp = await startTestApp({ boundless: true });
const { deps } = testApp;
const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
const [friday, saturday, sunday, monday] = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];

const hour = 60 * 60 * 1000;
/** Sets the clock to an hour of a day in Paris; `13.5` is half past one. */
const at = (day: string, hours: number) => vi.setSystemTime(startOfDay(defaultTimeZone, day) + hours * hour);

let board: TestBoard;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at(friday, 12);
  tamper(testApp.config.dataDir, 'update board set recap_week = null');
  board = await boardOf(lea, [max]);
});
afterEach(async () => {
  const wrong = await examine(deps);
  vi.useRealTimers();
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

const key = 'POST /api/boards/:boardId/activities';
interface Said {
  day?: string;
  waited?: number;
  for?: string;
  id?: string;
}
const logging = ({ id = randomUUID(), ...said }: Said) => ({
  params: { boardId: board.id },
  body: { id, actionId: board.breakfast, ...said },
});
const log = (person: Someone, said: Said = {}) => person.does(key, logging(said));
const refused = async (person: Someone, said: Said) => (await person.tries(key, logging(said))).code;
const undo = (person: Someone, activityId: string) =>
  person.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId } });
const opened = (person = lea) => person.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
const scores = (period: 'week' | 'all' = 'week') =>
  lea.does('GET /api/boards/:boardId/scores', { params: { boardId: board.id }, query: { period } });
const moveTo = (timeZone: string) => lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone } });

describe('a log for the day before', () => {
  it('is open until noon of the board, and no other day is', async () => {
    at(sunday, 12 - 1 / 3600);
    const { activity } = await log(lea, { day: saturday });
    expect(activity.playedAt).toBe(startOfDay(defaultTimeZone, saturday) + 12 * hour);
    at(sunday, 12);
    expect(await refused(lea, { day: saturday })).toBe('day_closed');
    for (const day of [friday, monday]) expect(await refused(lea, { day })).toBe('day_closed');
    for (const day of ['hier', '2026-11-31', '2026-11-22T00:00']) expect(await refused(lea, { day })).toBe('invalid_input');
    expect((await log(lea, { day: sunday })).activity.playedAt).toBeUndefined();
    expect((await opened()).board.totalPoints).toBe(40);
  });

  it('counts in the week and the recap of that day, and is shown as noted later to everybody', async () => {
    at(monday, 9);
    const { activity } = await log(max, { day: sunday });
    const { members, favourites } = await scores();
    expect([members.map(({ score }) => score), favourites]).toEqual([[0, 0], []]);
    const recap = await lea.does('GET /api/boards/:boardId/recaps/:week', { params: { boardId: board.id, week: '2026-11-16' } });
    expect(recap.total.points).toBe(20);
    const feed = await lea.does('GET /api/activities');
    expect([(await opened()).activities.activities[0], feed.activities[0]]).toEqual([activity, expect.objectContaining(activity)]);
    const all = await scores('all');
    expect(all.members.find(({ userId }) => userId === max.id)?.score).toBe(20);
    await undo(max, activity.id);
    expect((await scores('all')).members.map(({ score }) => score)).toEqual([0, 0]);
  });

  it('lights that day again, gives the joker back, and an undo takes both', async () => {
    for (let day = 0; day < 7; day += 1) {
      at(daysAfter(friday, day), 12);
      for (const person of [lea, max]) await log(person);
    }
    // A missed day: the joker that the seven days earned fills it.
    at(daysAfter(friday, 8), 8);
    await log(lea);
    await log(max);
    const missed = daysAfter(friday, 7);
    expect((await opened()).board.flame).toMatchObject({ days: 8, jokers: 0, jokerUsedOn: missed });
    await log(lea, { day: missed });
    const { activity, flame } = await log(max, { day: missed });
    expect(flame).toMatchObject({ days: 9, jokers: 1, jokerUsedOn: null });
    expect((await scores()).members.map(({ streak }) => streak)).toEqual([9, 9]);
    await undo(max, activity.id);
    expect((await opened()).board.flame).toMatchObject({ days: 8, jokers: 0, jokerUsedOn: missed });
    expect((await scores()).members.map(({ streak }) => streak).toSorted((a, b) => a - b)).toEqual([1, 9]);
  });

  it('unlocks the streak that it completes, and its undo takes it back', async () => {
    const [nina] = await testApp.signUpAll(`Nina${randomUUID().slice(0, 4)}`);
    board = await boardOf(lea, [nina]);
    at(saturday, 12);
    await log(nina);
    at(monday, 8);
    await log(nina);
    const { activity, unlocked } = await log(nina, { day: sunday });
    expect(unlocked).toContain('three-days');
    const held = async () =>
      (await nina.does('GET /api/achievements')).achievements.filter((one) => one.unlockedAt !== null).map(({ id }) => id);
    // What only the moment earns is not earned a day later.
    expect(await held()).not.toContain('early-bird');
    await undo(nina, activity.id);
    expect(await held()).not.toContain('three-days');
  });

  it('is noted three times a day at most for each person; what was undone makes room', async () => {
    at(sunday, 9);
    const first = await log(lea, { day: saturday });
    await log(lea, { day: saturday });
    await log(max, { day: saturday, for: lea.id });
    expect(await refused(lea, { day: saturday })).toBe('too_many_noted_late');
    expect(await refused(max, { day: saturday, for: lea.id })).toBe('too_many_noted_late');
    await log(lea, { day: saturday, for: max.id });
    await undo(lea, first.activity.id);
    await log(lea, { day: saturday });
    expect(await refused(lea, { day: saturday })).toBe('too_many_noted_late');
  });

  it('is for no day before the person joined', async () => {
    at(sunday, 8);
    await lea.does('POST /api/boards/:boardId/requests', {
      params: { boardId: board.id },
      body: { type: 'invitation', username: zoe.name },
    });
    const { received } = await zoe.does('GET /api/requests');
    const requestId = received.find((one) => one.boardId === board.id)?.id ?? '';
    await zoe.does('POST /api/requests/:requestId/acceptance', { params: { requestId } });
    expect(await refused(zoe, { day: saturday })).toBe('day_closed');
    expect(await refused(lea, { day: saturday, for: zoe.id })).toBe('day_closed');
    await log(lea, { day: saturday });
  });

  it.each([
    ['the hour that comes twice', '2026-10-26', '2026-10-25'],
    ['the hour that is missing', '2026-03-30', '2026-03-29'],
  ])('is of the day before across %s', async (_, today, yesterday) => {
    at(daysAfter(yesterday, -1), 12);
    board = await boardOf(lea, [max]);
    at(today, 11.9);
    expect((await log(lea, { day: yesterday })).activity.playedAt).toBeDefined();
    const { members } = await scores('all');
    expect(members[0]?.score).toBe(20);
    expect((await scores()).members[0]?.score).toBe(0);
    at(today, 12);
    expect(await refused(lea, { day: yesterday })).toBe('day_closed');
  });

  it('asks the clock that the board has now', async () => {
    at(sunday, 11.99);
    await log(lea, { day: saturday });
    // There it is 8 in the evening.
    await moveTo('Asia/Tokyo');
    expect(await refused(lea, { day: saturday })).toBe('day_closed');
    await moveTo('America/New_York');
    await log(lea, { day: saturday });
    expect((await opened()).board.totalPoints).toBe(40);
  });
});

describe('a season', () => {
  const points = async () => (await opened()).play?.seasons[0]?.standings.find(({ userId }) => userId === lea.id)?.points;

  it('counts what is noted for a day of it while it runs, and none of the day before its first', async () => {
    await agree(testApp, board, [lea, max]);
    at(saturday, 9);
    await log(lea, { day: friday });
    expect(await points()).toBe(0);
    at(sunday, 9);
    const { activity } = await log(lea, { day: saturday });
    expect(await points()).toBe(20);
    await undo(lea, activity.id);
    expect(await points()).toBe(0);
  });

  it('that ended at midnight counts nothing more, closed or not', async () => {
    const lastDay = daysAfter(friday, 7);
    await agree(testApp, board, [lea, max]);
    at(lastDay, 20);
    await log(max);
    at(daysAfter(lastDay, 1), 0.01);
    await log(lea, { day: lastDay });
    await close(testApp, board);
    const late = await log(lea, { day: lastDay });
    const [past] = (await lea.does('GET /api/boards/:boardId/seasons', { params: { boardId: board.id }, query: {} })).seasons;
    expect(past?.places.map((one) => [one.username, one.points])).toEqual([
      ['Max', 20],
      ['Léa', 0],
    ]);
    await undo(lea, late.activity.id);
    expect((await opened()).play?.past[0]?.changedSince).toBe(false);
  });

  it('counts nothing of a day on which the board rested', async () => {
    await agree(testApp, board, [lea, max], { kind: 'season', length: 'month', stake: 'Le resto', ties: 'shared' });
    at(saturday, 12);
    await agree(testApp, board, [lea, max], pauseOf(1), Date.now());
    at(monday, 9);
    await log(lea, { day: sunday });
    expect(await points()).toBe(0);
  });
});

describe('a command that was pressed on the day before', () => {
  it('counts for that day when it arrives before noon, without a choice and however many there are', async () => {
    at(monday, 7);
    const waited = 7 * hour + 600_000;
    for (let index = 0; index < 5; index += 1) {
      const { activity, missedDay } = await log(lea, { waited });
      expect([activity.playedAt === undefined, missedDay]).toEqual([false, undefined]);
    }
    expect((await scores()).members.map(({ score }) => score)).toEqual([0, 0]);
    // These were nobody's choice.
    await log(lea, { day: sunday });
  });

  it('counts for the day on which it arrives later, and says so once more to a repetition', async () => {
    at(monday, 13);
    const said = { waited: 13 * hour + 600_000, id: randomUUID() };
    const first = await log(lea, said);
    expect([first.activity.playedAt, first.missedDay]).toEqual([undefined, sunday]);
    at(monday, 13.1);
    expect(await log(lea, { ...said, waited: said.waited + 0.1 * hour })).toEqual(first);
    expect((await scores()).members[0]?.score).toBe(20);
    expect((await log(lea, { waited: 2 * hour })).missedDay).toBeUndefined();
    expect((await log(lea, { waited: Number.MAX_SAFE_INTEGER })).missedDay).toBeDefined();
    expect(await refused(lea, { waited: -1 })).toBe('invalid_input');
  });

  it('counts for the day of its arrival where yesterday was chosen while it was open', async () => {
    at(monday, 13);
    expect((await log(lea, { day: sunday, waited: 1.5 * hour })).missedDay).toBe(sunday);
    at(monday, 12);
    // The choice was still on the screen, or its request on the way.
    expect((await log(lea, { day: sunday, waited: 0 })).missedDay).toBe(sunday);
    at(monday, 12.1);
    expect(await refused(lea, { day: sunday, waited: 0 })).toBe('day_closed');
    expect(await refused(lea, { day: saturday, waited: 1.5 * hour })).toBe('day_closed');
  });
});
