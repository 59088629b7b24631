/** R16: two built copies whose clocks are half a minute apart when losses noted for others become void, and one of them is killed in the midst of it. */
import { beforeAll, expect, it } from 'vitest';
import { owedLossLimits } from '#shared/owed-losses';
import { wrongCounters } from '../database-state.ts';
import { doctor, sound } from '../faults/soundness.ts';
import { type Board, dishes, makeBoard, newActivityId, Person } from '../people.ts';
import { patience, startCopiesApart } from './copies-apart.ts';

const start = Date.parse('2026-11-18T12:00:00+01:00');
const hour = 60 * 60_000;
const at = (time: number) => new Date(time).toISOString();
const { one, other, dataDir, rows, bothAt, endClaims, hold, waiting, stop } = await startCopiesApart(at(start));

let lea: Person, max: Person, zoe: Person;
let board: Board;
beforeAll(async () => {
  [lea, max, zoe] = [await Person.signUp(one, 'Lea'), await Person.signUp(other, 'Max'), await Person.signUp(one, 'Zoe')];
  board = await makeBoard('Maison', [lea, max, zoe]);
});

interface Owed {
  id: string;
  to: Person;
}

/** As many as may wait, less those that do. */
async function owe(from: Person, to: Person, count: number): Promise<Owed[]> {
  const owed = Array.from({ length: count }, () => ({ id: newActivityId(), to }));
  const actionId = board.actions.find(({ points }) => points === dishes.points)?.id;
  for (const { id } of owed)
    await from.does('POST /api/boards/:boardId/owed-losses', { params: { boardId: board.id }, body: { id, actionId, for: to.id } });
  return owed;
}

const avow = ({ id, to }: Owed, copy: typeof one) =>
  to.on(copy).tries('PUT /api/boards/:boardId/owed-losses/:activityId/answer', {
    params: { boardId: board.id, activityId: id },
    body: { confess: true },
  });
/** Once more where the copy was busy. */
async function avowed(owed: Owed, copy: typeof one): ReturnType<typeof avow> {
  const answer = await avow(owed, copy);
  return answer.status === 503 ? await avowed(owed, copy) : answer;
}

it('a loss for somebody else counts once where it was avowed in time, and never where it was not', async () => {
  const early = [...(await owe(lea, max, 2)), ...(await owe(zoe, max, 2)), ...(await owe(lea, zoe, 2))];
  const end = Math.max(...rows('owed_loss').map(({ lapses_at }) => Number(lapses_at)));
  await bothAt(at(start + hour));
  const [unanswered, ...late] = [...(await owe(lea, max, 1)), ...(await owe(zoe, max, 1)), ...(await owe(lea, zoe, 1))];
  const answered = [...early, ...late];
  if (!unanswered) throw new Error('nothing is owed');

  // One copy is before the end of the early ones, the other one after it.
  const release = await hold('select id from owed_loss');
  await bothAt(at(end - 15_000));
  const told = answered.map((owed) => [avow(owed, one), avow(owed, other).catch(() => undefined)] as const);
  // An avowal on one of them, and the deletion of what is void on the other one, or another avowal.
  await expect.poll(() => (endClaims('forget_expired'), waiting()), patience).toBeGreaterThanOrEqual(2);
  await other.stop('SIGKILL');
  await release();
  await Promise.all(told.flat());
  const again = await Promise.all(answered.map(async (owed) => ({ ...owed, ...(await avowed(owed, one)) })));
  const counted = again.filter(({ status }) => status === 200);
  expect(counted.map(({ id }) => id)).toEqual(expect.arrayContaining(late.map(({ id }) => id)));

  // Void is void, before it is deleted and afterwards.
  const releaseAgain = await hold('select id from owed_loss');
  await bothAt(at(start + owedLossLimits.lasts + 3 * hour));
  const isRefused = { status: 404, code: 'owed_loss_not_found' };
  expect(rows('owed_loss').map(({ id }) => id)).toContain(unanswered.id);
  for (const copy of [one, other]) expect(await avowed(unanswered, copy)).toMatchObject(isRefused);
  await releaseAgain();
  await expect.poll(() => rows('owed_loss'), patience).toEqual([]);
  for (const copy of [one, other]) {
    expect(await avowed(unanswered, copy)).toMatchObject(isRefused);
    for (const owed of again) expect((await avowed(owed, copy)).status).toBe(owed.status);
    expect((await max.on(copy).does('GET /api/owed-losses')).owedLosses).toEqual([]);
    const opened = await lea.on(copy).does('GET /api/boards/:boardId', { params: { boardId: board.id } });
    expect(opened.board.totalPoints).toBe(counted.length * dishes.points);
    for (const { id } of [max, zoe]) {
      const own = counted.filter(({ to }) => to.id === id).length;
      expect(opened.members.find(({ userId }) => userId === id)?.score).toBe(own * dishes.points + 0);
      const days = rows('member_day').filter(({ user_id }) => user_id === id);
      expect(days.reduce((sum, { actions }) => sum + Number(actions), 0)).toBe(own);
    }
  }
  expect(rows('activity').map(({ id }) => id)).toHaveLength(counted.length);
  expect(new Set(rows('activity').map(({ id }) => id))).toEqual(new Set(counted.map(({ id }) => id)));
  expect(wrongCounters(dataDir)).toEqual([]);
  // Nothing of it waits any more: as many may be noted again.
  const [denied] = await owe(lea, max, owedLossLimits.perPair);
  // A no that the copy ahead hears is one for the copy behind as well.
  const params = { boardId: board.id, activityId: denied?.id ?? '' };
  await max.on(other).does('PUT /api/boards/:boardId/owed-losses/:activityId/answer', { params, body: { confess: false } });
  const actionId = board.actions.find(({ points }) => points === dishes.points)?.id;
  for (const copy of [one, other]) {
    const once = { params: { boardId: board.id }, body: { id: newActivityId(), actionId, for: max.id } };
    expect(await lea.on(copy).tries('POST /api/boards/:boardId/owed-losses', once)).toMatchObject({
      status: 409,
      code: 'owed_loss_denied',
    });
  }
  await stop();
  expect(await doctor(dataDir)).toEqual(sound);
});
