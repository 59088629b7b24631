/** The administrator edits, retires, brings back and orders actions; what was logged stays as it was (D5). */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangeAction } from '#shared/actions';
import { uniteActions } from '#shared/offered-actions';
import { boardOf, log, rowsChanged, startTestApp, type Someone, type TestBoard } from '../../../tests/test-app.ts';
import { dump, print, wrongCounters } from '../../../tests/database-state.ts';
import { Stream } from '../../../tests/stream.ts';
import type { Deps } from '../deps.ts';
import { examine } from '../doctor/doctor.ts';
import { orderActions } from './managed-actions.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const { dataDir } = testApp.config;
const kiss = { title: 'Bisou du matin', points: 5, category: 'positive', emoji: '💋' };

let board: TestBoard;
let kissId: string;
beforeEach(async () => {
  board = await boardOf(lea, [max], { actions: [kiss] });
  kissId = (await inUse()).at(-1)?.id ?? '';
});

const open = (person: Someone = lea) => person.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
const inUse = async () => (await open()).actions;
const titles = async () => (await inUse()).map(({ title }) => title);
const retired = async () => (await lea.does('GET /api/boards/:boardId/actions/retired', { params: { boardId: board.id } })).actions;
const tryChange = (actionId: string, body: ChangeAction) =>
  lea.tries('PATCH /api/boards/:boardId/actions/:actionId', { params: { boardId: board.id, actionId }, body });
const change = (actionId: string, body: ChangeAction) =>
  lea.does('PATCH /api/boards/:boardId/actions/:actionId', { params: { boardId: board.id, actionId }, body });
const tryOrder = (actionIds: string[]) =>
  lea.tries('PUT /api/boards/:boardId/actions/order', { params: { boardId: board.id }, body: { actionIds } });
