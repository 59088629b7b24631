import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { daysAfter } from '#shared/calendar';
import { dump, tamper } from '../../../tests/database-state.ts';
import { jobContext } from '../../../tests/job-context.ts';
import { agree, close, goal } from '../../../tests/seasons.ts';
import { boardOf, log, password, remove, type Someone, startTestApp, type TestApp, type TestBoard } from '../../../tests/test-app.ts';
import { examine } from '../doctor/doctor.ts';
import { createAnnouncing } from './announcing.ts';
import { readFilm } from './films.ts';

let testApp: TestApp;
/** In the zone of the boards, Paris, in winter. */
const at = (time: string) => void vi.setSystemTime(new Date(`${time}+01:00`));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-05T10:00:00+01:00') });
  testApp = await startTestApp({ boundless: true, hasty: true });
});
afterEach(() => void vi.useRealTimers());

const open = (person: Someone, board: TestBoard, period = '2026') =>
  person.tries('GET /api/boards/:boardId/films/:period', { params: { boardId: board.id, period } });
const filmOf = async (person: Someone, board: TestBoard, period = '2026') => (await open(person, board, period)).body;
const films = async (person: Someone, board: TestBoard) =>
  (await person.does('GET /api/boards/:boardId/films', { params: { boardId: board.id } })).films;
const see = (person: Someone, board: TestBoard, period = '2026') =>
  person.tries('PUT /api/boards/:boardId/films/:period/seen', { params: { boardId: board.id, period } });
const onActivity = (board: TestBoard, activityId: string) => ({ params: { boardId: board.id, activityId } });
const undo = (person: Someone, board: TestBoard, id: string) =>
  person.does('POST /api/boards/:boardId/activities/:activityId/undo', onActivity(board, id));
const write = (person: Someone, board: TestBoard, id: string, note: string) =>
  person.does('PUT /api/boards/:boardId/activities/:activityId/note', { ...onActivity(board, id), body: { note } });
const react = (person: Someone, board: TestBoard, activityId: string, emoji: '😂' | '❤️') =>
  person.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params: { boardId: board.id, activityId, emoji } });

/** These people log once a day each, from 5 December on. */
async function play(board: TestBoard, people: readonly Someone[], days: number, what: 'breakfast' | 'dishes' = 'breakfast') {
  const ids: string[] = [];
  for (let day = 0; day < days; day += 1) {
    at(`${daysAfter('2026-12-05', day)}T12:00:00`);
    for (const person of people) ids.push((await log(person, board, what)).activity.id);
  }
  return ids;
}

/** Looks as a copy with this clock does; the films that it announced. */
async function look(): Promise<string[]> {
  const announced: string[] = [];
  const { database } = testApp.deps;
  const heard: typeof database = {
    ...database,
    unitOfWork: (change, options) =>
      database.unitOfWork(
        (work) =>
          change({
            ...work,
            record: (event) => {
              if (event.type === 'film_ready') announced.push(event.period);
              work.record(event);
            },
          }),
        options,
      ),
  };
  const job = { id: '', kind: 'announce_recaps', subject: '', due: 0, attempts: 0, last_failure: null, created_at: 0 } as const;
  await createAnnouncing(heard).run(job, jobContext());
  return announced;
}

