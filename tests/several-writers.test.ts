/** What must hold on a database where units of work run at the same time: SQLite, which runs one after the other, would never show it. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { addToBoardsCount, takeFromBoardsCount } from '#server/accounts/account-store';
import { insertForMembers } from '#server/achievements/achievement-store';
import { findLogged, insertActivity } from '#server/activities/log-store';
import { changeBoard, findBoard, insertBoard } from '#server/boards/board-store';
import { changeSettings, deleteBoard } from '#server/whole-boards/boards';
import { countMembers, insertMember } from '#server/membership/member-store';
import { answerRequest, deletePendingRequest, findRequest } from '#server/membership/request-store';
import { dayIn } from '#shared/calendar';
import { dump } from './database-state.ts';
import { accept, boardOf, log, password, remove, startTestApp, type Someone, waiting } from './test-app.ts';
import { watching } from './watched-queries.ts';

const testApp = await startTestApp({ boundless: true });
const { database } = testApp.deps;
const { read, unitOfWork } = database;

describe('a unit of work', () => {
  const lockedBy = async (call: () => Promise<unknown>) => {
    const locked = vi.spyOn(database, 'lockBoard');
    await call();
    return locked.mock.calls.splice(0).map(([, id]) => id);
  };

  /** The boards that were there and are changed or gone. */
  async function changedAndLockedBy(call: () => Promise<unknown>) {
    const before = dump(testApp.config.dataDir)['board'] ?? [];
    const locked = await lockedBy(call);
    const after = new Map((dump(testApp.config.dataDir)['board'] ?? []).map(({ id, revision }) => [id, revision]));
    const changed = before.filter(({ id, revision }) => after.get(id) !== revision).map(({ id }) => id);
    return { changed, locked };
  }

  it('has locked every board that it changes', async () => {
    const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
    const [board, other, third] = [await boardOf(lea, [max]), await boardOf(max, [lea]), await boardOf(zoe, [lea])];
    const params = { boardId: board.id };
    const { activity } = await log(max, board, 'breakfast');
    const reaction = { ...params, activityId: (await log(max, board, 'breakfast')).activity.id, emoji: '❤️' } as const;
    await log(lea, third, 'dishes');
    const ask = async (person: Someone) => await person.does('POST /api/boards/:boardId/requests', { params, body: { type: 'request' } });

    const calls: Record<string, () => Promise<unknown>> = {
      log: () => log(max, board, 'breakfast'),
      'log on several': () =>
        lea.does('POST /api/activities', {
          body: {
            activities: [other, board].map(({ id, breakfast }) => ({ id: randomUUID(), boardId: id, actionId: breakfast })),
          },
        }),
      undo: () => lea.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { ...params, activityId: activity.id } }),
      'add actions': () => lea.does('POST /api/boards/:boardId/actions', { params, body: { actions: [{ title: 'Bisou', points: 3 }] } }),
      'change an action': () =>
        lea.does('PATCH /api/boards/:boardId/actions/:actionId', { params: { ...params, actionId: board.dishes }, body: { points: -10 } }),
      'order the actions': async () => {
        const { actions } = await lea.does('GET /api/boards/:boardId', { params });
        const actionIds = actions.map(({ id }) => id).toReversed();
        await lea.does('PUT /api/boards/:boardId/actions/order', { params, body: { actionIds } });
      },
      react: () => lea.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params: reaction }),
      'take a reaction back': () => lea.does('DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params: reaction }),
      'change the time zone': () => lea.does('PATCH /api/boards/:boardId', { params, body: { timeZone: 'Asia/Tokyo' } }),
      'change settings': () => lea.does('PATCH /api/boards/:boardId', { params, body: { title: 'Chez nous' } }),
      accept: async () => {
        await ask(zoe);
        await accept(lea, board.id);
      },
      'hand over': () => lea.does('PUT /api/boards/:boardId/administrator', { params, body: { userId: max.id } }),
      remove: () => remove(max, board, zoe),
      'delete a board': () => max.does('DELETE /api/boards/:boardId', { params: { boardId: other.id } }),
      'delete an account': () => lea.does('POST /api/account/deletion', { body: { password, handOvers: [] } }),
    };
    for (const [name, call] of Object.entries(calls)) {
      const { changed, locked } = await changedAndLockedBy(call);
      expect(changed, name).not.toEqual([]);
      expect(locked, name).toEqual(expect.arrayContaining(changed));
    }
  });

  it('that changes several boards locks them in one order, whoever asks for them how', async () => {
    const nora = await testApp.signUp('Nora');
    const boards = [await boardOf(nora), await boardOf(nora), await boardOf(nora)];
    const logOn = (wanted: typeof boards) =>
      nora.does('POST /api/activities', {
        body: { activities: wanted.map(({ id, dishes }) => ({ id: randomUUID(), boardId: id, actionId: dishes })) },
      });
    for (const wanted of [boards, boards.toReversed()])
      expect(await lockedBy(() => logOn(wanted))).toEqual(boards.map(({ id }) => id).toSorted());
  });
});

