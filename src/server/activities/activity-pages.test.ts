import { describe, expect, it } from 'vitest';
import type { ActivityPage, FeedPage } from '#shared/activities';
import { readActivities } from './activities.ts';
import { boardOf, type TestBoard, log, startTestApp, remove, type Someone, waiting } from '../../../tests/test-app.ts';

const testApp = await startTestApp();
const [lea, max] = await testApp.signUpAll('Léa', 'Max');

type Page = ActivityPage | FeedPage;
const nothing = () => Promise.resolve<unknown>(undefined);

/** All pages, from the newest to the last; `between` happens after each. */
async function walk(read: (query: { before?: string }) => Promise<Page>, between = nothing) {
  const pages: string[][] = [];
  for (let before: Page['next'] | undefined; before !== null; await between()) {
    const page = await read(before === undefined ? {} : { before: String(before) });
    pages.push(page.activities.map(({ id }) => id));
    before = page.next;
  }
  return { ids: pages.flat(), sizes: pages.map(({ length }) => length) };
}

const pages = (person: Someone, boardId: string, between = nothing) =>
  walk((query) => person.does('GET /api/boards/:boardId/activities', { params: { boardId }, query }), between);
const feed = async (person: Someone, between = nothing) =>
  (await walk((query) => person.does('GET /api/activities', { query }), between)).ids;

describe("a board's activities", () => {
  it('come 30 at a time, newest first, without gap or double, while others log', async () => {
    const board = await boardOf(lea, [max]);
    const logged = [];
    for (let index = 0; index < 95; index += 1) logged.push((await log(index % 2 ? lea : max, board, 'breakfast')).activity.id);
    const { ids, sizes } = await pages(lea, board.id, () => Promise.all([log(max, board, 'dishes'), log(lea, board, 'breakfast')]));
    expect(ids).toEqual(logged.toReversed());
    expect(sizes).toEqual([30, 30, 30, 5]);
  });

  it('end with their last page, full or not', async () => {
    const board = await boardOf(lea);
    expect((await pages(lea, board.id)).sizes).toEqual([0]);
    for (let index = 0; index < 30; index += 1) await log(lea, board, 'breakfast');
    expect((await pages(lea, board.id)).sizes).toEqual([30]);
    await log(lea, board, 'breakfast');
    expect((await pages(lea, board.id)).sizes).toEqual([30, 1]);
  });

  it('begin with the page that opening the board gives', async () => {
    const board = await boardOf(lea);
    for (let index = 0; index < 35; index += 1) await log(lea, board, 'breakfast');
    const opened = await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
    expect(opened.activities).toEqual(await lea.does('GET /api/boards/:boardId/activities', { params: { boardId: board.id } }));
  });
});

describe('the feed', () => {
  it('unites all boards of the person, newest first, without gap or double, while others log', async () => {
    const zoe = await testApp.signUp('Zoé');
    const boards: TestBoard[] = [];
    for (let index = 0; index < 9; index += 1) boards.push(await boardOf(zoe, [max], { title: `Tableau ${index}` }));
    const someBoard = (index: number) => boards[index % 9] ?? expect.fail('no board');
    const logs = await Promise.all(Array.from({ length: 100 }, (_, index) => log(index % 2 ? zoe : max, someBoard(index), 'breakfast')));
    const ids = await feed(zoe, () => log(max, someBoard(3), 'dishes'));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(logs.map(({ activity }) => activity.id).toSorted());
  });

  it('shows of each activity the board it is on, and none of boards that the person is not on', async () => {
    const [nora, ines] = await testApp.signUpAll('Nora', 'Inès');
    const shared = await boardOf(ines, [nora], { title: 'Coloc' });
    const left = await boardOf(ines, [nora]);
    const own = await boardOf(ines);
    for (const board of [shared, left, own]) await log(ines, board, 'breakfast');
    await remove(nora, left, nora);
    const { activities, next } = await nora.does('GET /api/activities', {});
    expect(next).toBeNull();
    expect(activities).toEqual([
      expect.objectContaining({
        boardId: shared.id,
        boardTitle: 'COLOC',
        boardIcon: '👑',
        boardTheme: 'pink',
        username: 'Inès',
        points: 20,
      }),
    ]);
  });

  it('of somebody without a board is empty', async () => {
    const sam = await testApp.signUp('Sam');
    expect(await sam.does('GET /api/activities', {})).toEqual({ activities: [], next: null });
  });

  it('reaches over 200 boards, more than SQLite joins in one statement', async () => {
    const [many, helper] = await testApp.signUpAll('Multiple', 'Renfort');
    const boards = [];
    for (let index = 0; index < 200; index += 1) boards.push(await boardOf(many));
    for (const board of [boards[0], boards[100], boards[199]]) if (board) await log(many, board, 'breakfast');
    expect(await feed(many)).toHaveLength(3);
    expect(await many.tries('POST /api/boards', { body: { title: 'De trop', actions: [{ title: 'Bisou', points: 5 }] } })).toMatchObject({
      status: 409,
      code: 'too_many_boards',
      message: "200 tableaux, c'est le maximum (et c'est beaucoup).",
    });

    const last = await boardOf(helper, [], { invited: [many] });
    const { id: requestId } = await waiting(many, last.id);
    const answer = await many.tries('POST /api/requests/:requestId/acceptance', { params: { requestId } });
    expect(answer).toMatchObject({ status: 409, code: 'too_many_boards' });
    // Refused, the invitation still waits.
    expect((await waiting(many, last.id)).id).toBe(requestId);
  });
});