const tryLog = (person: Someone, actionId: string, points?: number, id: string = randomUUID()) =>
  person.tries('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body: { id, actionId, points } });
const add = (actions: { title: string; points: number }[]) =>
  lea.tries('POST /api/boards/:boardId/actions', { params: { boardId: board.id }, body: { actions } });

describe('editing an action', () => {
  it('changes what is named and leaves the rest, in its place and under its id', async () => {
    const before = (await open()).board.revision;
    const edited = await change(board.breakfast, { title: 'Petit-déj au balcon', points: 25 });
    expect(edited.revision).toBe(before + 1);
    const fields = { id: board.breakfast, title: 'Petit-déj au balcon', points: 25 };
    expect(edited.actions?.[0]).toEqual({ ...fields, category: 'positive', emoji: '🥐' });
    await change(board.breakfast, { category: null, emoji: null });
    expect((await inUse())[0]).toEqual({ ...fields, category: null, emoji: null });
    await change(board.breakfast, { category: 'matin', emoji: '☕' });
    expect((await inUse())[0]).toMatchObject({ category: 'matin', emoji: '☕' });
    expect(await examine(testApp.deps)).toEqual([]);
  });

  it('leaves past activities and every sum as they were (D5)', async () => {
    await log(max, board, 'breakfast');
    await change(board.breakfast, { title: 'Grasse matinée', points: -7, emoji: '😴' });
    const { activities, members, board: shown } = await open();
    expect(activities.activities[0]).toMatchObject({ title: 'Petit-déj au lit', points: 20, emoji: '🥐' });
    expect([shown.totalPoints, members.find(({ userId }) => userId === max.id)?.score]).toEqual([20, 20]);
    await log(max, board, 'breakfast');
    expect((await open()).board.totalPoints).toBe(13);
    expect(wrongCounters(dataDir)).toEqual([]);
  });

  it('goes to the streams of all members', async () => {
    const stream = await Stream.open(max);
    await stream.next('hello');
    await change(board.dishes, { points: -10 });
    expect((await stream.next('change')).actions?.map(({ points }) => points)).toEqual([20, -10, 5]);
    await change(board.dishes, { retired: true });
    expect((await stream.next('change')).actions?.map(({ id }) => id)).toEqual([board.breakfast, kissId]);
    stream.close();
  });

  it('to what it is already changes nothing, not even the revision', async () => {
    const before = print(dataDir);
    for (const same of [{ title: 'Petit-déj au lit', points: 20 }, { emoji: '🥐' }, { category: 'positive' }, { retired: false }])
      expect(await tryChange(board.breakfast, same)).toMatchObject({ status: 200, body: { activities: [] } });
    expect(print(dataDir)).toBe(before);
  });

  it('to a name and points that the board has already is refused; the same action may change the case of its own', async () => {
    const before = print(dataDir);
    const refused = { status: 409, code: 'action_on_board_already' };
    expect(await tryChange(kissId, { title: 'PETIT-DÉJ au lit', points: 20 })).toMatchObject(refused);
    expect(print(dataDir)).toBe(before);
    await change(board.breakfast, { title: 'PETIT-DÉJ AU LIT' });
    expect((await titles())[0]).toBe('PETIT-DÉJ AU LIT');
  });

  it.each([
    [{ title: '' }, 'action_title_required'],
    [{ title: '   ' }, 'action_title_required'],
    [{ title: 'a'.repeat(61) }, 'action_title_too_long'],
    [{ title: '🥐' }, 'action_title_wordless'],
    [{ title: '👩‍❤️‍👨 1️⃣ !' }, 'action_title_wordless'],
    [{ points: 0 }, 'points_invalid'],
    [{ points: 1001 }, 'points_invalid'],
    [{ points: -1001 }, 'points_invalid'],
    [{ points: 1.5 }, 'points_invalid'],
    [{ emoji: 'ab' }, 'emoji_invalid'],
    [{ emoji: '🥐🥐' }, 'emoji_invalid'],
    [{ emoji: '' }, 'emoji_invalid'],
    [{}, 'invalid_input'],
  ])('into %j is refused with %s', async (body, code) => {
    const before = print(dataDir);
    expect(await tryChange(board.breakfast, body)).toMatchObject({ status: 400, code });
    expect(print(dataDir)).toBe(before);
  });

  it.each(['1', 'À 2', '🥐 au lit', 'Ça', '朝ごはん', 'Чай'])('into the title "%s" is done', async (title) => {
    await change(board.breakfast, { title });
    expect((await titles())[0]).toBe(title);
  });

  it("of another board's action is refused", async () => {
    const other = await boardOf(lea);
    expect(await tryChange(other.breakfast, { points: 1 })).toMatchObject({ status: 404, code: 'action_not_found_in_board' });
  });
});

it('an action whose title is emoji alone is neither added nor part of a new board', async () => {
  expect(await add([{ title: '🥐', points: 5 }])).toMatchObject({ status: 400, code: 'action_title_wordless' });
  const made = await lea.tries('POST /api/boards', { body: { title: 'Neuf', actions: [{ title: '💋💋', points: 5 }] } });
  expect(made).toMatchObject({ status: 400, code: 'action_title_wordless' });
});

describe('a retired action', () => {
  it('is on the board no more, counts on no card, and is neither offered nor named as the most logged', async () => {
    await log(lea, board, 'breakfast');
    await log(lea, board, 'dishes');
    const counted = async () => (await lea.does('GET /api/boards')).boards.find(({ id }) => id === board.id)?.actionCount;
    const before = await counted();
    await change(board.breakfast, { retired: true });
    expect(await titles()).toEqual(['Vaisselle oubliée', 'Bisou du matin']);
    expect((await open()).mostLogged).toEqual([board.dishes]);
    expect([before, await counted()]).toEqual([3, 2]);
    const changes = await max.does('GET /api/boards/:boardId/changes', { params: { boardId: board.id }, query: { after: '0' } });
    expect(changes.actions?.map(({ id }) => id)).toEqual([board.dishes, kissId]);
    const offered = uniteActions((await max.does('GET /api/actions')).actions);
    expect(offered.flatMap(({ boards }) => boards.map(({ actionId }) => actionId))).not.toContain(board.breakfast);
    expect(await examine(testApp.deps)).toEqual([]);
  });

  it('cannot be logged, alone or with others; what was logged stays, can be told again and be undone', async () => {
    const id = randomUUID();
    const first = await tryLog(max, board.breakfast, 20, id);
    await change(board.breakfast, { retired: true });
    const before = print(dataDir);
    const refused = { status: 404, code: 'action_not_found_in_board', message: "Cette action n'existe plus." };
    for (const points of [20, undefined]) expect(await tryLog(max, board.breakfast, points)).toMatchObject(refused);
    const both = [board.dishes, board.breakfast].map((actionId) => ({ id: randomUUID(), boardId: board.id, actionId }));
    expect(await max.tries('POST /api/activities', { body: { activities: both } })).toMatchObject({ code: 'action_not_found_in_board' });
    expect(await tryLog(max, board.breakfast, 20, id)).toMatchObject({ status: 201, body: first.body });
    expect(print(dataDir)).toBe(before);
    await max.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId: id } });
    expect((await open()).board.totalPoints).toBe(0);
    expect(wrongCounters(dataDir)).toEqual([]);
  });

  it('comes back to its place as it was, and can be logged again', async () => {
    await change(board.dishes, { retired: true });
    await change(kissId, { retired: true });
    expect((await retired()).map(({ title }) => title)).toEqual(['Bisou du matin', 'Vaisselle oubliée']);
    await add([{ title: 'Sieste', points: 3 }]);
    await change(board.dishes, { retired: false });
    await change(kissId, { retired: false });
    expect(await titles()).toEqual(['Petit-déj au lit', 'Vaisselle oubliée', 'Bisou du matin', 'Sieste']);
    expect(await retired()).toEqual([]);
    expect((await tryLog(max, kissId, 5)).status).toBe(201);
  });

  it('retired or brought back again changes nothing', async () => {
    await change(kissId, { retired: true });
    const before = print(dataDir);
    expect((await tryChange(kissId, { retired: true })).status).toBe(200);
    expect(print(dataDir)).toBe(before);
  });

  it('is not edited behind the back of who retired it, but may change as it is brought back', async () => {
    await change(kissId, { retired: true });
    const before = print(dataDir);
    for (const body of [{ points: 6 }, { points: 6, retired: true }])
      expect(await tryChange(kissId, body)).toMatchObject({ status: 404, code: 'action_not_found_in_board' });
    expect(print(dataDir)).toBe(before);
    await change(kissId, { points: 6, retired: false });
    expect((await inUse()).at(-1)).toMatchObject({ id: kissId, points: 6 });
  });

  it('does not come back beside one of its name and points', async () => {
    await change(kissId, { retired: true });
    await add([{ title: 'bisou du matin', points: 5 }]);
    expect(await tryChange(kissId, { retired: false })).toMatchObject({ status: 409, code: 'action_on_board_already' });
    expect((await tryChange(kissId, { retired: false, points: 8 })).status).toBe(200);
  });

  it('makes room for another among the 300, and comes back only where there is room', async () => {
    const many = Array.from({ length: 297 }, (_, index) => ({ title: `Action ${index}`, points: 1 }));
    expect((await add(many)).status).toBe(201);
    await change(kissId, { retired: true });
    expect((await add([{ title: 'Sieste', points: 3 }])).status).toBe(201);
    expect(await tryChange(kissId, { retired: false })).toMatchObject({ status: 409, code: 'too_many_actions' });
  });

  it('of three hundred and one the first retired is forgotten; what was logged of it stays', async () => {
    await log(max, board, 'breakfast');
    await change(board.breakfast, { retired: true });
    for (const hundred of [0, 1, 2]) {
      const many = Array.from({ length: 100 }, (_, index) => ({ title: `Action ${hundred} ${index}`, points: 1 }));
      const { body } = await add(many);
      for (const { id, title } of body.actions ?? []) if (title.startsWith('Action')) await change(id, { retired: true });
    }
    const kept = await retired();
    expect([kept.length, kept[0]?.title]).toEqual([300, 'Action 2 99']);
    expect(kept.map(({ id }) => id)).not.toContain(board.breakfast);
    expect(await tryChange(board.breakfast, { retired: false })).toMatchObject({ code: 'action_not_found_in_board' });
    expect((await open()).board.totalPoints).toBe(20);
    expect(await examine(testApp.deps)).toEqual([]);
  });
});

