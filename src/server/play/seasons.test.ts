/** Seasons (D40) and common goals (D41): what counts, how they end, and that nothing changes them afterwards. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayIn, daysAfter, defaultTimeZone, startOfDay } from '#shared/calendar';
import type { PastSeason } from '#shared/play';
import { logActivities } from '#server/activities/activities';
import { undoActivity, undoAsItWas } from '#server/activities/undo';
import { examine } from '#server/doctor/doctor';
import { answer } from '#server/play/agreements';
import { readSeasons } from '#server/play/seasons';
import { dump, queued, tamper } from '../../../tests/database-state.ts';
import { agree, beginBeside, close, contests, day, goal, season } from '../../../tests/seasons.ts';
import { Stream } from '../../../tests/stream.ts';
import { accept, boardOf, password, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
const { deps } = testApp;
/** A Tuesday noon in Paris. */
const start = Date.parse('2026-03-03T11:00:00Z');

let board: TestBoard;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  // The server may have announced recaps while the clock of an earlier test stood in a later week.
  tamper(testApp.config.dataDir, 'update board set recap_week = null');
  board = await boardOf(lea, [max]);
});
afterEach(async () => {
  const wrong = await examine(deps);
  vi.useRealTimers();
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

const at = (days: number, minutes = 0) => vi.setSystemTime(start + days * day + minutes * 60_000);
const midnight = (date: string) => startOfDay(defaultTimeZone, date);
const logNow = async (who: Someone, action: 'breakfast' | 'dishes' = 'breakfast') => {
  const [logged] = await logActivities(deps, who.id, [{ id: randomUUID(), boardId: board.id, actionId: board[action] }], Date.now());
  return logged?.activity.id ?? '';
};
const undo = (who: Someone, activityId: string) => undoActivity(deps, { actorId: who.id, boardId: board.id, activityId }, Date.now());
const playOf = async (who: Someone = lea) =>
  (await who.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).play ?? { agreements: [], seasons: [], past: [] };
const pointsOf = async () => [await standingOf(lea), await standingOf(max)].map((one) => one?.points);
const moveTo = (timeZone: string) => lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone } });
const invite = async (who: Someone) => {
  await lea.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'invitation', username: who.name } });
  await accept(who, board.id);
};
/** '1 Léa 20 | Max 0': the places, the rank in front where there is one. */
const placesOf = (past: PastSeason | undefined) =>
  past?.places.map(({ username, rank, points }) => `${rank === null ? '' : `${rank} `}${username} ${points}`).join(' | ');
const pastOf = async () => (await lea.does('GET /api/boards/:boardId/seasons', { params: { boardId: board.id }, query: {} })).seasons;
/** The season of a week that was agreed to at the start, over and closed. */
const closed = async () => {
  at(8, 13 * 60);
  await close(testApp, board);
  return (await pastOf())[0];
};
const standingOf = async (who: Someone) => (await playOf()).seasons[0]?.standings.find(({ userId }) => userId === who.id);
const paid = (who: Someone, seasonId: string) =>
  who.tries('PUT /api/boards/:boardId/seasons/:seasonId/paid', { params: { boardId: board.id, seasonId } });

