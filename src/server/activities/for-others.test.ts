/** Gains noted for other members (D38). */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examine } from '#server/doctor/doctor';
import { dump } from '../../../tests/database-state.ts';
import { Stream } from '../../../tests/stream.ts';
import { boardOf, password, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe, sam] = await testApp.signUpAll('Léa', 'Max', 'Zoé', 'Sam');

const key = 'POST /api/boards/:boardId/activities';
const forOther = (at: TestBoard, other: Pick<Someone, 'id'>, what: 'breakfast' | 'dishes' = 'breakfast', id: string = randomUUID()) => ({
  params: { boardId: at.id },
  body: { id, actionId: at[what], for: other.id },
});
const note = (person: Someone, at: TestBoard, other: Pick<Someone, 'id'>) => person.does(key, forOther(at, other));
const several = (at: TestBoard, others: readonly Pick<Someone, 'id'>[]) => ({
  body: { activities: others.map((other) => ({ id: randomUUID(), boardId: at.id, actionId: at.breakfast, for: other.id })) },
});
const open = (at: TestBoard, person = lea) => person.does('GET /api/boards/:boardId', { params: { boardId: at.id } });
const scoreOf = async (at: TestBoard, { id }: { id: string }) => (await open(at)).members.find(({ userId }) => userId === id)?.score;
const sumsOf = async (person: Someone) => {
  const { user } = await person.does('GET /api/session');
  return [user?.points, user?.actionsCount];
};
const undo = (at: TestBoard, activity: { id: string }) => ({ params: { boardId: at.id, activityId: activity.id } });
const undoKey = 'POST /api/boards/:boardId/activities/:activityId/undo';