describe('the order of the actions', () => {
  it('is the one that the administrator gave, for everybody; new ones come last', async () => {
    const { status, body } = await tryOrder([kissId, board.breakfast, board.dishes]);
    expect([status, body.actions?.map(({ id }) => id)]).toEqual([200, [kissId, board.breakfast, board.dishes]]);
    await add([{ title: 'Sieste', points: 3 }]);
    const seen = (await open(max)).actions.map(({ title }) => title);
    expect(seen).toEqual(['Bisou du matin', 'Petit-déj au lit', 'Vaisselle oubliée', 'Sieste']);
  });

  it('leaves no two in one place, the retired ones included', async () => {
    await change(board.breakfast, { retired: true });
    await tryOrder([kissId, board.dishes]);
    await change(board.breakfast, { retired: false });
    await add([{ title: 'Sieste', points: 3 }]);
    expect(await titles()).toEqual(['Bisou du matin', 'Vaisselle oubliée', 'Petit-déj au lit', 'Sieste']);
    const { board_action: rows = [] } = dump(dataDir);
    const places = rows.filter(({ board_id }) => board_id === board.id).map(({ position }) => position);
    expect(new Set(places).size).toBe(4);
  });

  it('with one of 300 actions moved writes few rows, wherever it goes', async () => {
    await add(Array.from({ length: 297 }, (_, index) => ({ title: `Action ${index}`, points: 3 })));
    const written: number[] = [];
    const { unitOfWork } = testApp.deps.database;
    const database: Deps['database'] = {
      ...testApp.deps.database,
      unitOfWork: (work) =>
        unitOfWork(async (unit) => {
          const before = await rowsChanged(unit.db);
          const result = await work(unit);
          written.push((await rowsChanged(unit.db)) - before);
          return result;
        }),
    };
    const ids = (await inUse()).map(({ id }) => id);
    expect(ids).toHaveLength(300);
    const [first = '', ...others] = ids;
    const last = ids.at(-1) ?? '';
    for (const order of [[...others, first], [last, first, ...others.slice(0, -1)], others.toSpliced(150, 0, first)]) {
      await orderActions({ ...testApp.deps, database }, { userId: lea.id, boardId: board.id }, order);
      expect((await inUse()).map(({ id }) => id)).toEqual(order);
    }
    // The action and its board; the first order after the other is two moves.
    expect(Math.max(...written)).toBeLessThanOrEqual(5);
  });

  it('that they have already changes nothing', async () => {
    const before = print(dataDir);
    expect((await tryOrder([board.breakfast, board.dishes, kissId])).status).toBe(200);
    expect(print(dataDir)).toBe(before);
  });

  it('by a list that lacks one, has one twice, or names another or a retired one is refused, and nothing moves', async () => {
    const other = await boardOf(lea);
    const { breakfast, dishes } = board;
    const before = print(dataDir);
    for (const stale of [
      [kissId, breakfast],
      [kissId, breakfast, dishes, dishes],
      [kissId, breakfast, breakfast],
      [kissId, breakfast, other.dishes],
      [kissId, breakfast, dishes, other.dishes],
      Array.from({ length: 301 }, () => kissId),
    ])
      expect(await tryOrder(stale)).toMatchObject({ status: 409, code: 'actions_changed' });
    expect(print(dataDir)).toBe(before);
    await change(dishes, { retired: true });
    expect(await tryOrder([kissId, breakfast, dishes])).toMatchObject({ status: 409, code: 'actions_changed' });
  });
});

