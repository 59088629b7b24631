import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { rankMembers, withNumbers } from '#shared/leaderboard';
import { boardOf, type TestBoard, log, startTestApp, remove } from '../../../tests/test-app.ts';
import { print, wrongCounters } from '../../../tests/database-state.ts';

const testApp = await startTestApp();
const [lea, max, zoe, stranger] = await testApp.signUpAll('Léa', 'Max', 'Zoé', 'Inconnue');
const { dataDir } = testApp.config;
const me = async (person: typeof lea) => (await person.does('GET /api/session')).user;
const open = (boardId: string) => lea.does('GET /api/boards/:boardId', { params: { boardId } });
const tryLog = (person: typeof lea, boardId: string, id: string, actionId: string) =>
  person.tries('POST /api/boards/:boardId/activities', { params: { boardId }, body: { id, actionId } });

let board: TestBoard;
beforeEach(async () => {
  board = await boardOf(lea, [max]);
});

describe('logging an activity', () => {
  it('moves total, score, points, count and revision by exactly it', async () => {
    const before = await me(max);
    const { board: was } = await open(board.id);
    const logged = await log(max, board, 'breakfast');
    expect(logged).toMatchObject({ boardId: board.id, revision: was.revision + 1, totalPoints: 20, score: 20 });
    expect(logged.activity).toMatchObject({
      title: 'Petit-déj au lit',
      points: 20,
      userId: max.id,
      username: 'Max',
      userAvatar: '🦄',
      emoji: '🥐',
      revision: logged.revision,
    });

    await log(max, board, 'dishes');
    await log(lea, board, 'breakfast');
    const after = await open(board.id);
    expect(after.board).toMatchObject({ totalPoints: 25, revision: was.revision + 3 });
    expect(rankMembers(withNumbers(after.members)).map(({ username, score, rank }) => [rank, username, score])).toEqual([
      [1, 'Léa', 20],
      [2, 'Max', 5],
    ]);
    expect(after.activities.activities.map(({ username, points }) => [username, points])).toEqual([
      ['Léa', 20],
      ['Max', -15],
      ['Max', 20],
    ]);
    const now = await me(max);
    expect([now?.points, now?.actionsCount]).toEqual([(before?.points ?? 0) + 5, (before?.actionsCount ?? 0) + 2]);
    expect(wrongCounters(dataDir)).toEqual([]);
  });

  it('of an action that is on another board of the person is refused', async () => {
    const other = await boardOf(lea);
    const before = print(dataDir);
    const answer = await tryLog(lea, board.id, randomUUID(), other.breakfast);
    expect(answer).toMatchObject({ status: 404, code: 'action_not_found_in_board' });
    expect(print(dataDir)).toBe(before);
  });

  it.each(['', 'short', 'a'.repeat(65), 'with space in the middle', "quote'quote'quote"])('takes no id such as "%s"', async (id) => {
    expect(await tryLog(max, board.id, id, board.dishes)).toMatchObject({ status: 400, code: 'activity_id_invalid' });
  });

  it('200 at once by 8 people is exact: no point lost, no revision skipped or shared', async () => {
    const crew = await Promise.all(
      Array.from({ length: 8 }, (_, index) => testApp.signUp(`Équipe${index}-${board.id.replaceAll(/\W/g, '').slice(0, 6)}`)),
    );
    const crowded = await boardOf(lea, crew);
    const { board: was } = await open(crowded.id);
    const logs = await Promise.all(
      Array.from({ length: 200 }, (_, index) => log(crew[index % 8] ?? lea, crowded, index % 3 === 0 ? 'dishes' : 'breakfast')),
    );
    const revisions = logs.map(({ revision }) => revision).toSorted((a, b) => a - b);
    expect(revisions).toEqual(Array.from({ length: 200 }, (_, index) => was.revision + 1 + index));
    // Each reply tells the total as it was right after it.
    let total = 0;
    for (const { activity, totalPoints } of logs.toSorted((a, b) => a.revision - b.revision)) {
      total += activity.points;
      expect(totalPoints).toBe(total);
    }
    const after = await open(crowded.id);
    expect(after.board).toMatchObject({ totalPoints: 67 * -15 + 133 * 20, revision: was.revision + 200 });
    expect(withNumbers(after.members).reduce((sum, { score }) => sum + score, 0)).toBe(after.board.totalPoints);
    expect(wrongCounters(dataDir)).toEqual([]);
  });
});

describe('an activity sent again', () => {
  it('with the same content is answered byte for byte as the first time, and counts once', async () => {
    const id = randomUUID();
    const first = await tryLog(max, board.id, id, board.breakfast);
    expect(first.status).toBe(201);
    await log(lea, board, 'dishes');
    await log(max, board, 'breakfast');
    const before = print(dataDir);
    const second = await tryLog(max, board.id, id, board.breakfast);
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(print(dataDir)).toBe(before);
  });

  it('many times at once counts once, and every reply is the same', async () => {
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryLog(max, board.id, id, board.breakfast)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await open(board.id)).board.totalPoints).toBe(20);
  });

  it('with another action, on another board or by another person is refused and changes nothing', async () => {
    const other = await boardOf(lea, [max]);
    const { activity } = await log(max, board, 'breakfast');
    const before = print(dataDir);
    for (const answer of [
      await tryLog(max, board.id, activity.id, board.dishes),
      await tryLog(max, other.id, activity.id, other.breakfast),
      await tryLog(lea, board.id, activity.id, board.breakfast),
      await tryLog(stranger, board.id, activity.id, board.breakfast),
    ]) {
      expect(answer).toMatchObject({ status: 422, code: 'activity_id_taken' });
      // Nor does it tell anything of what the id names.
      expect(answer.text).not.toMatch(/Petit-déj|Max/);
    }
    expect(print(dataDir)).toBe(before);
  });
});

