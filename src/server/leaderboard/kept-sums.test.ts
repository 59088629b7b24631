/** The second reading of a long history asks only for what has changed since the first. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { logActivities } from '#server/activities/activities';
import { undoActivity } from '#server/activities/undo';
import { findBoard, type BoardRow } from '#server/boards/board-store';
import { boardOf, remove, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { watching } from '../../../tests/watched-queries.ts';
import { createKeptSums, type StretchSums } from './kept-sums.ts';
import { readScores } from './leaderboard.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const { deps } = testApp;
const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
const now = Date.parse('2026-11-25T11:00:00Z');
const day = 24 * 60 * 60 * 1000;
/** Two months and a half each. */
const stretches = 42;

let board: TestBoard;
beforeEach(async () => {
  board = await boardOf(lea, [max, zoe]);
  await logAt(now - 2500 * day);
});

async function logAt(time: number): Promise<string> {
  const id = randomUUID();
  await logActivities(deps, lea.id, [{ id, boardId: board.id, actionId: board.breakfast }], time);
  return id;
}

/** How many stretches reading the scores adds up, and what Léa has. */
async function reading(keptSums = deps.keptSums, epoch = deps.epoch) {
  const { database, asked } = watching(deps);
  const { members } = await readScores({ ...deps, keptSums, epoch, database }, { userId: lea.id, boardId: board.id }, 'all', now);
  return {
    added: asked.filter(({ sql }) => sql.includes('group by "user_id"')).length,
    score: members.find(({ userId }) => userId === lea.id)?.score,
  };
}

describe('a long history', () => {
  it('is added up at the first reading alone', async () => {
    expect(await reading()).toEqual({ added: stretches, score: 20 });
    expect(await reading()).toEqual({ added: 0, score: 20 });
  });

  it('of which today has more, or an older day less, has the stretches of these days added up again', async () => {
    const old = await logAt(now - 1000 * day);
    await reading();
    await logAt(now);
    await logAt(now);
    expect(await reading()).toEqual({ added: 1, score: 80 });
    await undoActivity(deps, { actorId: lea.id, boardId: board.id, activityId: old }, now);
    await logAt(now);
    expect(await reading()).toEqual({ added: 2, score: 80 });
  });

  it('is not added up again because of a reaction', async () => {
    const activityId = await logAt(now);
    await reading();
    const params = { boardId: board.id, activityId, emoji: '❤️' } as const;
    await max.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params });
    expect(await reading()).toEqual({ added: 0, score: 40 });
  });

  it('is added up anew for other members, in another time zone, and after very many logs', async () => {
    await reading();
    await remove(lea, board, zoe);
    expect((await reading()).added).toBe(stretches);
    await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone: 'Asia/Kathmandu' } });
    expect((await reading()).added).toBe(stretches);
    for (let times = 0; times < 300; times += 1) await logAt(now);
    expect(await reading()).toEqual({ added: stretches, score: 20 * 301 });
  });

  it('of another database, as of one that was restored, is another one', async () => {
    await reading();
    expect((await reading(deps.keptSums, { current: () => Promise.resolve('another') })).added).toBe(stretches);
  });
});

describe('what is kept', () => {
  const sums = (members: number): StretchSums[] => [
    { from: '2026-11-23', before: '9999-12-31', ofMembers: new Float64Array(3 * members), biggestDay: undefined },
  ];
  const rowOf = async ({ id }: { id: string }): Promise<BoardRow> => (await findBoard(deps.database.read, id)) ?? expect.fail('no board');
  let row: BoardRow;
  beforeEach(async () => {
    row = await rowOf(board);
  });
  const later = (revisions: number, one = row) => ({ ...one, revision: one.revision + revisions });
  const known = (kept: ReturnType<typeof createKeptSums>, one = row) => deps.database.snapshot((db) => kept.of(db, one, 'epoch'));

  it('of a later snapshot neither serves an earlier one, nor gives way to it', async () => {
    const kept = createKeptSums();
    kept.keep(later(1), 'epoch', sums(1));
    expect(await known(kept)).toEqual([]);
    kept.keep(row, 'epoch', sums(2));
    expect(await known(kept, later(1))).toEqual(sums(1));
  });

  it('is no more than fits: the board read least lately makes room', async () => {
    const otherRow = await rowOf(await boardOf(lea, [max]));
    const kept = createKeptSums(20);
    kept.keep(row, 'epoch', sums(3));
    kept.keep(otherRow, 'epoch', sums(3));
    expect([await known(kept), await known(kept, otherRow)]).toEqual([sums(3), sums(3)]);
    kept.keep(row, 'epoch', sums(4));
    expect([await known(kept), await known(kept, otherRow)]).toEqual([sums(4), []]);
  });
});
