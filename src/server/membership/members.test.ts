import { afterEach, describe, expect, it } from 'vitest';
import type { NewRequest } from '#shared/requests';
import { accept, boardOf, log, startTestApp, remove, waiting } from '../../../tests/test-app.ts';
import { wrongCounters } from '../../../tests/database-state.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
afterEach(() => {
  const wrong = wrongCounters(testApp.config.dataDir);
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});
const open = (boardId: string, person = lea) => person.does('GET /api/boards/:boardId', { params: { boardId } });
const send = async (person: typeof lea, boardId: string, body: NewRequest) =>
  (await person.does('POST /api/boards/:boardId/requests', { params: { boardId }, body })).request;
const invite = (boardId: string, username: string) => send(lea, boardId, { type: 'invitation', username });
const handOver = (person: typeof lea, boardId: string, userId: string) =>
  person.tries('PUT /api/boards/:boardId/administrator', { params: { boardId }, body: { userId } });

describe.each([
  ['removed', (board: { id: string }) => remove(lea, board, max)],
  ['who leaves', (board: { id: string }) => remove(max, board, max)],
])('a member %s', (_how, go) => {
  it('goes out of the ranking; the activities and the total stay (D6)', async () => {
    const board = await boardOf(lea, [max, zoe]);
    await log(max, board, 'breakfast');
    await log(zoe, board, 'dishes');
    const before = (await max.does('GET /api/session')).user;
    await go(board);
    const opened = await open(board.id);
    expect(opened.members.map(({ username }) => username)).toEqual(['Léa', 'Zoé']);
    expect(opened.board.totalPoints).toBe(5);
    expect(opened.activities.activities.map(({ username, points }) => [username, points])).toEqual([
      ['Zoé', -15],
      ['Max', 20],
    ]);
    const after = (await max.does('GET /api/session')).user;
    expect([after?.boardsCount, after?.points]).toEqual([(before?.boardsCount ?? 0) - 1, before?.points]);
  });

  it('finds the score again when coming back (D6)', async () => {
    const board = await boardOf(lea, [max]);
    await log(max, board, 'breakfast');
    await log(max, board, 'dishes');
    await go(board);
    await invite(board.id, 'Max');
    await accept(max, board.id);
    expect((await open(board.id)).members.find(({ userId }) => userId === max.id)?.score).toBe(5);
    expect(await log(max, board, 'breakfast')).toMatchObject({ score: 25, totalPoints: 25 });
  });

  it('cannot be removed a second time', async () => {
    const board = await boardOf(lea, [max]);
    await go(board);
    const params = { boardId: board.id, userId: max.id };
    const again = await lea.tries('DELETE /api/boards/:boardId/members/:userId', { params });
    expect(again).toMatchObject({ status: 404, code: 'member_not_found' });
  });
});

describe('the administrator', () => {
  it('hands the board over, and is then a member like others', async () => {
    const board = await boardOf(lea, [max]);
    const { status, body } = await handOver(lea, board.id, max.id);
    expect([status, body.board?.createdBy]).toEqual([200, max.id]);
    expect((await lea.tries('DELETE /api/boards/:boardId', { params: { boardId: board.id } })).code).toBe('administrator_only');
    await remove(max, board, lea);
    expect((await open(board.id, max)).members.map(({ username }) => username)).toEqual(['Max']);
  });

  it('hands over to a member only, and not to herself', async () => {
    const board = await boardOf(lea, [max]);
    expect(await handOver(lea, board.id, zoe.id)).toMatchObject({ status: 404, code: 'member_not_found' });
    expect(await handOver(lea, board.id, 'personne')).toMatchObject({ status: 404, code: 'member_not_found' });
    expect(await handOver(lea, board.id, lea.id)).toMatchObject({ status: 403, code: 'administrator_only' });
    expect((await open(board.id)).board.createdBy).toBe(lea.id);
  });

  it('gives the next one what waits for an answer', async () => {
    const board = await boardOf(lea, [max]);
    const request = await send(zoe, board.id, { type: 'request' });
    await handOver(lea, board.id, max.id);
    await expect(waiting(lea, board.id)).rejects.toThrow('nothing waits');
    expect((await waiting(max, board.id)).id).toBe(request.id);
    const late = await lea.tries('POST /api/requests/:requestId/acceptance', { params: { requestId: request.id } });
    expect(late.code).toBe('request_not_found');
    await accept(max, board.id);
    expect((await open(board.id)).members).toHaveLength(3);
  });
});

