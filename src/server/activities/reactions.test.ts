/** Reactions to activities (B5). */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ReactionEmoji, reactionEmojis } from '#shared/reaction-choices';
import { examine } from '#server/doctor/doctor';
import { accept, boardOf, type TestBoard, log, startTestApp, remove, type Someone } from '../../../tests/test-app.ts';
import { planOf, print } from '../../../tests/database-state.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { Stream } from '../../../tests/stream.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, lou] = await testApp.signUpAll('Léa', 'Max', 'Lou');
const { dataDir } = testApp.config;

const keyOf = (method: 'PUT' | 'DELETE') => `${method} /api/boards/:boardId/activities/:activityId/reactions/:emoji` as const;
const inputOf = (at: { id: string }, activity: { id: string }, emoji: string) => ({
  params: { boardId: at.id, activityId: activity.id, emoji: emoji as ReactionEmoji },
});
const react = (person: Someone, at: TestBoard, activity: { id: string }, emoji = '❤️') =>
  person.does(keyOf('PUT'), inputOf(at, activity, emoji));
const tryReact = (person: Someone, at: TestBoard, activity: { id: string }, emoji = '❤️') =>
  person.tries(keyOf('PUT'), inputOf(at, activity, emoji));
const takeBack = (person: Someone, at: TestBoard, activity: { id: string }, emoji = '❤️') =>
  person.does(keyOf('DELETE'), inputOf(at, activity, emoji));
const tryTakeBack = (person: Someone, at: TestBoard, activity: { id: string }, emoji = '❤️') =>
  person.tries(keyOf('DELETE'), inputOf(at, activity, emoji));
const undo = (person: Someone, at: TestBoard, activity: { id: string }) =>
  person.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: at.id, activityId: activity.id } });
const open = (at: TestBoard, person = lea) => person.does('GET /api/boards/:boardId', { params: { boardId: at.id } });
const changes = (at: TestBoard, after: number) =>
  lea.does('GET /api/boards/:boardId/changes', { params: { boardId: at.id }, query: { after: String(after) } });

