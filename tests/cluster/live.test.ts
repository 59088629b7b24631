/** What happens on one copy shows on the streams of another. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { accept, boardOf, log, password, remove, type Someone, waiting } from '../test-app.ts';
import { withoutHeartbeats } from '../stream.ts';
import { startCopies } from './copies.ts';

const { one, other, at, listen } = await startCopies();
let names = 0;
/** On the first copy, under names of their own. */
async function signUp<const Names extends readonly string[]>(...people: Names): Promise<{ [Index in keyof Names]: Someone }> {
  const all = await one.signUpAll(...people.map((name) => `${name}${(names += 1)}`));
  return all as { [Index in keyof typeof people]: Someone };
}

describe('a change', () => {
  it('reaches the streams on both copies with the same revision, and nobody else', async () => {
    const [lea, max, zoe] = await signUp('Léa', 'Max', 'Zoé');
    const board = await boardOf(lea, [max]);
    const [here, there, stranger] = [await listen(one, lea), await listen(other, max), await listen(other, zoe)];
    const { activity, revision } = await log(lea, board, 'breakfast');
    for (const stream of [here, there]) {
      const change = await stream.next('change');
      expect(change).toMatchObject({
        boardId: board.id,
        after: revision - 1,
        revision,
        complete: true,
        totalPoints: 20,
        activities: [activity],
      });
    }
    await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { title: 'été' } });
    expect((await there.next('change')).board?.title).toBe('ÉTÉ');
    expect(stranger.text).not.toContain(board.id);
  });

  it('comes in the order of the revisions and none twice, however many both copies make at once', async () => {
    const [lea, max] = await signUp('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    const [here, there] = [await listen(one, lea), await listen(other, max)];
    const known = (await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).board.revision;
    const people = [lea, at(other, lea), max, at(other, max)];
    // As many at once as one change may tell in full.
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        Array.from({ length: 24 }, (_, index) => log(people[index % 4] as Someone, board, index % 3 ? 'breakfast' : 'dishes')),
      );
      const newest = known + 24 * (round + 1);
      for (const stream of [here, there]) await stream.until(() => stream.all('change').at(-1)?.revision === newest, 'changes missing');
    }
    for (const stream of [here, there]) {
      let revision = known;
      const ids: string[] = [];
      for (const change of stream.all('change')) {
        expect([change.after, change.complete]).toEqual([revision, true]);
        revision = change.revision;
        ids.push(...change.activities.map(({ id }) => id));
      }
      expect(new Set(ids).size).toBe(120);
      expect(ids).toHaveLength(120);
    }
  });

  it('is read once for all streams of a copy, and not at all by one without readers of the board', async () => {
    const [lea, max, zoe] = await signUp('Léa', 'Max', 'Zoé');
    const [board, foreign] = [await boardOf(lea, [max]), await boardOf(zoe)];
    const streams = await Promise.all([1, 2, 3, 4, 5].map(() => listen(other, max)));
    const reads = vi.spyOn(other.deps.database, 'snapshot');
    await log(zoe, foreign, 'breakfast');
    await log(lea, board, 'breakfast');
    for (const stream of streams) await stream.next('change');
    expect(reads).toHaveBeenCalledTimes(1);
  });
});