describe('logging on several boards', () => {
  const everywhere = (person: typeof lea, boards: readonly TestBoard[], points: readonly number[] = []) => {
    const one = ({ id, breakfast }: TestBoard, at: number) => ({ id: randomUUID(), boardId: id, actionId: breakfast, points: points[at] });
    return person.tries('POST /api/activities', { body: { activities: boards.map(one) } });
  };

  it('makes one activity on each, and replies in the order asked', async () => {
    const boards = [board, await boardOf(lea), await boardOf(max, [lea])];
    const before = await me(lea);
    const { status, body } = await everywhere(lea, boards);
    expect(status).toBe(201);
    expect(body.logged.map(({ boardId }) => boardId)).toEqual(boards.map(({ id }) => id));
    const after = await me(lea);
    expect([after?.points, after?.actionsCount]).toEqual([(before?.points ?? 0) + 60, (before?.actionsCount ?? 0) + 3]);
    expect(wrongCounters(dataDir)).toEqual([]);
  });

  it('of which one is foreign, lacks the action or has it with other points logs nothing anywhere, and says which', async () => {
    const [other, foreign] = [await boardOf(lea), await boardOf(zoe)];
    const lacking = { ...other, breakfast: board.breakfast };
    const before = print(dataDir);
    const [elsewhere, changed] = ['board_not_found', 'action_not_found_in_board'];
    for (const [boards, points, code, index] of [
      [[board, foreign], [], elsewhere, 1],
      [[foreign, board], [], elsewhere, 0],
      [[board, lacking], [], changed, 1],
      [[lacking, board], [], changed, 0],
      [[board, other], [20, 21], changed, 1],
    ] as const)
      expect(await everywhere(lea, boards, points)).toMatchObject({ status: 404, code, body: { field: `activities.${index}` } });
    expect((await everywhere(lea, [other], [21])).body).not.toHaveProperty('field');
    expect(print(dataDir)).toBe(before);
  });

  it('under one id twice is refused', async () => {
    const activity = { id: randomUUID(), boardId: board.id, actionId: board.breakfast };
    expect(await lea.tries('POST /api/activities', { body: { activities: [activity, activity] } })).toMatchObject({
      status: 422,
      code: 'activity_id_taken',
    });
  });

  it('sent again with one more makes only that one', async () => {
    const other = await boardOf(lea);
    const first = { id: randomUUID(), boardId: board.id, actionId: board.breakfast };
    const second = { id: randomUUID(), boardId: other.id, actionId: other.dishes };
    const once = await lea.does('POST /api/activities', { body: { activities: [first] } });
    const more = await lea.does('POST /api/activities', { body: { activities: [second, first] } });
    expect(more.logged[1]).toEqual(once.logged[0]);
    expect((await open(board.id)).board.totalPoints).toBe(20);
    expect((await open(other.id)).board.totalPoints).toBe(-15);
    expect(wrongCounters(dataDir)).toEqual([]);
  });

  it('sent again with one that is forbidden is refused as that one would be alone, and changes nothing', async () => {
    const [own, foreign] = [await boardOf(lea), await boardOf(stranger)];
    const known = { id: randomUUID(), boardId: own.id, actionId: own.breakfast };
    await lea.does('POST /api/activities', { body: { activities: [known] } });
    const before = print(dataDir);
    for (const [actionId, boardId, code] of [
      [foreign.breakfast, foreign.id, 'board_not_found'],
      [own.breakfast, 'nowhere', 'board_not_found'],
      [foreign.breakfast, own.id, 'action_not_found_in_board'],
    ] as const) {
      const other = { id: randomUUID(), boardId, actionId };
      for (const activities of [
        [known, other],
        [other, known],
      ])
        expect(await lea.tries('POST /api/activities', { body: { activities } })).toMatchObject({ status: 404, code });
    }
    expect(print(dataDir)).toBe(before);
  });

  it('takes at least one board and at most 50', async () => {
    expect(await everywhere(lea, [])).toMatchObject({ status: 400, code: 'boards_required' });
    const tooMany = Array.from({ length: 51 }, () => board);
    expect((await everywhere(lea, tooMany)).status).toBe(400);
  });
});

it('a removed member cannot log an activity, nor can who left', async () => {
  const other = await boardOf(lea, [max, zoe]);
  await remove(lea, other, max);
  await remove(zoe, other, zoe);
  const before = print(dataDir);
  for (const person of [max, zoe]) await expect(log(person, other, 'breakfast')).rejects.toThrow('board_not_found');
  expect(print(dataDir)).toBe(before);
});

it('a person who logs more activities a minute than allowed (D29) is told in a sentence when to come back, and others are not', async () => {
  const narrow = await startTestApp({ config: { logsPerMinute: 50 } });
  const [ada, ines] = await narrow.signUpAll('Ada', 'Inès');
  const shared = await boardOf(ada, [ines]);
  const several = Array.from({ length: 49 }, () => ({ id: randomUUID(), boardId: shared.id, actionId: shared.breakfast }));
  await ada.does('POST /api/activities', { body: { activities: several } });
  await log(ada, shared, 'breakfast');
  const answer = await tryLog(ada, shared.id, randomUUID(), shared.breakfast);
  expect(answer).toMatchObject({ status: 429, code: 'too_many_logs', message: expect.stringMatching(/^Doucement/) });
  // The first of them is soon a minute old.
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
  await log(ines, shared, 'breakfast');
  expect((await ada.does('GET /api/session')).user?.actionsCount).toBe(50);
});
