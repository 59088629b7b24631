import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { deletedUsername } from '#shared/activities';
import { examine } from '#server/doctor/doctor';
import { accept, boardOf, type TestBoard, log, startTestApp, remove, type Someone } from '../../../tests/test-app.ts';
import { tamper, print, wrongCounters } from '../../../tests/database-state.ts';
import { Stream } from '../../../tests/stream.ts';

const testApp = await startTestApp();
const [lea, max, lou, zoe, stranger] = await testApp.signUpAll('Léa', 'Max', 'Lou', 'Zoé', 'Inconnue');
const { dataDir } = testApp.config;
const paramsOf = (at: { id: string }, activity: { id: string }) => ({ params: { boardId: at.id, activityId: activity.id } });
const undo = (person: Someone, at: TestBoard, activity: { id: string }) =>
  person.does('POST /api/boards/:boardId/activities/:activityId/undo', paramsOf(at, activity));
const tryUndo = (person: Someone, at: TestBoard, activity: { id: string }) =>
  person.tries('POST /api/boards/:boardId/activities/:activityId/undo', paramsOf(at, activity));
const open = (at: TestBoard, person = lea) => person.does('GET /api/boards/:boardId', { params: { boardId: at.id } });
const changes = (at: TestBoard, after: number) =>
  lea.does('GET /api/boards/:boardId/changes', { params: { boardId: at.id }, query: { after: String(after) } });
const sumsOf = async (person: Someone) => {
  const { user } = await person.does('GET /api/session');
  return { points: user?.points ?? 0, actionsCount: user?.actionsCount ?? 0 };
};

let board: TestBoard;
beforeEach(async () => {
  board = await boardOf(lea, [max, lou]);
});

describe('undoing an activity', () => {
  it('takes its points from the total, the score and the person, and leaves it in the history', async () => {
    const before = await sumsOf(max);
    const { activity } = await log(max, board, 'breakfast');
    await log(max, board, 'dishes');
    const { revision } = (await open(board)).board;

    const change = await undo(max, board, activity);
    const undone = { at: expect.any(Number), revision: revision + 1, userId: max.id, username: 'Max' };
    expect(change).toEqual({
      boardId: board.id,
      after: revision,
      revision: revision + 1,
      complete: true,
      totalPoints: -15,
      scores: [{ userId: max.id, score: -15 }],
      activities: [],
      changed: [{ ...activity, undone, changedRevision: revision + 1 }],
    });
    const after = await open(board);
    expect(after.board).toMatchObject({ totalPoints: -15, revision: revision + 1 });
    expect(after.members.find(({ userId }) => userId === max.id)?.score).toBe(-15);
    expect(after.activities.activities.map(({ title, undone: taken }) => [title, taken])).toEqual([
      ['Vaisselle oubliée', null],
      ['Petit-déj au lit', undone],
    ]);
    expect(await sumsOf(max)).toEqual({ points: before.points - 15, actionsCount: before.actionsCount + 1 });
    expect(wrongCounters(dataDir)).toEqual([]);
    expect(await examine(testApp.deps)).toEqual([]);
  });

  it('shows in the lists of the board and in the feed of each member', async () => {
    const { activity } = await log(max, board, 'breakfast');
    await undo(lea, board, activity);
    const undone = { userId: lea.id, username: 'Léa' };
    const { activities } = await lou.does('GET /api/boards/:boardId/activities', { params: { boardId: board.id } });
    expect(activities).toMatchObject([{ id: activity.id, points: 20, undone }]);
    const feed = await lou.does('GET /api/activities');
    expect(feed.activities.find(({ id }) => id === activity.id)).toMatchObject({ username: 'Max', undone });
  });

  it('is for the author and the administrator, not for another member', async () => {
    const { activity } = await log(max, board, 'breakfast');
    const before = print(dataDir);
    expect(await tryUndo(lou, board, activity)).toMatchObject({
      status: 403,
      code: 'undo_not_allowed',
      message: "Seules la personne qui l'a notée, celle pour qui elle compte et l'admin peuvent l'annuler.",
    });
    expect(print(dataDir)).toBe(before);
    expect(await tryUndo(lea, board, activity)).toMatchObject({ status: 200 });
    expect(await tryUndo(max, board, (await log(max, board, 'breakfast')).activity)).toMatchObject({ status: 200 });
  });

  it('of an unknown activity and of one on another board are the same 404', async () => {
    const other = await boardOf(lea);
    const { activity } = await log(lea, other, 'breakfast');
    const before = print(dataDir);
    const foreign = await tryUndo(lea, board, activity);
    const missing = await tryUndo(lea, board, { id: randomUUID() });
    expect(foreign).toMatchObject({ status: 404, code: 'activity_not_found' });
    expect(missing.text).toBe(foreign.text);
    expect(print(dataDir)).toBe(before);
  });

  it('is refused to a stranger and to a removed member, even of their own activity', async () => {
    const { activity } = await log(max, board, 'breakfast');
    await remove(lea, board, max);
    const before = print(dataDir);
    const unknown = await tryUndo(stranger, { ...board, id: 'AAAAAAAAAAAAAAAAAAAAAA' }, activity);
    expect(unknown.code).toBe('board_not_found');
    for (const outsider of [stranger, max])
      expect(await tryUndo(outsider, board, activity)).toMatchObject({ status: 404, text: unknown.text });
    expect(print(dataDir)).toBe(before);
  });

  it('by the administrator reaches the sums of an author who has left', async () => {
    const { activity } = await log(max, board, 'breakfast');
    const before = await sumsOf(max);
    await remove(max, board, max);
    expect(await undo(lea, board, activity)).toMatchObject({ totalPoints: 0, scores: [] });
    expect(await sumsOf(max)).toEqual({ points: before.points - 20, actionsCount: before.actionsCount - 1 });
    expect(wrongCounters(dataDir)).toEqual([]);
  });

  it('leaves its points out of the score of a member who comes back', async () => {
    const { activity } = await log(zoe, await joined(zoe), 'breakfast');
    await log(zoe, board, 'dishes');
    await remove(lea, board, zoe);
    await undo(lea, board, activity);
    await joined(zoe);
    expect((await open(board)).members.find(({ userId }) => userId === zoe.id)?.score).toBe(-15);
    expect([...wrongCounters(dataDir), ...(await examine(testApp.deps))]).toEqual([]);
  });

  it('and deleting the board afterwards takes nothing twice', async () => {
    const before = await sumsOf(max);
    const { activity } = await log(max, board, 'breakfast');
    await log(max, board, 'dishes');
    await undo(lea, board, activity);
    await lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
    expect(await sumsOf(max)).toEqual(before);
    expect(wrongCounters(dataDir)).toEqual([]);
  });

  it('says so without a name once the account of who did it is gone', async () => {
    const { activity } = await log(max, board, 'breakfast');
    await undo(max, board, activity);
    tamper(dataDir, 'update activity set undone_by = ? where id = ?', 'AAAAAAAAAAAAAAAAAAAAAA', activity.id);
    expect((await open(board)).activities.activities[0]?.undone?.username).toBe(deletedUsername);
    const feed = await lea.does('GET /api/activities');
    expect(feed.activities.find(({ id }) => id === activity.id)?.undone?.username).toBe(deletedUsername);
  });
});

