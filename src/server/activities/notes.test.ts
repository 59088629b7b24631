/** Notes under activities (D37). */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examine } from '#server/doctor/doctor';
import { dump } from '../../../tests/database-state.ts';
import { Stream } from '../../../tests/stream.ts';
import { boardOf, log, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const { dataDir } = testApp.config;

const about = (at: TestBoard, activity: { id: string }, note: string) => ({
  params: { boardId: at.id, activityId: activity.id },
  body: { note },
});
const key = 'PUT /api/boards/:boardId/activities/:activityId/note';
const write = (person: Someone, at: TestBoard, activity: { id: string }, note: string) => person.does(key, about(at, activity, note));
const tryWriting = (person: Someone, at: TestBoard, activity: { id: string }, note: string) => person.tries(key, about(at, activity, note));
const open = (at: TestBoard, person = max) => person.does('GET /api/boards/:boardId', { params: { boardId: at.id } });
const noteOf = async (at: TestBoard, { id }: { id: string }) =>
  (await open(at)).activities.activities.find((activity) => activity.id === id)?.note;
const undo = (person: Someone, at: TestBoard, activity: { id: string }) =>
  person.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: at.id, activityId: activity.id } });

let board: TestBoard;
beforeEach(async () => {
  board = await boardOf(lea, [max]);
});
afterEach(async () => {
  const wrong = await examine(testApp.deps);
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

describe('a note', () => {
  it('that comes with a log is told to all, in the board, the feed and the stream, and is sealed', async () => {
    const stream = await Stream.open(max);
    const body = { id: randomUUID(), actionId: board.breakfast, note: '  Avec\nle journal 🗞️ ' };
    const { activity } = await lea.does('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body });
    expect(activity.note).toBe('Avec le journal 🗞️');
    const change = await stream.next('change', ({ boardId }) => boardId === board.id);
    expect(change.activities).toEqual([activity]);
    expect(await noteOf(board, activity)).toBe(activity.note);
    const [first] = (await max.does('GET /api/activities')).activities;
    expect(first?.note).toBe(activity.note);
    expect(JSON.stringify(dump(dataDir))).not.toContain('journal');
    stream.close();
  });

  it('of a log on several boards stands under each', async () => {
    const other = await boardOf(lea, [max]);
    const activities = [board, other].map((at) => ({ id: randomUUID(), boardId: at.id, actionId: at.breakfast, note: 'Pour deux' }));
    const { logged } = await lea.does('POST /api/activities', { body: { activities } });
    expect(logged.map(({ activity }) => activity.note)).toEqual(['Pour deux', 'Pour deux']);
  });

  it('is answered with a log that comes twice', async () => {
    const input = { params: { boardId: board.id }, body: { id: randomUUID(), actionId: board.breakfast, note: 'Une fois' } };
    const first = await lea.does('POST /api/boards/:boardId/activities', input);
    expect(await lea.does('POST /api/boards/:boardId/activities', input)).toEqual(first);
  });

  it('written later is one change of the board, and moves no points', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    const { revision } = (await open(board)).board;
    const change = await write(lea, board, activity, 'Trop cuit');
    expect(change).toEqual({
      boardId: board.id,
      after: revision,
      revision: revision + 1,
      complete: true,
      totalPoints: 20,
      activities: [],
      changed: [{ ...activity, note: 'Trop cuit', changedRevision: revision + 1 }],
    });
    const missed = await max.does('GET /api/boards/:boardId/changes', {
      params: { boardId: board.id },
      query: { after: String(revision) },
    });
    expect(missed.changed).toEqual(change.changed);
  });

  it('is replaced, taken away, and the same once more changes nothing', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    await write(lea, board, activity, 'Trop cuit');
    await write(lea, board, activity, 'Parfait, en fait');
    expect(await noteOf(board, activity)).toBe('Parfait, en fait');
    const { revision } = (await open(board)).board;
    expect(await write(lea, board, activity, ' Parfait, en fait ')).toMatchObject({ after: revision, revision });
    await write(lea, board, activity, ' \u200B ');
    expect(await noteOf(board, activity)).toBeUndefined();
    expect((await write(lea, board, activity, '')).revision).toBe(revision + 1);
  });

  it('stays under what is undone, which takes no other, and can be taken away there', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    await write(lea, board, activity, 'Trop cuit');
    await undo(lea, board, activity);
    expect(await noteOf(board, activity)).toBe('Trop cuit');
    expect(await tryWriting(lea, board, activity, 'Autre')).toMatchObject({ status: 409, code: 'activity_undone' });
    await write(lea, board, activity, '');
    expect(await noteOf(board, activity)).toBeUndefined();
  });

  it('lies beside reactions, whichever came last', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    const reaction = { params: { boardId: board.id, activityId: activity.id, emoji: '❤️' } } as const;
    await max.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', reaction);
    await write(lea, board, activity, 'Trop cuit');
    await max.does('DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji', reaction);
    expect(await noteOf(board, activity)).toBe('Trop cuit');
  });

  it('of 140 characters is kept whole, and one of 141 is refused', async () => {
    const { activity } = await log(lea, board, 'breakfast');
    await write(lea, board, activity, 'é'.repeat(140));
    const refusal = { status: 400, code: 'note_too_long' };
    for (const note of ['a'.repeat(141), '🦄'.repeat(141)]) {
      expect(await tryWriting(lea, board, activity, note)).toMatchObject(refusal);
      const input = { params: { boardId: board.id }, body: { id: randomUUID(), actionId: board.breakfast, note } };
      expect(await lea.tries('POST /api/boards/:boardId/activities', input)).toMatchObject(refusal);
    }
    expect(await noteOf(board, activity)).toBe('é'.repeat(140));
  });
});