let board: TestBoard;
beforeEach(async () => {
  board = await boardOf(lea, [max, zoe]);
});
afterEach(async () => {
  const wrong = await examine(testApp.deps);
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

describe('a gain noted for another member', () => {
  it('counts at once for them, and says who noted it wherever it is shown', async () => {
    const stream = await Stream.open(max);
    const before = [await sumsOf(max), await sumsOf(zoe)];
    const { activity, score } = await note(max, board, zoe);
    expect(activity).toMatchObject({ userId: zoe.id, username: 'Zoé', notedBy: { userId: max.id, username: 'Max' } });
    expect([score, await scoreOf(board, zoe), await scoreOf(board, max)]).toEqual([20, 20, 0]);
    expect(await sumsOf(max)).toEqual(before[0]);
    expect(await sumsOf(zoe)).not.toEqual(before[1]);
    const change = await stream.next('change', ({ boardId }) => boardId === board.id);
    expect(change).toMatchObject({ activities: [activity], scores: [{ userId: zoe.id, score: 20 }] });
    stream.close();
    const { revision } = (await open(board)).board;
    const missed = await lea.does('GET /api/boards/:boardId/changes', {
      params: { boardId: board.id },
      query: { after: String(revision - 1) },
    });
    const feed = await lea.does('GET /api/activities');
    expect([(await open(board)).activities.activities[0], missed.activities[0]]).toEqual([activity, activity]);
    expect(feed.activities[0]).toMatchObject(activity);
  });

  it('has the screens of whom it counts for read their sums again, and gives them what it unlocks, but nothing of the moment', async () => {
    const late = await testApp.signUp(`Nina${randomUUID().slice(0, 4)}`);
    const early = await boardOf(lea, [late]);
    const stream = await Stream.open(late);
    const { unlocked } = await note(lea, early, late);
    expect(unlocked).toBeUndefined();
    await stream.next('account');
    const { achievements } = await late.does('GET /api/achievements');
    const held = achievements.flatMap(({ id, unlockedAt }) => (unlockedAt === null ? [] : [id]));
    expect(held).toContain('first-action');
    expect(held).not.toContain('early-bird');
    stream.close();
  });

  it('for several is noted for all of them, each with an activity of their own', async () => {
    const { logged } = await lea.does('POST /api/activities', several(board, [max, zoe, lea]));
    expect(logged.map(({ activity, score }) => [activity.userId, activity.notedBy?.userId, score])).toEqual([
      [max.id, lea.id, 20],
      [zoe.id, lea.id, 20],
      [lea.id, undefined, 20],
    ]);
  });

  it('for several is noted for none of them when one is no member', async () => {
    expect(await lea.tries('POST /api/activities', several(board, [max, sam]))).toMatchObject({ code: 'member_not_found' });
    expect((await open(board)).board.totalPoints).toBe(0);
  });

  it('is refused for who has left, by who has left, and for a loss', async () => {
    await remove(lea, board, zoe);
    expect(await max.tries(key, forOther(board, zoe))).toMatchObject({ code: 'member_not_found' });
    expect(await zoe.tries(key, forOther(board, max))).toMatchObject({ code: 'board_not_found' });
    expect(await sam.tries(key, forOther(board, max))).toMatchObject({ code: 'board_not_found' });
    expect(await lea.tries(key, forOther(board, max, 'dishes'))).toMatchObject({ code: 'loss_for_other' });
    expect((await open(board)).board.totalPoints).toBe(0);
  });

  it('that comes twice is answered as the first time, and to nobody else', async () => {
    const input = forOther(board, zoe);
    const first = await max.does(key, input);
    expect(await max.does(key, input)).toEqual(first);
    for (const [person, other] of [
      [lea, zoe],
      [zoe, zoe],
      [max, max],
      [max, lea],
    ] as const)
      expect(await person.tries(key, forOther(board, other, 'breakfast', input.body.id))).toMatchObject({ code: 'activity_id_taken' });
    const { for: _, ...own } = input.body;
    expect(await zoe.tries(key, { ...input, body: own })).toMatchObject({ code: 'activity_id_taken' });
    await remove(lea, board, zoe);
    expect((await max.does(key, input)).activity.id).toBe(first.activity.id);
  });

  it('for oneself is an ordinary log', async () => {
    const { activity } = await note(max, board, max);
    expect(activity.notedBy).toBeUndefined();
  });

  it('is undone by whom it counts for, by who noted it and by the administrator, and by nobody else', async () => {
    const other = await boardOf(sam, [lea, max, zoe]);
    const { activity } = await note(max, other, zoe);
    expect(await lea.tries(undoKey, undo(other, activity))).toMatchObject({ code: 'undo_not_allowed' });
    for (const person of [zoe, max, sam]) {
      const logged = await note(max, other, zoe);
      await person.does(undoKey, undo(other, logged.activity));
    }
    expect((await open(other)).members.find(({ userId }) => userId === zoe.id)?.score).toBe(20);
  });

  it('has its note from who noted it', async () => {
    const { activity } = await note(max, board, zoe);
    const noteKey = 'PUT /api/boards/:boardId/activities/:activityId/note';
    const input = { ...undo(board, activity), body: { note: 'Elle ne dira rien' } };
    expect(await zoe.tries(noteKey, input)).toMatchObject({ code: 'note_not_allowed' });
    const { changed } = await max.does(noteKey, input);
    expect(changed?.[0]).toMatchObject({ note: 'Elle ne dira rien', notedBy: { username: 'Max' } });
  });

  it('stays when the account that noted it goes, and says so; its words go at once and for good', async () => {
    const going = await testApp.signUp(`Part${randomUUID().slice(0, 4)}`);
    const shared = await boardOf(lea, [going, max]);
    const { activity } = await note(going, shared, max);
    const params = { boardId: shared.id, activityId: activity.id };
    await going.does('PUT /api/boards/:boardId/activities/:activityId/note', { params, body: { note: 'Rien que pour vous' } });
    await going.does('POST /api/account/deletion', { body: { password } });
    expect((await open(shared)).activities.activities[0]).not.toHaveProperty('note');
    await testApp.deps.jobs.idle('erase_account');
    const [left] = (await open(shared)).activities.activities;
    expect(left).toMatchObject({ id: activity.id, userId: max.id, notedBy: { userId: null, username: 'Utilisateur supprimé' } });
    expect(await scoreOf(shared, max)).toBe(20);
    const row = dump(testApp.config.dataDir)['activity']?.find(({ id }) => id === activity.id);
    expect(row).toMatchObject({ note_sealed: null });
  });

  it('shows the new name of who noted it, though they have left', async () => {
    const leaving = await testApp.signUp(`Avant${randomUUID().slice(0, 4)}`);
    const shared = await boardOf(lea, [leaving, max]);
    await note(leaving, shared, max);
    await remove(lea, shared, leaving);
    const { revision } = (await open(shared)).board;
    const username = `Apres${randomUUID().slice(0, 4)}`;
    await leaving.does('PATCH /api/account', { body: { username } });
    const opened = await open(shared);
    expect(opened.activities.activities[0]?.notedBy?.username).toBe(username);
    expect(opened.board.revision).toBeGreaterThan(revision);
  });
});