describe('a season', () => {
  it('counts what is logged from its first midnight to its last, and the score of always goes on beside it', async () => {
    await agree(testApp, board, [lea, max]);
    await logNow(lea);
    expect(await pointsOf()).toEqual([0, 0]);
    vi.setSystemTime(midnight('2026-03-04'));
    await logNow(lea);
    await logNow(max, 'dishes');
    const mistake = await logNow(max);
    await undo(max, mistake);
    expect(await pointsOf()).toEqual([20, -15]);
    vi.setSystemTime(midnight('2026-03-11') - 1);
    await logNow(max);
    expect(await pointsOf()).toEqual([20, 5]);
    vi.setSystemTime(midnight('2026-03-11'));
    await logNow(max);
    await close(testApp, board);
    const [past] = await pastOf();
    expect(placesOf(past)).toBe('1 Léa 20 | 2 Max 5');
    expect(past).toMatchObject({ number: 1, winners: [lea.id], isOwed: true, stake: season.stake, isReached: null, changedSince: false });
    const { members } = await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
    expect(members.map(({ score }) => score ?? 0).toSorted((a, b) => b - a)).toEqual([40, 25]);
  });

  it('is closed once, by whichever of two comes first, and told to all', async () => {
    const id = await agree(testApp, board, [lea, max]);
    const stream = await Stream.open(max);
    at(8, 13 * 60);
    await Promise.all([close(testApp, board), close(testApp, board), close(testApp, board)]);
    const { play } = await stream.next('change', ({ boardId }) => boardId === board.id);
    expect(play).toMatchObject({ seasons: [], past: [{ id }] });
    expect(await pastOf()).toHaveLength(1);
    expect(dump(testApp.config.dataDir)['season_place']?.filter(({ season_id }) => season_id === id)).toHaveLength(2);
    stream.close();
  });

  it('stays as it was, whatever is undone after its end, and says so', async () => {
    await agree(testApp, board, [lea, max]);
    at(1);
    const [first, second] = [await logNow(lea), await logNow(max)];
    await logNow(max);
    at(8, 13 * 60);
    // Nothing has closed it yet.
    await undo(max, second);
    const [past] = await pastOf();
    expect(placesOf(past)).toBe('1 Max 40 | 2 Léa 20');
    expect(past?.changedSince).toBe(true);
    at(9);
    await undo(lea, first);
    expect(placesOf((await pastOf())[0])).toEqual(placesOf(past));
  });

  it('stays as it was, whatever an import undoes', async () => {
    await agree(testApp, board, [lea, max]);
    at(1);
    const activityId = await logNow(lea);
    at(8, 13 * 60);
    // Nothing has closed it yet.
    await deps.database.unitOfWork(async (work) => {
      await deps.database.lockBoard(work.db, board.id);
      await undoAsItWas(deps, work, { actorId: lea.id, boardId: board.id, activityId, by: lea.id, now: start + 2 * day });
    });
    const [past] = await pastOf();
    expect(placesOf(past)).toBe('1 Léa 20 | Max 0');
    expect(past?.changedSince).toBe(true);
  });

  it('keeps whoever left, marks whoever came later, and shows a deleted account as somebody', async () => {
    const [ada, ines] = await testApp.signUpAll(`Ada${randomUUID().slice(0, 4)}`, `Inès${randomUUID().slice(0, 4)}`);
    board = await boardOf(lea, [max, ada], { invited: [ines] });
    await agree(testApp, board, [lea, max, ada]);
    at(2);
    await accept(ines, board.id);
    await logNow(ines);
    await logNow(max);
    await logNow(max);
    await logNow(ada, 'dishes');
    await remove(lea, board, max);
    expect((await playOf()).seasons[0]?.standings).toHaveLength(4);
    for (const [who, standing] of [
      [lea, { points: 0 }],
      [ada, { points: -15 }],
      [ines, { points: 20, joinedLate: true }],
      [max, { points: 40, left: true }],
    ] as const)
      expect(await standingOf(who)).toMatchObject(standing);
    at(8, 13 * 60);
    // Both at the stroke of midnight: she was there to the end.
    await remove(lea, board, ines);
    await ada.does('POST /api/account/deletion', { body: { password } });
    const [past] = await pastOf();
    expect(past?.places).toMatchObject([
      { userId: ines.id, rank: 1, points: 20, left: false, joinedLate: true },
      { userId: null, rank: 2, points: -15 },
      { userId: max.id, rank: null, points: 40, left: true },
      { userId: lea.id, rank: null, points: 0 },
    ]);
    expect(past?.winners).toEqual([ines.id]);
  });

  it('in which nobody logged anything is won by nobody, and nothing is owed', async () => {
    await agree(testApp, board, [lea, max]);
    at(1);
    await undo(max, await logNow(max));
    const past = await closed();
    expect(past?.places.map(({ rank }) => rank)).toEqual([null, null]);
    expect(past).toMatchObject({ winners: [], isOwed: false });
    expect((await playOf()).past).toMatchObject([{ isOwed: false }]);
  });

  it('is not won by doing nothing: the only one who logged something has a rank, below zero too', async () => {
    board = await boardOf(lea, [max, zoe]);
    await agree(testApp, board, [lea, max, zoe], { ...season, ties: 'void' });
    at(1);
    await logNow(max, 'dishes');
    const past = await closed();
    expect(past?.places.map(({ rank }) => rank)).toEqual([1, null, null]);
    expect([past?.places[0]?.userId, past?.winners]).toEqual([max.id, [max.id]]);
  });

  it('is closed by its activities, whatever the sums say that were kept while it ran', async () => {
    await agree(testApp, board, [lea, max]);
    at(1);
    await logNow(lea);
    await undo(lea, await logNow(lea));
    await logNow(max, 'dishes');
    // An older copy of the program knows of no such rows.
    tamper(testApp.config.dataDir, 'update season_player set points = 900, actions = 9 where user_id = ?', max.id);
    tamper(testApp.config.dataDir, 'delete from season_player where user_id = ?', lea.id);
    expect(placesOf(await closed())).toBe('1 Léa 20 | 2 Max -15');
  });

  it('has no place for somebody who joins after its end, before anything has closed it', async () => {
    board = await boardOf(lea, [max], { invited: [zoe] });
    await agree(testApp, board, [lea, max]);
    at(1);
    await logNow(lea, 'dishes');
    await logNow(max, 'dishes');
    vi.setSystemTime(midnight('2026-03-11'));
    await accept(zoe, board.id);
    await logNow(zoe);
    const [past] = await pastOf();
    expect(past?.places.map(({ userId }) => userId).toSorted()).toEqual([lea.id, max.id].toSorted());
    expect(past?.winners.toSorted()).toEqual([lea.id, max.id].toSorted());
  });

  it('does not mark somebody as late who was there from its start, was removed and let in again', async () => {
    board = await boardOf(lea, [max, zoe]);
    await agree(testApp, board, [lea, max, zoe]);
    at(2);
    await remove(lea, board, max);
    at(3);
    await invite(max);
    await logNow(max);
    expect(await standingOf(max)).toMatchObject({ joinedLate: false, points: 20 });
    expect((await closed())?.places[0]).toMatchObject({ userId: max.id, rank: 1, joinedLate: false, left: false });
  });

  it('marks somebody as late who left before it began and came back within it', async () => {
    await agree(testApp, board, [lea, max]);
    await remove(max, board, max);
    at(2);
    await invite(max);
    expect(await standingOf(max)).toMatchObject({ joinedLate: true });
  });

  it.each([
    ['shared: all of them have won', 'shared', 2, true],
    ['void: nobody has', 'void', 0, false],
  ] as const)('with a tie is %s', async (_, ties, winners, isOwed) => {
    await agree(testApp, board, [lea, max], { ...season, ties });
    at(1);
    await logNow(lea);
    await logNow(max);
    const past = await closed();
    expect(past?.places.map(({ rank }) => rank)).toEqual([1, 1]);
    expect([past?.winners.length, past?.isOwed]).toEqual([winners, isOwed]);
  });

  it('owes its stake until a winner ticks it off, once; then it stands for a week, and in the list for ever', async () => {
    const id = await agree(testApp, board, [lea, max]);
    at(1);
    await logNow(lea);
    await closed();
    at(60);
    expect((await playOf()).past).toMatchObject([{ id, isOwed: true, paidAt: null }]);
    expect(await paid(max, id)).toMatchObject({ status: 403, code: 'not_the_winner' });
    expect(await paid(lea, id)).toMatchObject({ status: 200 });
    expect(await paid(lea, id)).toMatchObject({ status: 200 });
    expect((await playOf()).past).toEqual([]);
    expect(await pastOf()).toMatchObject([{ id, isOwed: false, paidAt: start + 60 * day }]);
  });

  it('stays owed however many end without a winner after it', async () => {
    const owed = await agree(testApp, board, [lea, max]);
    at(1);
    await logNow(lea);
    for (let week = 0; week < 21; week += 1) {
      at(9 + week * 9);
      await close(testApp, board);
      await agree(testApp, board, [lea, max], { ...season, ties: 'void' });
    }
    at(9 + 21 * 9);
    await close(testApp, board);
    expect((await playOf()).past.map(({ id, isOwed }) => [id, isOwed])).toContainEqual([owed, true]);
  });

  it('whose only winner has left is ticked off by whoever is there', async () => {
    board = await boardOf(lea, [max, zoe]);
    const id = await agree(testApp, board, [lea, max, zoe]);
    at(1);
    await logNow(max);
    at(9);
    await close(testApp, board);
    expect(await paid(lea, id)).toMatchObject({ status: 403, code: 'not_the_winner' });
    await remove(max, board, max);
    expect((await playOf()).past).toMatchObject([{ id, isOwed: true, winners: [max.id] }]);
    expect(await paid(zoe, id)).toMatchObject({ status: 200 });
    expect((await playOf()).past).toMatchObject([{ id, isOwed: false }]);
  });

  it.each([
    ['west, at its first minute', '2026-03-04T00:01', 'America/New_York'],
    ['east, on its last day', '2026-03-10T20:00', 'Pacific/Kiritimati'],
  ])('keeps the clock in which all agreed to it, when its board moves %s', async (_, moment, timeZone) => {
    await logNow(lea);
    await agree(testApp, board, [lea, max]);
    vi.setSystemTime(midnight('2026-03-04'));
    await logNow(max);
    vi.setSystemTime(Date.parse(`${moment}+01:00`));
    await moveTo(timeZone);
    expect((await playOf()).seasons).toMatchObject([{ startsOn: '2026-03-04', lastDay: '2026-03-10', timeZone: defaultTimeZone }]);
    vi.setSystemTime(midnight('2026-03-11') - 1);
    await logNow(lea);
    await logNow(lea);
    vi.setSystemTime(midnight('2026-03-11'));
    await logNow(max);
    expect(placesOf((await pastOf())[0])).toBe('1 Léa 40 | 2 Max 20');
  });

  it('that is over is closed as it was, when its board moves to where its last day goes on', async () => {
    await agree(testApp, board, [lea, max]);
    at(1);
    await logNow(lea);
    vi.setSystemTime(midnight('2026-03-11'));
    await moveTo('America/New_York');
    expect(placesOf((await pastOf())[0])).toBe('1 Léa 20 | Max 0');
  });

  it('counts nothing that was logged before all agreed, and leaves a log to one of two that follow each other', async () => {
    for (let count = 0; count < 3; count += 1) await logNow(lea);
    await agree(testApp, board, [lea, max]);
    await moveTo('Pacific/Kiritimati');
    expect(await pointsOf()).toEqual([0, 0]);
    vi.setSystemTime(midnight('2026-03-11') - 60_000);
    await logNow(max);
    vi.setSystemTime(midnight('2026-03-11'));
    await close(testApp, board);
    await agree(testApp, board, [lea, max]);
    expect(await pointsOf()).toEqual([0, 0]);
    expect(placesOf((await pastOf())[0])).toBe('1 Max 20 | Léa 0');
  });

  it('begins by the clock in which it was proposed, where the zone changes before the last yes', async () => {
    const id = await agree(testApp, board, [lea]);
    await moveTo('Pacific/Kiritimati');
    await answer(deps, { userId: max.id, boardId: board.id, agreementId: id }, true);
    expect((await playOf()).seasons).toMatchObject([
      { startsOn: '2026-03-04', startsAt: midnight('2026-03-04'), endsAt: midnight('2026-03-11') },
    ]);
  });

  it.each([
    ['the night to summer time', '2026-03-28', '2026-03-29'],
    ['the night to winter time', '2026-10-24', '2026-10-25'],
  ])('of one day across %s has the day that its clock has', async (_, eve, date) => {
    vi.setSystemTime(midnight(eve) + 12 * 60 * 60_000);
    board = await boardOf(lea, [max]);
    await agree(testApp, board, [lea, max], { ...season, length: { lastDay: date } });
    vi.setSystemTime(midnight(date) - 1);
    await logNow(max);
    vi.setSystemTime(midnight(date));
    await logNow(lea);
    vi.setSystemTime(midnight(daysAfter(date, 1)) - 1);
    await logNow(lea);
    vi.setSystemTime(midnight(daysAfter(date, 1)));
    await logNow(max);
    await close(testApp, board);
    expect(placesOf((await pastOf())[0])).toBe('1 Léa 40 | Max 0');
  });

  it('of a month lasts to the eve of the same day', async () => {
    at(28);
    expect(dayIn(defaultTimeZone, Date.now())).toBe('2026-03-31');
    await agree(testApp, board, [lea, max], { ...season, length: 'month' });
    expect((await playOf()).seasons).toMatchObject([{ startsOn: '2026-04-01', lastDay: '2026-04-30' }]);
  });

  it('is followed by the next one with the next number, and lists page by page', async () => {
    for (let number = 1; number <= 21; number += 1) {
      at(number * 3);
      await agree(testApp, board, [lea, max], { ...season, length: { lastDay: dayIn(defaultTimeZone, Date.now() + day) } });
      at(number * 3 + 2, 13 * 60);
      await close(testApp, board);
    }
    const read = (query: { before?: string }) => lea.does('GET /api/boards/:boardId/seasons', { params: { boardId: board.id }, query });
    const page = await read({});
    expect(page.seasons.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => 21 - index));
    const rest = await read({ before: String(page.next) });
    expect([rest.seasons.map(({ number }) => number), rest.next]).toEqual([[1], null]);
  });

  it('comes whole with what a phone has missed of its board', async () => {
    await agree(testApp, board, [lea, max]);
    at(1);
    const { revision } = (await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).board;
    await undo(max, await logNow(max));
    await logNow(lea);
    const query = { after: String(revision) };
    const missed = await max.does('GET /api/boards/:boardId/changes', { params: { boardId: board.id }, query });
    expect(missed.play).toEqual(await playOf());
    expect(await pointsOf()).toEqual([20, 0]);
  });
});