describe('the changes of a board', () => {
  const changes = (boardId: string, after: number) =>
    lea.does('GET /api/boards/:boardId/changes', { params: { boardId }, query: { after: String(after) } });

  it('after the newest revision are none', async () => {
    const board = await boardOf(lea, [max]);
    const { revision } = await log(max, board, 'breakfast');
    expect(await changes(board.id, revision)).toEqual({
      boardId: board.id,
      after: revision,
      revision,
      complete: true,
      totalPoints: 20,
      activities: [],
    });
  });

  it('hold just what came after the revision, and only the parts that moved', async () => {
    const board = await boardOf(lea, [max]);
    const { revision } = await log(max, board, 'breakfast');
    const { activity } = await log(lea, board, 'dishes');
    const logged = await changes(board.id, revision);
    expect(logged).toMatchObject({ after: revision, revision: revision + 1, complete: true, totalPoints: 5, activities: [activity] });
    expect(logged.members?.map(({ score }) => score).toSorted()).toEqual([-15, 20]);
    expect([logged.board, logged.actions]).toEqual([undefined, undefined]);

    await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { theme: 'blue' } });
    const settled = await changes(board.id, revision + 1);
    expect(settled).toMatchObject({ revision: revision + 2, activities: [], board: { theme: 'blue', title: 'MAISON' } });
    expect([settled.members, settled.actions]).toEqual([undefined, undefined]);

    await lea.does('POST /api/boards/:boardId/actions', {
      params: { boardId: board.id },
      body: { actions: [{ title: 'Bisou', points: 5 }] },
    });
    const grown = await changes(board.id, revision + 2);
    expect(grown.actions?.map(({ title }) => title)).toEqual(['Petit-déj au lit', 'Vaisselle oubliée', 'Bisou']);
    expect([grown.board, grown.members]).toEqual([undefined, undefined]);
  });

  it('are incomplete when more than 30 activities came, and then hold the newest', async () => {
    const board = await boardOf(lea);
    const { revision } = await log(lea, board, 'breakfast');
    for (let index = 0; index < 30; index += 1) await log(lea, board, 'breakfast');
    expect(await changes(board.id, revision)).toMatchObject({ complete: true });
    const { activity } = await log(lea, board, 'dishes');
    const many = await changes(board.id, revision);
    expect(many).toMatchObject({ complete: false, revision: revision + 31 });
    expect(many.activities).toHaveLength(30);
    expect(many.activities[0]).toEqual(activity);
  });

  it('never tell a total that is not the sum of the scores beside it, while others log', async () => {
    const board = await boardOf(lea, [max]);
    const sum = (members: readonly { score: number | null }[] = []) => members.reduce((total, { score }) => total + (score ?? 0), 0);
    for (let round = 0; round < 20; round += 1) {
      const logs = Promise.all([log(max, board, 'breakfast'), log(lea, board, 'dishes'), log(max, board, 'breakfast')]);
      for (let read = 0; read < 3; read += 1) {
        // Injected calls never leave the turn of the event loop in which a group of writes would begin.
        await new Promise(setImmediate);
        const [opened, changed] = await Promise.all([
          lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } }),
          changes(board.id, 0),
        ]);
        expect(sum(opened.members)).toBe(opened.board.totalPoints);
        expect(opened.activities.activities[0]?.revision ?? opened.board.revision).toBe(opened.board.revision);
        expect(sum(changed.members)).toBe(changed.totalPoints);
        expect(changed.activities[0]?.revision ?? changed.revision).toBe(changed.revision);
      }
      await logs;
    }
  });
});

it('a page of a board that is deleted while it is read is whole, and the next one is not found', async () => {
  const { deps } = testApp;
  const board = await boardOf(lea);
  const { activity } = await log(lea, board, 'breakfast');
  const deletes = async () => await lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
  const boardKeys: typeof deps.boardKeys = {
    ...deps.boardKeys,
    async of(db, boardId) {
      await deletes();
      return await deps.boardKeys.of(db, boardId);
    },
  };
  const page = await readActivities({ ...deps, boardKeys }, { userId: lea.id, boardId: board.id }, null);
  expect(page.activities.map(({ id }) => id)).toEqual([activity.id]);
  await expect(readActivities(deps, { userId: lea.id, boardId: board.id }, null)).rejects.toMatchObject({ code: 'board_not_found' });
});