describe('what is about several people', () => {
  const table = async () => {
    const people = await testApp.signUpAll('Uma', 'Vic', 'Wim', 'Xia', 'Yan', 'Zed');
    const board = await boardOf(people[0], people.slice(1));
    await remove(people[0], board, people[3]);
    return { people, board, ids: people.map(({ id }) => id).toSorted() };
  };

  it('goes through them in the order of their ids', async () => {
    const { board, ids, people } = await table();
    const members = ids.filter((id) => id !== people[3].id);
    const watched = watching(testApp.deps);
    expect(
      await watched.database.unitOfWork(({ db }) => insertForMembers(db, { boardId: board.id, revision: 1 }, 'hundred-days', 1)),
    ).toEqual(members);
    expect(watched.asked[0]?.sql).toContain('order by "user_id"');

    for (const person of people.slice(0, 3)) await log(person, board, 'breakfast');
    await log(people[4], board, 'dishes');
    const now = Date.now();
    // At each hour it is another day in one of them than in Paris.
    const timeZone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((zone) => dayIn(zone, now) !== dayIn('Europe/Paris', now)) ?? '';
    await changeSettings({ ...testApp.deps, database: watched.database }, { userId: people[0].id, boardId: board.id }, { timeZone });
    const written = watched.asked.filter(({ sql }) => sql.includes('into "member_day"')).map(({ parameters }) => parameters);
    expect(written.map((values) => ids.find((id) => values.includes(id)))).toEqual(
      ids.filter((id) => id !== people[3].id && id !== people[5].id),
    );

    watched.asked.length = 0;
    await deleteBoard({ ...testApp.deps, database: watched.database }, { userId: people[0].id, boardId: board.id });
    const kept = watched.asked.filter(({ sql }) => sql.startsWith('update "achievement"')).map(({ parameters }) => parameters);
    expect(kept.map((values) => ids.find((id) => values.includes(id)))).toEqual(members);
  });
});

describe('a statement that comes too late', () => {
  it('logs no activity under an id that is taken', async () => {
    const sam = await testApp.signUp('Sam');
    const board = await boardOf(sam);
    const { activity } = await log(sam, board, 'breakfast');
    const row = dump(testApp.config.dataDir)['activity']?.find(({ id }) => id === activity.id);
    const again = { ...(row as unknown as Parameters<typeof insertActivity>[1]), points: 99, board_revision: 99 };
    expect(await unitOfWork(({ db }) => insertActivity(db, again))).toBe(0);
    expect(await findLogged(read, { id: activity.id })).toMatchObject([{ points: 20 }]);
  });

  it('makes nobody a member twice', async () => {
    const [ada, ben] = await testApp.signUpAll('Ada', 'Ben');
    const board = await boardOf(ada, [ben]);
    expect(await unitOfWork(({ db }) => insertMember(db, { boardId: board.id, userId: ben.id }))).toBe(false);
    expect(await countMembers(read, board.id)).toBe(2);
  });

  it('makes no board under an id that is taken', async () => {
    const eva = await testApp.signUp('Eva');
    const { id } = await boardOf(eva);
    const board = await findBoard(read, id);
    if (!board) throw new Error('no board');
    expect(await unitOfWork(({ db }) => insertBoard(db, { ...board, icon: '🐇' }))).toBe(false);
    expect(await findBoard(read, id)).toEqual(board);
  });

  it('counts no board beyond what a person may have, nor below none', async () => {
    const ivo = await testApp.signUp('Ivo');
    const counted: boolean[] = [];
    for (let count = 0; count < 3; count += 1) counted.push(await unitOfWork(({ db }) => addToBoardsCount(db, ivo.id, 2)));
    expect(counted).toEqual([true, true, false]);
    for (let count = 0; count < 3; count += 1) await unitOfWork(({ db }) => takeFromBoardsCount(db, ivo.id));
    expect((await ivo.does('GET /api/session')).user).toMatchObject({ boardsCount: 0 });
  });

  it('withdraws no request that was answered meanwhile, and answers none twice', async () => {
    const [kim, lou] = await testApp.signUpAll('Kim', 'Lou');
    const { id: boardId } = await boardOf(kim, [], { invited: [lou] });
    const { id } = await waiting(lou, boardId);
    expect(await unitOfWork(({ db }) => answerRequest(db, id, 'rejected'))).toBe(true);
    expect(await unitOfWork(({ db }) => answerRequest(db, id, 'accepted'))).toBe(false);
    expect(await unitOfWork(({ db }) => deletePendingRequest(db, id))).toBe(false);
    expect(await findRequest(read, id)).toMatchObject({ status: 'rejected' });
  });

  it('adds to the total that a board has by then', async () => {
    const mia = await testApp.signUp('Mia');
    const board = await boardOf(mia);
    await log(mia, board, 'breakfast');
    await unitOfWork(async ({ db }) => {
      await changeBoard(db, board.id, 'members', { points: -5 });
      await changeBoard(db, board.id, 'members', { points: -7 });
    });
    expect(await findBoard(read, board.id)).toMatchObject({ total_points: 8 });
  });
});