describe('what the next administrator had proposed', () => {
  it('becomes their own invitation, which needs nobody else', async () => {
    const board = await boardOf(lea, [max]);
    const request = await send(max, board.id, { type: 'member_invitation', username: 'Zoé' });
    await handOver(lea, board.id, max.id);
    await expect(waiting(max, board.id)).rejects.toThrow('nothing waits');
    expect(await waiting(zoe, board.id)).toMatchObject({ id: request.id, type: 'invitation', fromUsername: 'Max', toUsername: 'Zoé' });
    await accept(zoe, board.id);
    expect((await open(board.id)).members).toHaveLength(3);
  });

  it("is not what others proposed: that waits for the next administrator's answer", async () => {
    const board = await boardOf(lea, [max, zoe]);
    const nora = await testApp.signUp('Nora');
    await send(zoe, board.id, { type: 'member_invitation', username: 'Nora' });
    await handOver(lea, board.id, max.id);
    expect(await waiting(max, board.id)).toMatchObject({ type: 'member_invitation', fromUsername: 'Zoé', invitedUsername: 'Nora' });
    await expect(waiting(nora, board.id)).rejects.toThrow('nothing waits');
  });
});

it("a card tells the members' scores, in the order in which they joined, and only those of one's own boards", async () => {
  const [board, other] = [await boardOf(lea, [max]), await boardOf(max, [zoe])];
  await log(max, board, 'breakfast');
  await log(zoe, other, 'dishes');
  const { boards } = await lea.does('GET /api/boards');
  const { members } = await open(board.id);
  expect(members.some(({ score }) => score !== 0)).toBe(true);
  expect(boards.find(({ id }) => id === board.id)?.members).toEqual(
    members.map(({ userId, username, avatar, score }) => ({ userId, username, avatar, score })),
  );
  expect(boards.some(({ id }) => id === other.id)).toBe(false);
});

it("a board takes 100 members and no more, and of so many scores its card tells one's own and the best of the others", async () => {
  const board = await boardOf(lea);
  const { database } = testApp.deps;
  // Ninety-nine sign-ups would take long and show nothing: the rows are what counts.
  await database.unitOfWork(async ({ db }) => {
    const user = await db.selectFrom('user').selectAll().where('id', '=', max.id).executeTakeFirstOrThrow();
    for (let index = 0; index < 99; index += 1) {
      const id = `crowd-${index}`;
      const names = { id, email: id, username: id, username_key: id, username_skeleton: null };
      await db
        .insertInto('user')
        .values({ ...user, ...names, points: 0, actions_count: 0, boards_count: 1 })
        .execute();
      await db.insertInto('board_member').values({ board_id: board.id, user_id: id, score: 0, joined_at: 0 }).execute();
    }
  });
  await invite(board.id, 'Zoé');
  const { id } = await waiting(zoe, board.id);
  const answer = await zoe.tries('POST /api/requests/:requestId/acceptance', { params: { requestId: id } });
  expect(answer).toMatchObject({ status: 409, code: 'too_many_members', message: "Complet : 100 membres, c'est le maximum." });
  expect((await waiting(zoe, board.id)).id).toBe(id);
  const card = async () => (await lea.does('GET /api/boards')).boards.find((one) => one.id === board.id);
  const crowd = { username: 'crowd-0', score: 0 };
  expect(await card()).toMatchObject({ memberCount: 100, standing: { userId: lea.id, score: 0, rank: 1, shared: true, rival: crowd } });
  for (const name of ['members', 'lastBy']) expect(await card()).not.toHaveProperty(name);
  await database.unitOfWork(({ db }) => db.updateTable('board_member').set({ score: 5 }).where('user_id', 'like', 'crowd-1%').execute());
  const placed = async () => (await card())?.standing;
  expect(await placed()).toMatchObject({ score: 0, rank: 12, shared: true, rival: { username: 'crowd-1', avatar: '🦄', score: 5 } });
  await database.unitOfWork(({ db }) => db.updateTable('board_member').set({ score: 0 }).where('board_id', '=', board.id).execute());
  await log(lea, board, 'breakfast');
  expect(await placed()).toMatchObject({ score: 20, rank: 1, shared: false, rival: crowd });
});