describe('a log of what the person saw', () => {
  it('counts if the action is still worth it, and is refused if it is not', async () => {
    expect((await tryLog(max, board.breakfast, 20)).body.totalPoints).toBe(20);
    await change(board.breakfast, { points: 30 });
    const before = print(dataDir);
    expect(await tryLog(max, board.breakfast, 20)).toMatchObject({ status: 404, code: 'action_not_found_in_board' });
    expect(print(dataDir)).toBe(before);
    expect((await tryLog(max, board.breakfast, 30)).body.totalPoints).toBe(50);
    expect((await tryLog(max, board.breakfast)).body.totalPoints).toBe(80);
  });

  it('on several boards counts on none if one of them changed', async () => {
    const other = await boardOf(lea);
    await change(board.breakfast, { points: 30 });
    const before = print(dataDir);
    const activities = [other, board].map(({ id, breakfast }) => ({ id: randomUUID(), boardId: id, actionId: breakfast, points: 20 }));
    expect(await lea.tries('POST /api/activities', { body: { activities } })).toMatchObject({ code: 'action_not_found_in_board' });
    expect(print(dataDir)).toBe(before);
  });

  it('told again under its id is answered as before, though the action is worth something else by now', async () => {
    const id = randomUUID();
    const first = await tryLog(max, board.breakfast, 20, id);
    await change(board.breakfast, { points: 30 });
    expect(await tryLog(max, board.breakfast, 20, id)).toMatchObject({ status: 201, body: first.body });
  });

  it('while the administrator edits and retires it counts with what was seen, or not at all', async () => {
    const worths = [20, 21, 22, 23];
    const edits = worths.slice(1).map((points) => () => tryChange(board.breakfast, { points }));
    const switches = [true, false, true, false].map((isRetired) => () => tryChange(board.breakfast, { retired: isRetired }));
    const sent = Array.from({ length: 120 }, (_, index) => ({
      id: randomUUID(),
      points: worths[index % 4] ?? 0,
      who: index % 2 ? lea : max,
    }));
    const doings: (() => Promise<{ status: number }>)[] = [];
    for (const { id, points, who } of sent) doings.push(() => tryLog(who, board.breakfast, points, id));
    for (const [index, doing] of [...edits, ...switches].entries()) doings.splice(index * 15 + 10, 0, doing);
    const answers = await Promise.all(doings.map((doing) => doing()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 404]));
    const counted = (dump(dataDir)['activity'] ?? []).filter(({ board_id }) => board_id === board.id);
    expect(counted.length).toBe(answers.filter(({ status }) => status === 201).length);
    const seen = new Map<string, number>(sent.map(({ id, points }) => [id, points]));
    for (const { id, points } of counted) expect(points).toBe(seen.get(String(id)));
    expect((await open()).board.totalPoints).toBe(counted.reduce((sum, { points }) => sum + Number(points), 0));
    expect(wrongCounters(dataDir)).toEqual([]);
  });
});