it('an undone activity says wherever it is told at which revision of its board it was undone, whatever happens to it later', async () => {
  const { activity } = await log(max, board, 'breakfast');
  const params = { boardId: board.id, activityId: activity.id, emoji: '🔥' } as const;
  await lou.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params });
  const { revision: before } = (await open(board)).board;
  const stream = await Stream.open(lou);
  await stream.next('hello');

  const answered = await undo(lea, board, activity);
  const revision = before + 1;
  expect(answered.revision).toBe(revision);
  const streamed = await stream.next('change', ({ boardId }) => boardId === board.id);
  const taken = await lou.does('DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params });
  const again = await stream.next('change', (one) => one.boardId === board.id && one.revision === revision + 1);
  stream.close();
  const repeated = await undo(max, board, activity);
  const caughtUp = await changes(board, before - 1);
  const page = await lou.does('GET /api/boards/:boardId/activities', { params: { boardId: board.id } });
  const feed = await lou.does('GET /api/activities');

  const told = [answered, streamed, taken, again, repeated, caughtUp].map(({ changed }) => changed?.[0]);
  const listed = [(await open(board)).activities, page, feed].map(({ activities }) => activities.find(({ id }) => id === activity.id));
  expect([...told, ...listed].map((one) => one?.undone?.revision)).toEqual(Array.from({ length: 9 }, () => revision));
  expect(again.changed?.[0]?.changedRevision).toBe(revision + 1);
});