describe('a goal', () => {
  it.each([
    ['that all together come to is reached, and everybody has won', 4, true, 2],
    ['that they miss is missed, and nothing is owed', 3, false, 0],
  ])('%s', async (_, logs, isReached, winners) => {
    await agree(testApp, board, [lea, max], { ...goal, points: 80, length: 'week' });
    at(1);
    for (let count = 0; count < logs; count += 1) await logNow(count % 2 ? lea : max);
    const past = await closed();
    expect(past).toMatchObject({ kind: 'goal', goal: 80, isReached, isOwed: isReached });
    expect(past?.winners).toHaveLength(winners);
  });

  it('that an earlier version began beside a season runs and ends beside it', async () => {
    await agree(testApp, board, [lea, max]);
    await beginBeside(testApp, board, max, { ...goal, length: 'week' });
    at(1);
    await logNow(lea);
    const sumOf = (standings: readonly { points: number }[]) => standings.reduce((sum, { points }) => sum + points, 0);
    expect((await playOf()).seasons.map(({ kind, number, standings }) => [kind, number, sumOf(standings)])).toEqual([
      ['season', 1, 20],
      ['goal', 2, 20],
    ]);
    await closed();
    expect((await pastOf()).map(({ kind, isReached }) => [kind, isReached])).toEqual([
      ['goal', false],
      ['season', null],
    ]);
  });
});