let board: TestBoard;
beforeEach(async () => {
  board = await boardOf(lea, [max, lou]);
});
afterEach(async () => {
  const wrong = await examine(testApp.deps);
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

describe('a reaction', () => {
  it('moves the revision by one, no points, and says whose activity got it', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    const { revision } = (await open(board)).board;
    expect(await react(max, board, activity)).toEqual({
      boardId: board.id,
      after: revision,
      revision: revision + 1,
      complete: true,
      totalPoints: 20,
      activities: [],
      changed: [
        {
          ...activity,
          changedRevision: revision + 1,
          reactions: [{ emoji: '❤️', userIds: [max.id], revisions: [revision + 1] }],
          added: [{ emoji: '❤️', revision: revision + 1, userId: max.id, username: 'Max', userAvatar: '🦄' }],
        },
      ],
    });
  });

  it('is in every list of activities, by emoji, whoever was first in front; none where nobody reacted', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    const { activity: other } = await log(lea, board, 'dishes');
    await react(max, board, activity, '🔥');
    await react(lou, board, activity, '❤️');
    await react(lea, board, activity, '🔥');
    const reactions = [
      { emoji: '🔥', userIds: [max.id, lea.id] },
      { emoji: '❤️', userIds: [lou.id] },
    ];
    const lists = [
      (await open(board)).activities.activities,
      (await lou.does('GET /api/boards/:boardId/activities', { params: { boardId: board.id } })).activities,
      (await max.does('GET /api/activities')).activities,
      (await changes(board, 0)).activities,
    ];
    for (const list of lists) {
      expect(list.find(({ id }) => id === activity.id)).toMatchObject({ reactions });
      expect(list.find(({ id }) => id === other.id)).not.toHaveProperty('reactions');
    }
  });

  it('can be each of the eight, one of each per person', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    for (const emoji of reactionEmojis) await react(max, board, activity, emoji);
    expect((await open(board)).activities.activities[0]?.reactions).toMatchObject(
      reactionEmojis.map((emoji) => ({ emoji, userIds: [max.id] })),
    );
  });

  it('given again changes nothing', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    const { revision } = await react(max, board, activity);
    const before = print(dataDir);
    expect(await react(max, board, activity)).toMatchObject({ after: revision, revision, activities: [] });
    expect(print(dataDir)).toBe(before);
  });

  it('that is not one of the eight is refused', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    const before = print(dataDir);
    for (const emoji of ['🍕', '❤', '❤️❤️', 'x', ' ']) {
      const refusal = { status: 400, code: 'reaction_unknown', message: 'Choisissez une des huit réactions.' };
      expect(await tryReact(max, board, activity, emoji)).toMatchObject(refusal);
      expect(await tryTakeBack(max, board, activity, emoji)).toMatchObject(refusal);
    }
    expect(print(dataDir)).toBe(before);
  });

  it('to an unknown activity and to one of another board are the same 404', async () => {
    const other = await boardOf(lea, [max]);
    const { activity } = await log(lea, other, 'breakfast');
    const foreign = await tryReact(max, board, activity);
    expect(foreign).toMatchObject({ status: 404, code: 'activity_not_found' });
    expect((await tryReact(max, board, { id: randomUUID() })).text).toBe(foreign.text);
    expect((await tryTakeBack(max, board, activity)).text).toBe(foreign.text);
  });

  it('of who leaves stays counted, and can be taken back after coming back (D6)', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    await react(max, board, activity);
    await remove(lea, board, max);
    expect((await open(board)).activities.activities[0]?.reactions).toMatchObject([{ emoji: '❤️', userIds: [max.id] }]);
    await lea.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'invitation', username: 'Max' } });
    await accept(max, board.id);
    await takeBack(max, board, activity);
    expect((await open(board)).activities.activities[0]).not.toHaveProperty('reactions');
  });
});

describe('a reaction that is taken back', () => {
  it('is gone, and the others stay', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    await react(max, board, activity);
    const { revision } = await react(lou, board, activity);
    expect(await takeBack(max, board, activity)).toMatchObject({
      revision: revision + 1,
      changed: [{ ...activity, changedRevision: revision + 1, reactions: [{ emoji: '❤️', userIds: [lou.id] }] }],
    });
  });

  it('as the last one leaves nothing', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    await react(max, board, activity);
    const { changed, revision } = await takeBack(max, board, activity);
    expect(changed).toEqual([{ ...activity, changedRevision: revision }]);
    expect((await open(board)).activities.activities[0]).not.toHaveProperty('reactions');
  });

  it('without being there changes nothing', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    await react(max, board, activity);
    const before = print(dataDir);
    expect((await tryTakeBack(lou, board, activity)).status).toBe(200);
    expect((await tryTakeBack(max, board, activity, '🔥')).status).toBe(200);
    expect(print(dataDir)).toBe(before);
  });
});

it('an activity that was undone keeps its reactions, which everybody may take back, and takes no new one', async () => {
  const { activity } = await log(lea, board, 'breakfast');
  await react(max, board, activity);
  const reactions = [{ emoji: '❤️', userIds: [max.id] }];
  expect((await undo(lea, board, activity)).changed).toMatchObject([{ id: activity.id, reactions }]);
  const before = print(dataDir);
  expect(await tryReact(lou, board, activity)).toMatchObject({
    status: 409,
    code: 'activity_undone',
    message: "Cette action a été annulée : on n'y réagit plus.",
  });
  // The first answer may have been lost.
  expect(await tryReact(max, board, activity)).toMatchObject({ status: 200 });
  expect(print(dataDir)).toBe(before);
  expect((await open(board)).activities.activities[0]).toMatchObject({ reactions });
  await takeBack(max, board, activity);
  expect((await open(board)).activities.activities[0]).not.toHaveProperty('reactions');
});