describe('a board', () => {
  it('is joined on the other copy, whose stream carries it from then on', async () => {
    const [lea, max] = await signUp('Léa', 'Max');
    const board = await boardOf(lea, [], { invited: [max] });
    const there = await listen(other, max);
    await accept(max, board.id);
    expect(await there.next('joined')).toEqual({ type: 'joined', boardId: board.id });
    await log(lea, board, 'breakfast');
    expect((await there.next('change')).activities).toHaveLength(1);
  });

  it.each([
    ['removed', (lea: Someone, max: Someone, board: { id: string }) => remove(lea, board, max)],
    ['left', (_: Someone, max: Someone, board: { id: string }) => remove(max, board, max)],
    ['deleted', (lea: Someone, _: Someone, { id }: { id: string }) => lea.does('DELETE /api/boards/:boardId', { params: { boardId: id } })],
  ] as const)('that is %s is gone there, and nothing of it comes any more', async (reason, part) => {
    const [lea, max] = await signUp('Léa', 'Max');
    const [board, kept] = [await boardOf(lea, [max]), await boardOf(lea, [max])];
    const there = await listen(other, max);
    await part(lea, max, board);
    // A copy may read the change before it hears that the person left. Then it says 'removed', and the app's sentence for that is true of both.
    const said: readonly string[] = reason === 'left' ? ['left', 'removed'] : [reason];
    const gone = await there.next('gone');
    expect(gone.boardId).toBe(board.id);
    expect(said).toContain(gone.reason);
    const sofar = there.text.length;
    if (reason !== 'deleted') await log(lea, board, 'breakfast');
    await log(lea, kept, 'breakfast');
    await there.next('change', ({ boardId }) => boardId === kept.id);
    expect(there.text.slice(sofar)).not.toContain(board.id);
    expect(there.all('gone')).toEqual([]);
  });

  it('that is deleted leaves its key in the memory of no copy', async () => {
    const [lea, max] = await signUp('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    for (const copy of [one, other]) {
      await log(at(copy, lea), board, 'breakfast');
      expect(copy.deps.boardKeys.atHand()).toContain(board.id);
    }
    await at(other, lea).does('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
    await expect.poll(() => one.deps.boardKeys.atHand()).not.toContain(board.id);
    expect(other.deps.boardKeys.atHand()).not.toContain(board.id);
    expect(await at(one, max).tries('GET /api/boards/:boardId', { params: { boardId: board.id } })).toMatchObject({ status: 404 });
  });

  it('that both copies make by the same key at once is one board, which both can read', async () => {
    const [lea] = await signUp('Léa');
    for (let round = 0; round < 5; round += 1) {
      const key = randomUUID();
      const body = { title: 'Deux fois', actions: [{ title: 'Bisou', points: 5 }], idempotencyKey: key };
      const [first, second] = await Promise.all([one, other].map((copy) => at(copy, lea).does('POST /api/boards', { body })));
      expect(first?.board.id).toBe(second?.board.id);
      for (const copy of [one, other]) {
        const opened = await at(copy, lea).does('GET /api/boards/:boardId', { params: { boardId: first?.board.id ?? '' } });
        expect([opened.board.title, opened.actions.map(({ title }) => title)]).toEqual(['DEUX FOIS', ['Bisou']]);
      }
    }
  });
});

describe('news for one person', () => {
  it('reach their streams on every copy', async () => {
    const [lea, max] = await signUp('Léa', 'Max');
    const board = await boardOf(lea);
    const streams = [await listen(one, max), await listen(other, max)];
    await lea.does('POST /api/boards/:boardId/requests', {
      params: { boardId: board.id },
      body: { type: 'invitation', username: max.name },
    });
    for (const stream of streams) expect(await stream.next('requests')).toEqual({ type: 'requests', pendingRequests: 1 });
    const { id } = await waiting(max, board.id);
    await max.does('POST /api/requests/:requestId/rejection', { params: { requestId: id } });
    for (const stream of streams) expect(await stream.next('requests')).toEqual({ type: 'requests', pendingRequests: 0 });
  });
});

describe('a session', () => {
  withoutHeartbeats();

  it.each([
    ['signs out', (max: Someone): Promise<unknown> => max.does('DELETE /api/session'), 'session_ended'],
    [
      'is ended from elsewhere',
      async (max: Someone): Promise<unknown> => await (await max.elsewhere()).does('DELETE /api/sessions'),
      'session_ended',
    ],
    [
      'gets another password',
      (max: Someone) =>
        max.does('PUT /api/account/password', { body: { currentPassword: password, newPassword: 'quatre mots choisis au hasard' } }),
      'restarting',
    ],
    ['is deleted', (max: Someone) => max.does('POST /api/account/deletion', { body: { password, handOvers: [] } }), 'session_ended'],
  ] as const)('of somebody who %s ends the streams on the other copy, and opens nothing there', async (_how, end, reason) => {
    const [max, lea] = await signUp('Max', 'Léa');
    const [theirs, others] = [await listen(other, max), await listen(other, lea)];
    const before = at(other, max);
    await end(max);
    await theirs.end();
    // A copy that looks into the database before the news has come only sees that the session is gone.
    expect([[{ type: 'bye', reason }], [{ type: 'bye', reason: 'restarting' }]]).toContainEqual(theirs.all('bye'));
    expect(await before.tries('GET /api/boards')).toMatchObject({ status: 401 });
    expect(others.closed).toBe(false);
  });
});

describe('presence', () => {
  it('is seen across copies: coming, hiding, showing and going', async () => {
    const [lea, max, zoe] = await signUp('Léa', 'Max', 'Zoé');
    await boardOf(lea, [max]);
    const [mine, stranger] = [await listen(one, lea), await listen(one, zoe)];
    const theirs = await listen(other, max);
    await mine.until(() => mine.online.has(max.id), 'not shown');
    await theirs.until(() => theirs.online.has(lea.id), 'not shown');
    await at(one, max).does('PATCH /api/account/preferences', { body: { onlineStatus: false } });
    await mine.until(() => !mine.online.has(max.id), 'still shown');
    await at(one, max).does('PATCH /api/account/preferences', { body: { onlineStatus: true } });
    await mine.until(() => mine.online.has(max.id), 'not shown again');
    const latecomer = await listen(one, lea);
    await latecomer.until(() => latecomer.online.has(max.id), 'not shown');
    theirs.close();
    await mine.until(() => !mine.online.has(max.id), 'still there');
    expect(stranger.text).not.toContain(max.id);
  });

  it('is right for who loads the page again while somebody hides', async () => {
    const [lea, max, zoe] = await signUp('Léa', 'Max', 'Zoé');
    await boardOf(lea, [max]);
    await boardOf(zoe, [max]);
    const [before, witness] = [await listen(one, lea), await listen(one, zoe)];
    await listen(other, max);
    for (const stream of [before, witness]) await stream.until(() => stream.online.has(max.id), 'not shown');
    before.close();
    await at(other, max).does('PATCH /api/account/preferences', { body: { onlineStatus: false } });
    await witness.until(() => !witness.online.has(max.id), 'still shown');
    expect((await listen(one, lea)).online.has(max.id)).toBe(false);
  });

  it('goes on while one of the streams on several copies does, and ends with the last common board', async () => {
    const [lea, max] = await signUp('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    const mine = await listen(one, lea);
    const [first, second] = [await listen(one, max), await listen(other, max)];
    await mine.until(() => mine.online.has(max.id));
    first.close();
    await remove(lea, board, max);
    await second.next('gone');
    await mine.until(() => !mine.online.has(max.id), 'still shown');
    expect(mine.presence.map(({ offline }) => offline)).toContainEqual([max.id]);
    expect(mine.presence.at(-1)).toEqual({ type: 'presence', online: [], offline: [max.id] });
  });
});
