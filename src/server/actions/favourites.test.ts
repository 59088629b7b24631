/** Actions that a person keeps at hand. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actionLimits } from '#shared/action-limits';
import { examine } from '#server/doctor/doctor';
import { accept, boardOf, log, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { dump, planOf, print } from '../../../tests/database-state.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { Stream } from '../../../tests/stream.ts';
import { watching } from '../../../tests/watched-queries.ts';
import { readQuickActions } from './favourites.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const { dataDir } = testApp.config;
const others = Array.from({ length: 12 }, (_, index) => ({ title: `Action ${index}`, points: index + 1 }));

const keyOf = (method: 'PUT' | 'DELETE') => `${method} /api/boards/:boardId/actions/:actionId/favourite` as const;
const inputOf = ({ id: boardId }: { id: string }, actionId: string) => ({ params: { boardId, actionId } });
const mark = async (person: Someone, at: { id: string }, actionId: string) =>
  (await person.does(keyOf('PUT'), inputOf(at, actionId))).favourites;
const unmark = async (person: Someone, at: { id: string }, actionId: string) =>
  (await person.does(keyOf('DELETE'), inputOf(at, actionId))).favourites;
const open = (person: Someone, { id }: { id: string }) => person.does('GET /api/boards/:boardId', { params: { boardId: id } });
const change = (at: { id: string }, actionId: string, body: object) =>
  lea.does('PATCH /api/boards/:boardId/actions/:actionId', { ...inputOf(at, actionId), body });
const quick = (person: Someone) => person.does('GET /api/favourites');
const rows = () => dump(dataDir)['favourite_action'] ?? [];

let lea: Someone;
let max: Someone;
let board: TestBoard;
beforeEach(async () => {
  const suffix = randomUUID().slice(0, 6);
  [lea, max] = await testApp.signUpAll(`Léa${suffix}`, `Max${suffix}`);
  board = await boardOf(lea, [max], { actions: others });
});
afterEach(async () => {
  const wrong = await examine(testApp.deps);
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

describe('a favourite', () => {
  it('is told with the board, in the order of marking, to who marked it and nobody else', async () => {
    const { revision } = (await open(lea, board)).board;
    expect(await mark(max, board, board.dishes)).toEqual([board.dishes]);
    expect(await mark(max, board, board.breakfast)).toEqual([board.dishes, board.breakfast]);
    expect(await open(max, board)).toMatchObject({ favourites: [board.dishes, board.breakfast] });
    const theirs = await open(lea, board);
    expect(theirs).not.toHaveProperty('favourites');
    expect(theirs.board.revision).toBe(revision);
    expect(await unmark(max, board, board.dishes)).toEqual([board.breakfast]);
    expect(await unmark(max, board, board.breakfast)).toEqual([]);
    expect(await open(max, board)).not.toHaveProperty('favourites');
  });

  it('marked again, or taken away where it is not, changes nothing', async () => {
    await mark(max, board, board.dishes);
    const before = print(dataDir);
    expect(await mark(max, board, board.dishes)).toEqual([board.dishes]);
    expect(await unmark(max, board, board.breakfast)).toEqual([board.dishes]);
    expect(await unmark(max, board, 'aucune')).toEqual([board.dishes]);
    expect(print(dataDir)).toBe(before);
  });

  it('is told to all screens of its person, and to no other', async () => {
    const [mine, elsewhere, foreign] = [await Stream.open(max), await Stream.open(await max.elsewhere()), await Stream.open(lea)];
    for (const stream of [mine, elsewhere, foreign]) await stream.next('hello');
    await mark(max, board, board.dishes);
    for (const stream of [mine, elsewhere])
      expect(await stream.next('favourites')).toEqual({ type: 'favourites', boardId: board.id, favourites: [board.dishes] });
    await unmark(max, board, board.dishes);
    for (const stream of [mine, elsewhere]) expect(await stream.next('favourites')).toMatchObject({ favourites: [] });
    // It comes after whatever had been told of the favourites.
    await log(max, board, 'dishes');
    await foreign.next('change');
    expect(foreign.all('favourites')).toEqual([]);
    for (const stream of [mine, elsewhere, foreign]) stream.close();
  });

  it('is out of sight while its action is retired, and back with it', async () => {
    await mark(max, board, board.dishes);
    await mark(max, board, board.breakfast);
    await change(board, board.dishes, { retired: true });
    expect(await open(max, board)).toMatchObject({ favourites: [board.breakfast] });
    expect((await quick(max)).actions.map(({ actionId }) => actionId)).toEqual([board.breakfast]);
    await change(board, board.dishes, { retired: false });
    expect(await open(max, board)).toMatchObject({ favourites: [board.dishes, board.breakfast] });
  });

  it('can be no retired action, nor one of another board', async () => {
    const elsewhere = await boardOf(lea, [max]);
    await change(board, board.dishes, { retired: true });
    const before = print(dataDir);
    for (const actionId of [board.dishes, elsewhere.breakfast, 'aucune'])
      expect(await max.tries(keyOf('PUT'), inputOf(board, actionId))).toMatchObject({ status: 404, code: 'action_not_found_in_board' });
    expect(print(dataDir)).toBe(before);
  });

  it('is one of twelve on a board at most, those of retired actions left out', async () => {
    const ids = (await open(max, board)).actions.map(({ id }) => id);
    const [first = '', ...more] = ids.slice(0, actionLimits.favouritesPerBoard);
    for (const id of [first, ...more]) await mark(max, board, id);
    const one = ids[actionLimits.favouritesPerBoard] ?? '';
    expect(await max.tries(keyOf('PUT'), inputOf(board, one))).toMatchObject({
      status: 409,
      code: 'too_many_favourites',
      message: "Douze favorites par tableau, pas plus. Retirez-en une d'abord.",
    });
    // Marked already: nothing is added.
    expect(await mark(max, board, first)).toHaveLength(actionLimits.favouritesPerBoard);
    await change(board, first, { retired: true });
    expect(await mark(max, board, one)).toEqual([...more, one]);
  });

  it('ends with the membership: who comes back begins anew', async () => {
    await mark(max, board, board.dishes);
    await mark(lea, board, board.dishes);
    await remove(lea, board, max);
    expect(rows().filter(({ user_id }) => user_id === max.id)).toEqual([]);
    expect((await quick(max)).actions).toEqual([]);
    const body = { type: 'invitation', username: max.name } as const;
    await lea.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body });
    await accept(max, board.id);
    expect(await open(max, board)).not.toHaveProperty('favourites');
    expect(await open(lea, board)).toMatchObject({ favourites: [board.dishes] });
  });
});

describe('what is logged from Accueil by one press', () => {
  const breakfast = () => ({ boardId: board.id, actionId: board.breakfast, title: 'Petit-déj au lit', points: 20, emoji: '🥐' });
  const dishes = () => ({ boardId: board.id, actionId: board.dishes, title: 'Vaisselle oubliée', points: -15, emoji: '🍽️' });

  it('is nothing at first', async () => {
    expect(await quick(lea)).toEqual({ are: 'habits', actions: [] });
  });

  it('is what the person marked on all boards, as it is called and worth now', async () => {
    const other = await boardOf(max, [lea]);
    await mark(lea, board, board.dishes);
    await mark(lea, other, other.breakfast);
    await mark(max, board, board.breakfast);
    expect(await quick(lea)).toEqual({
      are: 'favourites',
      actions: [dishes(), { ...breakfast(), boardId: other.id, actionId: other.breakfast }],
    });
    await change(board, board.dishes, { title: 'Vaisselle cassée', points: -20, emoji: null });
    expect((await quick(lea)).actions[0]).toEqual({ ...dishes(), title: 'Vaisselle cassée', points: -20, emoji: null });
  });

  it('is the six that were marked last, in the order of marking', async () => {
    const ids = (await open(lea, board)).actions.map(({ id }) => id).slice(0, 8);
    for (const id of ids) await mark(lea, board, id);
    expect((await quick(lea)).actions.map(({ actionId }) => actionId)).toEqual(ids.slice(2));
  });

  it('is, without any, what the person logged ten times or more in 60 days, the most logged first', async () => {
    const other = await boardOf(max, [lea]);
    for (let done = 0; done < 10; done += 1) await log(lea, board, 'breakfast');
    for (let done = 0; done < 11; done += 1) await log(lea, other, 'dishes');
    for (let done = 0; done < 9; done += 1) await log(lea, board, 'dishes');
    for (let done = 0; done < 12; done += 1) await log(max, board, 'dishes');
    expect(await quick(lea)).toEqual({
      are: 'habits',
      actions: [{ ...dishes(), boardId: other.id, actionId: other.dishes }, breakfast()],
    });
    await change(board, board.breakfast, { retired: true });
    expect((await quick(lea)).actions.map(({ actionId }) => actionId)).toEqual([other.dishes]);
    await mark(lea, board, board.dishes);
    expect(await quick(lea)).toEqual({ are: 'favourites', actions: [dishes()] });
  });

  it('counts nothing that was undone', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    for (let done = 1; done < 10; done += 1) await log(lea, board, 'breakfast');
    const params = { boardId: board.id, activityId: activity.id };
    await lea.does('POST /api/boards/:boardId/activities/:activityId/undo', { params });
    expect((await quick(lea)).actions).toEqual([]);
  });

  // How a database finds rows is its own affair: PostgreSQL decides by what it has counted in them.
  it.runIf(onSqlite)('is found without reading through a table', async () => {
    const statements = async () => {
      const { database, asked } = watching(testApp.deps);
      await database.snapshot((read) => readQuickActions({ ...testApp.deps, database: { ...database, read } }, lea.id));
      return asked.map(({ sql }) => sql);
    };
    // Where less than a habit was logged nothing is counted.
    for (let done = 0; done < 9; done += 1) await log(lea, board, 'breakfast');
    await boardOf(lea);
    expect((await statements()).filter((sql) => sql.includes('from "activity"'))).toHaveLength(1);
    await log(lea, board, 'breakfast');
    const habits = await statements();
    await mark(lea, board, board.dishes);
    const marked = await statements();
    // Which boards have habits at all, and those of the one that has.
    expect(habits.filter((sql) => sql.includes('from "activity"'))).toHaveLength(2);
    expect(marked.filter((sql) => sql.includes('from "favourite_action"'))).toHaveLength(1);
    // `logged` is no table: the last activities, of which a limit was taken.
    const readThrough = [...habits, ...marked].flatMap((sql) => planOf(dataDir, sql).filter((step) => /^SCAN (?!logged$)/.test(step)));
    expect(readThrough).toEqual([]);
  });
});