describe('undoing an activity again', () => {
  it('changes nothing and answers with what happened since', async () => {
    const { activity } = await log(max, board, 'breakfast');
    const first = await undo(max, board, activity);
    const later = await log(lou, board, 'dishes');
    const before = print(dataDir);
    for (const person of [max, lea]) {
      const again = await undo(person, board, activity);
      expect(again).toMatchObject({
        after: first.after,
        revision: later.revision,
        complete: true,
        totalPoints: -15,
        activities: [later.activity],
        changed: first.changed,
      });
      expect(again.members?.find(({ userId }) => userId === max.id)?.score).toBe(0);
    }
    expect(print(dataDir)).toBe(before);
  });

  it('many times at once takes the points once', async () => {
    const before = await sumsOf(max);
    const { activity } = await log(max, board, 'breakfast');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => tryUndo(index % 2 ? lea : max, board, activity)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.revision)).size).toBe(1);
    expect(await sumsOf(max)).toEqual(before);
    expect(wrongCounters(dataDir)).toEqual([]);
  });

  it('among logs by others at once stays exact', async () => {
    const logs = await Promise.all(Array.from({ length: 40 }, (_, index) => log(index % 2 ? max : lou, board, 'breakfast')));
    await Promise.all(
      logs.flatMap(({ activity }, index) => [
        index % 4 === 0 ? undo(lea, board, activity) : log(lea, board, 'dishes'),
        log(max, board, 'breakfast'),
      ]),
    );
    expect((await open(board)).board.totalPoints).toBe(30 * 20 + 30 * -15 + 40 * 20);
    expect(wrongCounters(dataDir)).toEqual([]);
  });
});

it('an activity that was undone and is sent again is answered as the first time, and stays undone', async () => {
  const body = { id: randomUUID(), actionId: board.breakfast };
  const send = () => max.tries('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body });
  const first = await send();
  await undo(max, board, body);
  const before = print(dataDir);
  const second = await send();
  expect([second.status, second.text]).toEqual([201, first.text]);
  expect(print(dataDir)).toBe(before);
  expect((await open(board)).board.totalPoints).toBe(0);
});

it('the stream of a member carries the very change that was answered, and tells the author that their own sums moved', async () => {
  const { activity } = await log(max, board, 'breakfast');
  const streams = { lou: await Stream.open(lou), max: await Stream.open(max) };
  await Promise.all(Object.values(streams).map((stream) => stream.next('hello')));
  const change = await undo(lea, board, activity);
  expect(await streams.lou.next('change', ({ boardId }) => boardId === board.id)).toEqual({ type: 'change', ...change });
  await streams.max.next('account');
  for (const stream of Object.values(streams)) stream.close();
});

describe('the changes of a board', () => {
  it('since an older revision bring activities undone since, beside the new ones', async () => {
    const old = (await log(max, board, 'breakfast')).activity;
    const { revision } = await log(lou, board, 'breakfast');
    const { activity: fresh } = await log(lou, board, 'dishes');
    await undo(max, board, old);
    await undo(lou, board, fresh);
    const change = await changes(board, revision);
    expect(change).toMatchObject({ complete: true, revision: revision + 3, totalPoints: 20 });
    expect(change.activities).toMatchObject([{ id: fresh.id, undone: { userId: lou.id } }]);
    expect(change.changed?.map(({ id }) => id)).toEqual([fresh.id, old.id]);
    expect(change.members?.map(({ score }) => score).toSorted()).toEqual([0, 0, 20]);
    expect((await changes(board, change.revision)).changed).toBeUndefined();
  });

  it('are incomplete when more than 30 were undone, and then hold the newest page', async () => {
    const logs = [];
    for (let index = 0; index < 40; index += 1) logs.push(await log(max, board, 'breakfast'));
    const { revision } = (await open(board)).board;
    for (const { activity } of logs.slice(0, 30)) await undo(max, board, activity);
    const thirty = await changes(board, revision);
    expect(thirty).toMatchObject({ complete: true, activities: [] });
    expect(thirty.changed).toHaveLength(30);

    for (const { activity } of logs.slice(30)) await undo(max, board, activity);
    const forty = await changes(board, revision);
    expect(forty).toMatchObject({ complete: false, totalPoints: 0 });
    expect(forty.changed).toBeUndefined();
    expect(forty.activities).toEqual((await open(board)).activities.activities);
  });

  it('after activities were deleted are incomplete, with the newest page whatever the revision', async () => {
    for (let index = 0; index < 3; index += 1) await log(max, board, 'breakfast');
    const { revision } = (await open(board)).board;
    const { activity } = await log(lou, board, 'dishes');
    tamper(dataDir, 'update board set revision = revision + 1, activities_revision = revision + 1 where id = ?', board.id);
    const change = await changes(board, revision + 1);
    expect(change).toMatchObject({ complete: false, revision: revision + 2 });
    expect(change.activities).toHaveLength(4);
    expect(change.activities[0]?.id).toBe(activity.id);
    expect(change.members).toHaveLength(3);
    expect(await changes(board, revision + 2)).toMatchObject({ complete: true, activities: [] });
  });
});

/** The board, once this person is a member of it. */
async function joined(person: Someone): Promise<TestBoard> {
  await lea.does('POST /api/boards/:boardId/requests', {
    params: { boardId: board.id },
    body: { type: 'invitation', username: person.name },
  });
  await accept(person, board.id);
  return board;
}