it.each([
  ['a place with other points', 'update season_place set points = points + 1 where position = 1'],
  ['a place in another order', 'update season_place set place = 3 where position = 2'],
  ['a place that is gone', 'delete from season_place where position = 2'],
  ['a stake that somebody won, as if nobody had', 'update season set won = 0 where closed_at is not null'],
  ['a season that nothing changed, marked', 'update season set changed = 1 where closed_at is not null'],
  ['a season that nothing would close', "delete from job where kind = 'settle_due'"],
  ['a season that was closed before its end', 'update season set closed_at = closed_at - 864000000'],
  ['other points of a player in what runs', 'update season_player set points = points + 1'],
  ['other activities of a player in what runs', 'update season_player set actions = actions + 1'],
  ['a player as late who was there from the start', 'update season_player set joined_late = 1'],
  ['a member without a part in what runs', 'delete from season_player'],
  ['a place with a rank for nothing', 'update season_place set place = 2 where position = 2'],
  ['a place without the rank that was played for', 'update season_place set place = 0 where position = 1'],
  ['an end that is no midnight', 'update season set ends_at = ends_at + 1'],
  ['a season on another clock', "update season set time_zone = 'Asia/Tokyo'"],
  [
    'a yes of somebody who is no member',
    "update agreement_yes set user_id = (select id from user where username = 'Zoé') where agreement_id in (select id from agreement where outcome is null)",
  ],
])('the doctor names %s', async (_, statement) => {
  await agree(testApp, board, [lea, max]);
  at(1);
  await logNow(lea);
  await closed();
  await agree(testApp, board, [lea], contests);
  await agree(testApp, board, [lea, max], goal);
  expect(await examine(deps)).toEqual([]);
  tamper(testApp.config.dataDir, statement);
  expect(await examine(deps)).not.toEqual([]);
  await lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
  tamper(testApp.config.dataDir, 'delete from season');
  tamper(testApp.config.dataDir, 'delete from agreement');
  tamper(testApp.config.dataDir, 'update board set play_revision = 0');
});

// The last: sessions have ended by then, and the server may forget them.
it('a season of a year waits for its end, and for nothing before', async () => {
  await agree(testApp, board, [lea, max], { ...season, length: { lastDay: '2027-03-03' } });
  const jobsAfterALook = async () => {
    deps.jobs.look('settle_due');
    await deps.jobs.idle('settle_due');
    return queued(testApp.config.dataDir).filter(({ kind, subject }) => kind === 'settle_due' && subject === board.id);
  };
  for (let look = 0; look < 2; look += 1) expect(await jobsAfterALook()).toMatchObject([{ due: midnight('2027-03-04'), attempts: 0 }]);
  vi.setSystemTime(midnight('2027-03-04'));
  expect(await jobsAfterALook()).toEqual([]);
  // Her session has ended meanwhile.
  const { seasons } = await readSeasons(deps, { userId: lea.id, boardId: board.id }, null);
  expect(seasons).toMatchObject([{ number: 1, closedAt: midnight('2027-03-04') }]);
});