describe('a film', () => {
  it('tells the year of two people, a fact on each card', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    await agree(testApp, board, [lea, max]);
    const ids = await play(board, [lea, max], 11);
    await close(testApp, board);
    await agree(testApp, board, [lea, max], { ...goal, points: 20, length: { lastDay: '2026-12-25' } });
    at('2026-12-20T13:00:00');
    for (let more = 0; more < 3; more += 1) ids.push((await log(max, board, 'breakfast')).activity.id);
    const funny = (await log(max, board, 'dishes')).activity.id;
    at('2026-12-26T12:00:00');
    await close(testApp, board);
    const [loved = '', written = '', unloved = ''] = ids;
    await react(max, board, loved, '❤️');
    await react(max, board, loved, '😂');
    await react(lea, board, written, '❤️');
    await react(lea, board, funny, '😂');
    await write(lea, board, loved, 'Avec des fraises');
    await write(max, board, written, 'Au chocolat');
    await write(lea, board, unloved, 'Sans un mot de plus');
    at('2026-12-31T18:00:00');
    const film = await filmOf(lea, board);
    film.seasons?.winners.sort((one, other) => one.username.localeCompare(other.username));
    expect(film).toEqual({
      ...{
        boardId: board.id,
        title: 'MAISON',
        icon: '👑',
        theme: 'pink',
        period: '2026',
        from: '2026-01-01',
        until: '2026-12-31',
        years: null,
      },
      ...{ company: 'two', missing: null },
      days: { together: 11, played: 12 },
      total: { points: 485, actions: 26 },
      month: null,
      action: { title: 'Petit-déj au lit', emoji: '🥐', times: 25 },
      gesture: { title: 'Petit-déj au lit', emoji: '🥐', userId: lea.id, username: 'Léa', avatar: '🦄', note: 'Avec des fraises' },
      flame: { days: 11 },
      seasons: { winners: [lea, max].map(({ id, name }) => ({ userId: id, username: name, avatar: '🦄' })), times: 1, won: 1, paid: 0 },
      goals: { reached: 1 },
      loss: { title: 'Vaisselle oubliée', emoji: '🍽️' },
      gestures: null,
      notes: [{ title: 'Petit-déj au lit', emoji: '🥐', note: 'Au chocolat' }],
      biggest: { day: '2026-12-20', actions: 4 },
      wink: { kind: 'weekday', weekday: 6, actions: 8 },
    });
    expect(await examine(testApp.deps)).toEqual([]);
  });

  it('is there at 18:00 of 31 December and not a second before, until the end of January; once opened it stays', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const [board, other] = [
      await boardOf(lea, [max], { timeZone: 'Pacific/Auckland' }),
      await boardOf(lea, [], { timeZone: 'America/Los_Angeles' }),
    ];
    await play(board, [lea, max], 10);
    await play(other, [lea], 20);
    // 18:00 in Auckland.
    at('2026-12-31T05:59:59');
    expect((await open(lea, board)).code).toBe('film_not_found');
    at('2026-12-31T06:00:00');
    expect(await films(lea, board)).toEqual([{ period: '2026', isSeen: false }]);
    expect((await open(lea, board)).status).toBe(200);
    expect((await open(lea, other)).code).toBe('film_not_found');
    at('2027-01-01T03:00:00');
    expect((await open(lea, other)).body.total).toEqual({ points: 400, actions: 20 });
    at('2027-02-01T09:00:00');
    const later = await lea.elsewhere();
    for (const one of [board, other]) expect((await open(later, one)).status).toBe(200);
    expect(await films(later, board)).toEqual([{ period: '2026', isSeen: false }]);
  });

  it.each(['2025', '2027', '2026-12-31', '2026-12-01', '0000', '2026-13-45', 'rien', '', '2026-1-1'])('of %o is none', async (period) => {
    const lea = await testApp.signUp('Léa');
    const board = await boardOf(lea);
    at('2026-12-31T18:00:00');
    for (const answer of [await open(lea, board, period), await see(lea, board, period)]) expect(answer.status).toBe(404);
    expect(
      (await lea.tries('GET /api/boards/:boardId/films/:period', { params: { boardId: board.id, period: '2'.repeat(11) } })).status,
    ).toBe(400);
  });

  it('of fewer than 20 activities says how many are missing, and is not kept', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const [board, empty] = [await boardOf(lea, [max]), await boardOf(lea)];
    await play(board, [lea, max], 9);
    at('2026-12-31T18:00:00');
    expect(await filmOf(lea, board)).toMatchObject({ missing: 2, days: null, total: null, action: null, wink: null });
    expect(await filmOf(lea, empty)).toMatchObject({ missing: 20 });
    expect(await look()).toEqual([]);
    expect(dump(testApp.config.dataDir)['film']).toEqual([]);
    for (let more = 0; more < 2; more += 1) await log(lea, board, 'breakfast');
    expect(await look()).toEqual(['2026']);
    expect(await filmOf(lea, board)).toMatchObject({ missing: null, total: { actions: 20 } });
  });

  it('of one person, and of losses only, tells what there is to tell', async () => {
    const lea = await testApp.signUp('Léa');
    const [alone, clumsy] = [await boardOf(lea), await boardOf(lea)];
    await play(alone, [lea], 20);
    await play(clumsy, [lea], 20, 'dishes');
    at('2026-12-31T18:00:00');
    const none = { gesture: null, flame: null, seasons: null, goals: null, notes: null, biggest: null };
    expect(await filmOf(lea, alone)).toMatchObject({ ...none, company: 'alone', days: { together: 0, played: 20 }, loss: null });
    expect(await filmOf(lea, clumsy)).toMatchObject({ ...none, month: null, action: null, total: { points: -300 }, loss: { emoji: '🍽️' } });
  });

  it('of a board of twelve, half of whom have left, has all that they did', async () => {
    const people = await testApp.signUpAll('Léa', 'Max', 'Zoé', 'Nora', 'Sam', 'Ada', 'Lou', 'Yann', 'Inès', 'Omar', 'Rosa', 'Côme');
    const [lea, max] = people;
    if (!lea || !max) throw new Error('nobody');
    const board = await boardOf(lea, people.slice(1));
    const ids = await play(board, people, 3);
    for (const person of people.slice(6)) await remove(lea, board, person);
    await react(max, board, ids[7] ?? '', '❤️');
    at('2026-12-31T18:00:00');
    expect(await filmOf(max, board)).toMatchObject({
      company: 'friends',
      total: { actions: 36 },
      flame: { days: 3 },
      gesture: { username: 'Yann' },
    });
    expect((await open(people[11] ?? lea, board)).code).toBe('board_not_found');
  });

  it('is kept as it was: what is undone later is in its sums, and on none of its cards', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    const [loved = '', written = ''] = await play(board, [lea, max], 10);
    await react(max, board, loved, '❤️');
    for (const emoji of ['❤️', '😂'] as const) await react(lea, board, written, emoji);
    await write(max, board, written, 'Au chocolat');
    const funny = (await log(max, board, 'dishes')).activity.id;
    at('2026-12-31T18:00:00');
    const made = await filmOf(lea, board);
    expect(made).toMatchObject({ gesture: { userId: max.id, note: 'Au chocolat' }, loss: { emoji: '🍽️' } });
    for (const id of [written, funny]) await undo(max, board, id);
    await log(lea, board, 'breakfast');
    expect(await filmOf(max, board)).toEqual({ ...made, gesture: null, loss: null });
    expect(JSON.stringify(dump(testApp.config.dataDir)['film'])).not.toContain('chocolat');
  });

  it('of a board that somebody deleted their account from is made anew without them, also when it is no longer offered', async () => {
    const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Maxence', 'Zoé');
    const board = await boardOf(lea, [max, zoe]);
    await agree(testApp, board, [lea, max, zoe]);
    await log(max, board, 'breakfast');
    const [, , written = ''] = await play(board, [lea, zoe, max], 10);
    await close(testApp, board);
    await react(lea, board, written, '❤️');
    await write(max, board, written, 'Au chocolat');
    at('2026-12-31T18:00:00');
    expect(await filmOf(lea, board)).toMatchObject({ total: { actions: 31 }, gesture: { username: 'Maxence' } });
    at('2027-02-10T12:00:00');
    const [stays, goes] = [await lea.elsewhere(), await max.elsewhere()];
    await goes.does('POST /api/account/deletion', { body: { password } });
    await testApp.deps.jobs.idle('erase_account');
    expect(dump(testApp.config.dataDir)['film']).toMatchObject([{ period: '2026', facts_sealed: null }]);
    const { body, text } = await open(stays, board);
    expect(body).toMatchObject({ company: 'two', total: { points: 400, actions: 20 }, gesture: null, notes: null });
    for (const gone of ['Maxence', max.id, 'chocolat']) expect(text).not.toContain(gone);
    expect(dump(testApp.config.dataDir)['film']).not.toMatchObject([{ facts_sealed: null }]);
    expect(await examine(testApp.deps)).toEqual([]);
  });

  it('of more activities than are read finds the one that was logged most, and does not say how often', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    const [loved = ''] = await play(board, [lea, max], 5);
    await react(max, board, loved, '❤️');
    const { database, boardKeys } = testApp.deps;
    const secrets = await boardKeys.of(database.read, board.id);
    await database.unitOfWork(async ({ db }) => {
      const { revision } = await db.selectFrom('board').select('revision').where('id', '=', board.id).executeTakeFirstOrThrow();
      const count = 9_000;
      for (let from = 0; from < count; from += 1_500) {
        const rows = Array.from({ length: 1_500 }, (_, index) => {
          const [id, isLoss] = [randomUUID(), (from + index) % 3 === 0];
          return {
            ...{ id, board_id: board.id, user_id: lea.id, emoji: null, points: isLoss ? -15 : 20, total_after: 0, score_after: 0 },
            ...{ action_id: isLoss ? board.dishes : board.breakfast, title_sealed: secrets.seal('Rien', 'activity', 'title', id) },
            // Each third of them got a note.
            ...{ board_revision: revision + 1 + from + index, logged_at: Date.now() + (from + index) * 60_000 },
            ...(isLoss ? { reactions_revision: revision + count + 1 + from + index } : {}),
          };
        });
        await db.insertInto('activity').values(rows).execute();
      }
      await db
        .updateTable('board')
        .set({ revision: revision + 2 * count })
        .where('id', '=', board.id)
        .execute();
      await db.updateTable('member_day').set({ actions: count }).where('board_id', '=', board.id).where('user_id', '=', lea.id).execute();
    });
    at('2026-12-31T18:00:00');
    expect(await filmOf(lea, board)).toMatchObject({
      action: { title: 'Petit-déj au lit', times: null },
      gesture: { userId: lea.id },
      loss: { title: 'Rien' },
    });
  });

  it('that two copies make at once is kept once, and both show the same', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    await play(board, [lea, max], 10);
    at('2026-12-31T18:00:00');
    const { deps } = testApp;
    const shown = await Promise.all([lea, max, lea].map(({ id: userId }) => readFilm({ ...deps }, { userId, boardId: board.id }, '2026')));
    expect(shown).toEqual([shown[0], shown[0], shown[0]]);
    expect(dump(testApp.config.dataDir)['film']).toHaveLength(1);
  });

  it('whose facts cannot be read is made anew', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    await play(board, [lea, max], 10);
    at('2026-12-31T18:00:00');
    const made = await filmOf(lea, board);
    tamper(testApp.config.dataDir, "update film set facts_sealed = 'v1.nulle.part'");
    expect(await filmOf(lea, board)).toEqual(made);
  });
});

