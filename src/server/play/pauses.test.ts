/** The pause (D42): days on which everybody may log, and that count neither in a season nor in the flame. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayIn, daysAfter, defaultTimeZone, startOfDay } from '#shared/calendar';
import type { Terms } from '#shared/play';
import { flameOn } from '#shared/flame-rules';
import { onClock } from '#shared/agreed-days';
import { pausedDays } from '#shared/pause-rules';
import { logActivities } from '#server/activities/activities';
import { undoActivity } from '#server/activities/undo';
import { examine } from '#server/doctor/doctor';
import { readRecap } from '#server/recap/recaps';
import { readChanges } from '#server/whole-boards/boards';
import { queued, tamper } from '../../../tests/database-state.ts';
import { agree, beginBeside, close, day, goal, pauseOf, season } from '../../../tests/seasons.ts';
import { boardOf, password, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';

const testApp = await startTestApp({ boundless: true });
// In the order of their ids, by which those are listed who do something at the same moment: the clock stands.
const people = await testApp.signUpAll('Léa', 'Max', 'Zoé');
const [lea, max, zoe] = people.toSorted((one, other) => (one.id < other.id ? -1 : 1)) as [Someone, Someone, Someone];
const { deps, config } = testApp;
/** A Tuesday noon in Paris. */
const start = Date.parse('2026-03-03T11:00:00Z');
const dayOf = (index: number) => daysAfter('2026-03-03', index);