describe('at once', () => {
  it('two people are both counted, each at a revision of their own', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    const { revision } = (await open(board)).board;
    const answers = await Promise.all([react(max, board, activity), react(lou, board, activity)]);
    expect(new Set(answers.map((change) => change.revision))).toEqual(new Set([revision + 1, revision + 2]));
    const [reaction] = (await open(board)).activities.activities[0]?.reactions ?? [];
    expect(new Set(reaction?.userIds)).toEqual(new Set([max.id, lou.id]));
  });

  it('the same person many times counts once', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    const { revision } = (await open(board)).board;
    const answers = await Promise.all(Array.from({ length: 10 }, () => tryReact(max, board, activity)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const after = await open(board);
    expect(after.board.revision).toBe(revision + 1);
    expect(after.activities.activities[0]?.reactions).toMatchObject([{ emoji: '❤️', userIds: [max.id] }]);
  });

  it('with the undoing it came before, or is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { activity } = await log(lea, board, 'breakfast');
      const [answer] = await Promise.all([tryReact(max, board, activity), undo(lea, board, activity)]);
      expect([200, 409]).toContain(answer.status);
      const shown = (await open(board)).activities.activities.find(({ id }) => id === activity.id);
      expect(shown?.undone).not.toBeNull();
      expect(shown?.reactions?.[0]?.userIds ?? []).toEqual(answer.status === 200 ? [max.id] : []);
    }
  });
});

it('the stream of each member carries the very change that was answered', async () => {
  const { activity } = await log(lea, board, 'breakfast');
  const stream = await Stream.open(lea);
  await stream.next('hello');
  const change = await react(max, board, activity);
  expect(await stream.next('change', ({ boardId }) => boardId === board.id)).toEqual({ type: 'change', ...change });
  stream.close();
});

describe('the changes of a board', () => {
  it('since an older revision bring what was reacted to since, and tell as added what is new', async () => {
    const { activity: old } = await log(lea, board, 'breakfast');
    await react(max, board, old);
    const { revision } = await log(lou, board, 'dishes');
    await react(lou, board, old);
    const { activity: fresh } = await log(max, board, 'breakfast');
    await react(lea, board, fresh, '🏆');
    const change = await changes(board, revision);
    expect(change).toMatchObject({ complete: true, revision: revision + 3 });
    expect(change.activities).toMatchObject([{ id: fresh.id, reactions: [{ emoji: '🏆', userIds: [lea.id] }] }]);
    expect(change.changed).toMatchObject([
      { id: fresh.id, userId: max.id, added: [{ emoji: '🏆', userId: lea.id }] },
      { id: old.id, reactions: [{ emoji: '❤️', userIds: [max.id, lou.id] }], added: [{ userId: lou.id }] },
    ]);
    expect((await changes(board, change.revision)).changed).toBeUndefined();
  });

  it('are incomplete when more than a page was reacted to, and then hold the newest page', async () => {
    const logs = [];
    for (let index = 0; index < 31; index += 1) logs.push(await log(lea, board, 'breakfast'));
    const { revision } = (await open(board)).board;
    for (const { activity } of logs.slice(1)) await react(max, board, activity);
    expect((await changes(board, revision)).changed).toHaveLength(30);
    for (const { activity } of logs.slice(0, 1)) await react(max, board, activity);
    const change = await changes(board, revision);
    expect(change).toMatchObject({ complete: false });
    expect(change.changed).toBeUndefined();
    expect(change.activities).toEqual((await open(board)).activities.activities);
  });

  // How a database finds rows is its own affair: PostgreSQL decides by what it has counted in them.
  it.runIf(onSqlite)('find what changed in an index, however much was logged', () => {
    const plan = planOf(
      dataDir,
      'select id from activity where board_id = ? and changed_revision > ? order by changed_revision desc limit 31',
    );
    expect(plan).toEqual([expect.stringContaining('USING INDEX activity_changed')]);
  });
});