describe('an anniversary', () => {
  it('has a film of the year that it ends, for a week', async () => {
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    tamper(testApp.config.dataDir, 'update board set created_at = ? where id = ?', Date.parse('2025-12-16T12:00:00+01:00'), board.id);
    await play(board, [lea, max], 12);
    at('2026-12-16T07:59:00');
    expect(await look()).toEqual([]);
    at('2026-12-16T08:00:00');
    // What is logged on the day itself is of the year that begins.
    expect(await filmOf(lea, board, '2026-12-16')).toMatchObject({
      years: 1,
      from: '2025-12-16',
      until: '2026-12-15',
      total: { actions: 22 },
    });
    expect(await look()).toEqual(['2026-12-16']);
    await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone: 'Pacific/Auckland' } });
    at('2026-12-17T12:00:00');
    expect(await look()).toEqual([]);
    expect(await films(lea, board)).toEqual([{ period: '2026-12-16', isSeen: false }]);
  });
});

describe('announcing a film (R16)', () => {
  it('is done once for each film, however many copies look, and told on cards until it is seen, also to who joined later', async () => {
    const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
    const board = await boardOf(lea, [max]);
    await play(board, [lea, max], 10);
    const told = async (person: Someone) => (await person.does('GET /api/boards')).boards.map(({ film }) => film);
    at('2026-12-31T17:59:59');
    expect([await look(), await told(lea)]).toEqual([[], [undefined]]);
    at('2026-12-31T18:00:00');
    expect((await Promise.all([look(), look()])).flat()).toEqual(['2026']);
    vi.setSystemTime(Date.now() - 30_000);
    expect(await look()).toEqual([]);
    for (const time of ['2026-12-31T18:05:00', '2027-01-31T23:59:00', '2027-02-01T00:00:00']) {
      at(time);
      expect(await look()).toEqual([]);
    }
    at('2027-01-02T12:00:00');
    await lea.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'invitation', username: 'Zoé' } });
    const [request] = (await zoe.does('GET /api/requests')).received;
    await zoe.does('POST /api/requests/:requestId/acceptance', { params: { requestId: request?.id ?? '' } });
    for (const person of [lea, zoe]) expect(await told(person)).toEqual(['2026']);
    expect((await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).film).toBe('2026');
    expect((await see(lea, board)).status).toBe(204);
    expect([await told(lea), await told(max)]).toEqual([[undefined], ['2026']]);
    expect(await films(lea, board)).toEqual([{ period: '2026', isSeen: true }]);
  });

  it('does not depend on what was told while the clock was ahead', async () => {
    const lea = await testApp.signUp('Léa');
    const board = await boardOf(lea);
    await play(board, [lea], 20);
    tamper(testApp.config.dataDir, "update board set film_year = '2028', film_anniversary = '2029-01-03'");
    at('2026-12-31T18:00:00');
    expect(await look()).toEqual(['2026']);
  });
});

it('the boards of a zone are looked through page by page, also where many were made at once', async () => {
  const lea = await testApp.signUp('Léa');
  const board = await boardOf(lea);
  await play(board, [lea], 20);
  await testApp.deps.database.unitOfWork(async ({ db }) => {
    const row = await db.selectFrom('board').selectAll().where('id', '=', board.id).executeTakeFirstOrThrow();
    for (let more = 0; more < 250; more += 1)
      await db
        .insertInto('board')
        .values({ ...row, id: `!${randomUUID()}` as TestBoard['id'], created_at: row.created_at - (more % 2) })
        .execute();
  });
  at('2026-12-31T18:00:00');
  // The others have no activities, and come before it.
  expect(await look()).toEqual(['2026']);
});