let board: TestBoard;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  // The server may have announced recaps while the clock of an earlier test stood in a later week.
  tamper(config.dataDir, 'update board set recap_week = null');
  board = await boardOf(lea, [max]);
});
afterEach(async () => {
  const wrong = await examine(deps);
  vi.useRealTimers();
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

const at = (days: number, minutes = 0) => vi.setSystemTime(start + days * day + minutes * 60_000);
const midnight = (date: string) => startOfDay(defaultTimeZone, date);
const params = () => ({ params: { boardId: board.id } });
const logNow = async (who: Someone, id: string = randomUUID()) => {
  const [logged] = await logActivities(deps, who.id, [{ id, boardId: board.id, actionId: board.breakfast }], Date.now());
  if (!logged) throw new Error('not logged');
  return logged;
};
const agreeTo = (terms: Terms) => agree(testApp, board, [lea, max], terms);
const pauseUntil = (lastDay: string): Terms => ({ kind: 'pause', lastDay });
const agreed = (who: Someone, agreementId: string) =>
  who.tries('PUT /api/boards/:boardId/agreements/:agreementId/answer', { params: { boardId: board.id, agreementId }, body: { yes: true } });
const moveTo = (timeZone: string) => lea.does('PATCH /api/boards/:boardId', { ...params(), body: { timeZone } });
const lightOn = async (...days: number[]) => {
  for (const index of days) {
    at(index);
    await logNow(lea);
    await logNow(max);
  }
};
const undo = (who: Someone, activityId: string) => undoActivity(deps, { actorId: who.id, boardId: board.id, activityId }, Date.now());
const open = (who: Someone = lea) => who.does('GET /api/boards/:boardId', params());
const playOf = async () => (await open()).play ?? { agreements: [], seasons: [], past: [] };
const pointsOf = async () => (await playOf()).seasons[0]?.standings.map(({ points }) => points);
const proposed = (who: Someone, terms: Terms) =>
  who.tries('POST /api/boards/:boardId/agreements', { ...params(), body: { id: randomUUID(), terms } });
/** As a phone shows it. */
const flameNow = async () => {
  const { flame, timeZone } = (await open()).board;
  return flame && flameOn(flame, dayIn(timeZone, Date.now()), pausedDays(flame.pauses));
};
const pauses = [{ startsOn: dayOf(1), lastDay: dayOf(7) }];

describe('a pause', () => {
  it('begins at the next midnight with the last yes, is told to all, and stands until it is over', async () => {
    board = await boardOf(lea, [max, zoe]);
    const { revision } = (await open()).board;
    await agreeTo(pauseOf(7));
    expect((await playOf()).agreements).toMatchObject([{ terms: { kind: 'pause', lastDay: dayOf(7) }, agreed: [lea.id, max.id] }]);
    expect((await playOf()).pauses).toBeUndefined();
    const [waits] = (await playOf()).agreements;
    const { body } = await agreed(zoe, waits?.id ?? '');
    const flame = { litOn: null, days: 0, jokers: 0, record: 0, jokerUsedOn: null, pauses };
    expect(body).toMatchObject({ play: { agreements: [], seasons: [], pauses }, flame });
    expect(await open(max)).toMatchObject({ play: { pauses }, board: { flame } });
    expect(await readChanges(deps, { userId: max.id, boardId: board.id }, revision)).toMatchObject({ play: { pauses }, flame });
    const { boards } = await max.does('GET /api/boards');
    expect(boards.find((one) => one.id === board.id)?.flame).toEqual(flame);
    vi.setSystemTime(midnight(dayOf(8)) - 1);
    expect((await playOf()).pauses).toEqual(pauses.map((one) => onClock(one, defaultTimeZone)));
    vi.setSystemTime(midnight(dayOf(8)));
    expect(await playOf()).toEqual({ agreements: [], seasons: [], past: [] });
  });

  it.each([
    ['today', 0, 400],
    ['tomorrow', 1, 201],
    ['twenty-one days', 21, 201],
    ['twenty-two days', 22, 400],
  ])('to %s is proposed or refused', async (_, days, status) => {
    expect(await proposed(lea, pauseOf(days))).toMatchObject({ status, ...(status === 400 ? { code: 'pause_invalid' } : {}) });
  });

  it('needs a day, and company', async () => {
    expect(await proposed(lea, { kind: 'pause', lastDay: '2026-02-30' })).toMatchObject({ status: 400, code: 'pause_invalid' });
    await remove(max, board, max);
    expect(await proposed(lea, pauseOf(3))).toMatchObject({ status: 409, code: 'needs_company' });
  });

  it('comes alone: none is proposed while one waits, is about to run or runs', async () => {
    await agree(testApp, board, [lea], pauseOf(3));
    expect(await proposed(max, pauseOf(4))).toMatchObject({ status: 409, code: 'agreement_open' });
    board = await boardOf(lea, [max]);
    await agreeTo(pauseOf(3));
    expect(await proposed(max, pauseOf(4))).toMatchObject({ status: 409, code: 'pause_running' });
    vi.setSystemTime(midnight(dayOf(4)) - 1);
    expect((await proposed(max, pauseUntil(dayOf(9)))).code).toBe('pause_running');
    vi.setSystemTime(midnight(dayOf(4)));
    expect((await proposed(max, pauseUntil(dayOf(9)))).status).toBe(201);
  });

  it('of which the last day has come lapses, though the seven days to answer are not over', async () => {
    const id = await agree(testApp, board, [lea], pauseOf(2));
    expect((await playOf()).agreements).toMatchObject([{ lapsesAt: midnight(dayOf(2)) }]);
    vi.setSystemTime(midnight(dayOf(2)));
    expect(await agreed(max, id)).toMatchObject({ status: 409, code: 'agreement_over' });
    await close(testApp, board);
    expect(await playOf()).toEqual({ agreements: [], seasons: [], past: [] });
  });

  it('begins without whoever leaves', async () => {
    board = await boardOf(lea, [max, zoe]);
    await lightOn(0);
    await agreeTo(pauseOf(7));
    await remove(lea, board, zoe);
    expect(await open()).toMatchObject({ play: { pauses }, board: { flame: { days: 1, pauses } } });
  });
});

describe('a season', () => {
  it('that runs has the days of the pause more, and nothing of those days; its job is due as much later', async () => {
    await agreeTo(season);
    await lightOn(1, 2);
    await agreeTo(pauseUntil(dayOf(4)));
    expect((await playOf()).seasons).toMatchObject([{ startsOn: dayOf(1), lastDay: dayOf(9) }]);
    const job = queued(config.dataDir).find(({ kind, subject }) => kind === 'settle_due' && subject === board.id);
    expect(job?.due).toBe(midnight(dayOf(10)));
    vi.setSystemTime(midnight(dayOf(3)) - 1);
    await logNow(lea);
    vi.setSystemTime(midnight(dayOf(3)));
    await logNow(lea);
    const mistake = await logNow(max);
    vi.setSystemTime(midnight(dayOf(5)) - 1);
    await logNow(max);
    await undo(max, mistake.activity.id);
    expect(await pointsOf()).toEqual([60, 40]);
    vi.setSystemTime(midnight(dayOf(5)));
    await logNow(max);
    expect(await pointsOf()).toEqual([60, 60]);
    const onCard = (await lea.does('GET /api/boards')).boards.find(({ id }) => id === board.id)?.play;
    expect(onCard).toMatchObject({
      seasons: [{ standings: [{ points: 60 }, { points: 60 }] }],
      pauses: [{ startsOn: dayOf(3), lastDay: dayOf(4) }],
    });
    // What counts for ever has it all.
    expect((await open()).members.map(({ score }) => score)).toEqual([80, 80]);
    vi.setSystemTime(midnight(dayOf(10)));
    await close(testApp, board);
    expect((await playOf()).past).toMatchObject([{ startsOn: dayOf(1), lastDay: dayOf(9), places: [{ points: 60 }, { points: 60 }] }]);
  });

  it('that is over is not changed by what is undone of a day of pause, and is by what is undone of another', async () => {
    await agreeTo(season);
    at(1);
    const counted = await logNow(lea);
    await agreeTo(pauseUntil(dayOf(3)));
    at(2);
    const paused = await logNow(lea);
    at(10, 13 * 60);
    await close(testApp, board);
    await undo(lea, paused.activity.id);
    expect((await playOf()).past).toMatchObject([{ changedSince: false }]);
    await undo(lea, counted.activity.id);
    expect((await playOf()).past).toMatchObject([{ changedSince: true, places: [{ points: 20 }, { points: 0 }] }]);
  });

  it('and a goal that are agreed to and begin with the pause come whole after it', async () => {
    await agreeTo(season);
    await beginBeside(testApp, board, max, { ...goal, length: { lastDay: dayOf(3) } });
    await agreeTo(pauseOf(7));
    expect((await playOf()).seasons).toMatchObject([
      { startsOn: dayOf(8), lastDay: dayOf(14) },
      { startsOn: dayOf(8), lastDay: dayOf(10) },
    ]);
  });

  it('that ends before the pause stays as it is', async () => {
    await agreeTo({ ...season, length: { lastDay: dayOf(1) } });
    at(1);
    await agreeTo(pauseUntil(dayOf(5)));
    expect((await playOf()).seasons).toMatchObject([{ startsOn: dayOf(1), lastDay: dayOf(1) }]);
  });

  it.each([
    ['is about to run', 0],
    ['runs', 3],
  ])('that is agreed to while a pause %s begins on the day after it', async (_, days) => {
    await agreeTo(pauseOf(7));
    at(days);
    expect(await proposed(lea, { ...season, length: { lastDay: dayOf(7) } })).toMatchObject({ status: 400, code: 'last_day_invalid' });
    await agreeTo({ ...goal, length: { lastDay: dayOf(8) } });
    expect((await playOf()).seasons).toMatchObject([{ kind: 'goal', startsOn: dayOf(8), lastDay: dayOf(8) }]);
  });

  it.each([
    ['summer time', '2026-03-27', '2026-03-29'],
    ['winter time', '2026-10-23', '2026-10-25'],
  ])('counts by the clock of its board around a pause that ends in the night to %s', async (_, eve, lastDay) => {
    vi.setSystemTime(midnight(daysAfter(eve, -1)) + 12 * 60 * 60_000);
    board = await boardOf(lea, [max]);
    await agreeTo(season);
    vi.setSystemTime(midnight(eve));
    await agreeTo(pauseUntil(lastDay));
    const moments = [daysAfter(eve, 1), daysAfter(lastDay, 1)].flatMap((date) => [midnight(date) - 1, midnight(date)]);
    for (const moment of moments) {
      vi.setSystemTime(moment);
      await logNow(lea);
    }
    expect(await pointsOf()).toEqual([40, 0]);
    expect((await playOf()).seasons[0]?.lastDay).toBe(daysAfter(eve, 8));
  });

  it('leaves out the days of a pause by the clock in which it was agreed to, whatever zone the board moves to', async () => {
    await agreeTo(season);
    at(1);
    await agreeTo(pauseUntil(dayOf(3)));
    vi.setSystemTime(midnight(dayOf(4)) - 60_000);
    await moveTo('Pacific/Kiritimati');
    await logNow(max);
    expect(await pointsOf()).toEqual([0, 0]);
    vi.setSystemTime(midnight(dayOf(4)));
    await moveTo('America/New_York');
    await logNow(lea);
    expect(await pointsOf()).toEqual([20, 0]);
    expect(await playOf()).toMatchObject({ pauses: [{ startsOn: dayOf(2), lastDay: dayOf(3) }], seasons: [{ lastDay: dayOf(9) }] });
  });
});

describe('a board that has moved to another time zone', () => {
  const days = async () => (await playOf()).seasons.map(({ startsOn, lastDay, endsAt }) => ({ startsOn, lastDay, endsAt }));

  it('has a season in the east of a pause go on for as long as the pause takes from it, whatever the days are called', async () => {
    await moveTo('Pacific/Honolulu');
    await agreeTo(season);
    const [before] = await days();
    vi.setSystemTime((before?.endsAt ?? 0) - 36 * 60 * 60_000);
    await moveTo('Pacific/Kiritimati');
    await agreeTo(pauseUntil(daysAfter(dayIn('Pacific/Kiritimati', Date.now()), 2)));
    const [after] = await days();
    const { pauses: [pause] = [] } = await playOf();
    expect(pause?.startsAt).toBeLessThan(before?.endsAt ?? 0);
    const rested = (pause?.endsAt ?? 0) - (pause?.startsAt ?? 0);
    expect((after?.endsAt ?? 0) - (before?.endsAt ?? 0)).toBeGreaterThanOrEqual(rested);
  });

  it('begins a season after the pause that runs, by the clocks of both', async () => {
    await moveTo('Pacific/Honolulu');
    await agreeTo(pauseUntil(daysAfter(dayIn('Pacific/Honolulu', Date.now()), 3)));
    at(1);
    await moveTo('Pacific/Kiritimati');
    await agreeTo(season);
    const {
      pauses: [pause] = [],
      seasons: [begun],
    } = await playOf();
    expect(begun?.startsAt).toBeGreaterThanOrEqual(pause?.endsAt ?? Number.POSITIVE_INFINITY);
  });
});

describe('the flame', () => {
  it('survives a pause, lit by none of its days, and goes on after it', async () => {
    await lightOn(0);
    await agreeTo(pauseOf(7));
    await lightOn(3);
    expect((await open()).board.flame).toMatchObject({ litOn: dayOf(0), days: 1, pauses });
    at(8);
    expect(await flameNow()).toMatchObject({ days: 1, isLitToday: false });
    await logNow(lea);
    const id = randomUUID();
    const { flame } = await logNow(max, id);
    expect(flame).toEqual({ litOn: dayOf(8), days: 2, jokers: 0, record: 2, jokerUsedOn: null });
    expect((await logNow(max, id)).flame).toEqual(flame);
    expect((await open()).board.flame).toEqual(flame);
    at(10);
    expect(await flameNow()).toMatchObject({ days: 0 });
  });

  it('that is lit before a pause that is agreed to says of it at once, also with a reply that is given again', async () => {
    await agreeTo(pauseOf(7));
    await logNow(lea);
    const id = randomUUID();
    expect((await logNow(max, id)).flame).toMatchObject({ litOn: dayOf(0), pauses });
    expect((await logNow(max, id)).flame).toMatchObject({ litOn: dayOf(0), pauses });
  });

  it('is counted anew around the pause by an undo before it, within it and after it', async () => {
    await lightOn(0);
    await agreeTo(pauseOf(7));
    at(4);
    await logNow(lea);
    const within = await logNow(max);
    at(8);
    await logNow(lea);
    const after = await logNow(max);
    expect((await undo(max, within.activity.id)).flame).toBeUndefined();
    // The phone that had dropped the pause is told of it with the flame that needs it.
    const kept = { litOn: dayOf(0), days: 1, jokers: 0, record: 1, jokerUsedOn: null, pauses };
    expect((await undo(max, after.activity.id)).flame).toEqual(kept);
    expect(await flameNow()).toMatchObject({ days: 1 });
    const { activities } = await lea.does('GET /api/boards/:boardId/activities', params());
    const before = activities.find(({ userId, loggedAt }) => userId === max.id && loggedAt === start);
    expect((await undo(max, before?.id ?? '')).flame).toMatchObject({ litOn: null, days: 0 });
  });

  it('of a board that changes its clock in the midst of a pause keeps it', async () => {
    await lightOn(0);
    await agreeTo(pauseOf(7));
    at(4);
    for (const timeZone of ['Asia/Tokyo', 'America/Los_Angeles', 'Europe/Paris']) {
      await moveTo(timeZone);
      expect(await flameNow()).toMatchObject({ days: 1 });
    }
    await lightOn(8);
    expect(await flameNow()).toMatchObject({ days: 2 });
  });

  it('keeps its days around a pause when an account is deleted', async () => {
    const [ada] = await testApp.signUpAll(`Ada${randomUUID().slice(0, 4)}`);
    board = await boardOf(lea, [max, ada]);
    await lightOn(0);
    await logNow(ada);
    await agree(testApp, board, [lea, max, ada], pauseOf(7));
    await lightOn(8);
    await ada.does('POST /api/account/deletion', { body: { password } });
    expect((await open()).board.flame).toMatchObject({ litOn: dayOf(8), days: 2 });
  });

  it('in the recap of a week of pause is the one before it', async () => {
    await lightOn(0);
    await agreeTo(pauseOf(7));
    at(3);
    await logNow(lea);
    at(6);
    const recap = () => readRecap(deps, { userId: lea.id, boardId: board.id }, '2026-03-02');
    expect((await recap()).flame).toEqual({ days: 1, record: 1 });
    await lightOn(8);
    expect((await recap()).flame).toEqual({ days: 1, record: 1 });
  });
});

it.each([
  ['a pause of too many days', 'pause', "update pause set last_day = '2026-04-30' where board_id = ?"],
  ['a pause that ends before it begins', 'pause', "update pause set last_day = '2026-03-01' where board_id = ?"],
  ['a pause of no day', 'pause', "update pause set starts_on = 'demain' where board_id = ?"],
  ['a pause that nobody agreed to', 'pause', "update agreement set outcome = 'declined' where kind = 'pause' and board_id = ?"],
  [
    'two pauses at once',
    'pause',
    "insert into pause select id || '2', board_id, starts_on, last_day, time_zone, starts_at, ends_at, first_revision from pause where board_id = ?",
  ],
  ['the flame that a pause, which is gone, had kept', 'tableau', 'delete from pause where board_id = ?'],
  ['the places of a season without its pause', 'saison', 'delete from pause where board_id = ?'],
])('the doctor names %s', async (_, what, statement) => {
  await agreeTo(season);
  await lightOn(1);
  await agreeTo(pauseUntil(dayOf(4)));
  await lightOn(3, 5, 6);
  at(20);
  await close(testApp, board);
  expect(await examine(deps)).toEqual([]);
  tamper(config.dataDir, statement, board.id);
  expect(await examine(deps)).toContainEqual(expect.stringMatching(new RegExp(`^${what} `)));
  await lea.does('DELETE /api/boards/:boardId', params());
});

it('a board that never paused says nothing of it', async () => {
  await lightOn(0);
  expect((await open()).board.flame).not.toHaveProperty('pauses');
  expect((await open()).play).toBeUndefined();
});
