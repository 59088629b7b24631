/** Redis is gone, flaps or comes back empty (R7): nothing fails, and what other copies do shows all the same. */
import { expect, it, vi } from 'vitest';
import { lasted, machineFactor, tell } from '../figures.ts';
import { accept, boardOf, log, remove, type Someone } from '../test-app.ts';
import { withoutHeartbeats } from '../stream.ts';
import { connected, startCopies } from './copies.ts';

const { redis, one, other, at, listen } = await startCopies();
const readiness = async () => (await one.app.inject({ url: '/readyz' })).json<{ status: string }>();
const lost = () => expect.poll(() => [one, other].map(({ deps }) => deps.bus.state())).toEqual(['lost', 'lost']);

withoutHeartbeats();

it('every write succeeds, streams get what another copy did, rights end, and all goes on when it is back', async (test) => {
  const [lea, max, zoe, ida] = await one.signUpAll('Léa', 'Max', 'Zoé', 'Ida');
  const [board, left, awaited] = [await boardOf(lea, [max]), await boardOf(lea, [max]), await boardOf(lea, [], { invited: [max] })];
  const [there, ending] = [await listen(other, max), await listen(other, zoe)];
  expect(await readiness()).toEqual({ status: 'ready' });
  await redis.stop();
  await lost();
  expect(await readiness()).toEqual({ status: 'degraded' });

  const { activity } = await log(lea, board, 'breakfast');
  const logged = performance.now();
  expect((await there.next('change', ({ boardId }) => boardId === board.id)).activities).toEqual([activity]);
  const later = performance.now() - logged;
  tell(test, 'R7', `what another copy did was told ${lasted(later)} after it`, { met: later <= 5000 * machineFactor() });
  await remove(lea, left, max);
  // Whichever look finds it first: at the revision, or at what the person has.
  await there.until(() => there.all('gone').length > 0 || there.all('hello').some(({ boards }) => !(left.id in boards)), 'not gone');
  for (const gone of there.all('gone')) expect(gone).toEqual({ type: 'gone', boardId: left.id, reason: 'removed' });
  const sofar = there.text.length;
  await log(lea, left, 'breakfast');
  // A board that came is in a further greeting, and carried from then on.
  await accept(max, awaited.id);
  const greeting = await there.next('hello', ({ boards }) => awaited.id in boards);
  expect(greeting.boards[left.id]).toBeUndefined();
  await log(lea, awaited, 'breakfast');
  await there.next('change', ({ boardId }) => boardId === awaited.id);
  expect(there.text.slice(sofar)).not.toContain(left.id);
  await boardOf(lea, [], { invited: [max] });
  await there.next('hello', ({ pendingRequests }) => pendingRequests === 1);

  // A person who hides is hidden, also where nobody heard of it.
  const witness = await listen(other, lea);
  await witness.until(() => witness.online.has(max.id), 'not shown');
  await max.does('PATCH /api/account/preferences', { body: { onlineStatus: false } });
  await witness.until(() => !witness.online.has(max.id), 'still shown');

  await zoe.does('DELETE /api/session');
  await ending.end();
  expect(await at(other, zoe).tries('GET /api/boards')).toMatchObject({ status: 401 });
  expect(await at(other, ida).tries('GET /api/boards')).toMatchObject({ status: 200 });

  await redis.start();
  await connected(one, other);
  expect(await readiness()).toEqual({ status: 'ready' });
  const { activity: last } = await log(lea, board, 'dishes');
  await there.next('change', ({ activities }) => activities.some(({ id }) => id === last.id));
  expect(there.closed).toBe(false);
});

it('what was told between its end and the moment that this is noticed is made up for', async () => {
  const [uma, vic] = await one.signUpAll('Uma', 'Vic');
  const board = await boardOf(uma, [vic]);
  const there = await listen(other, vic);
  for (let flap = 0; flap < 3; flap += 1) {
    const up = redis.stop().then(() => redis.start());
    const logged = await Promise.all([log(uma, board, 'breakfast'), log(at(other, uma), board, 'dishes')]);
    await boardOf(uma, [], { invited: [vic] });
    const seen = () => there.all('change').flatMap(({ activities }) => activities.map(({ id }) => id));
    await there.until(() => logged.every(({ activity }) => seen().includes(activity.id)), 'changes missing');
    await up;
  }
  await connected(one, other);
  await there.until(() => there.events.some((event) => 'pendingRequests' in event && event.pendingRequests === 3), 'request missing');
  expect(there.closed).toBe(false);
});

it('Redis that hangs keeps no request waiting for good', async () => {
  const [pia, quim] = await one.signUpAll('Pia', 'Quim');
  const board = await boardOf(pia, [quim]);
  const there = await listen(other, quim);
  redis.freeze();
  for (let count = 0; count < 5; count += 1) await log(pia, board, 'breakfast');
  await there.until(() => there.all('change').flatMap(({ activities }) => activities).length === 5, 'changes missing');
  const late: Someone = at(other, quim);
  expect((await late.does('GET /api/boards')).boards).toHaveLength(1);
  await listen(other, quim);
  redis.thaw();
  await connected(one, other);
  await log(pia, board, 'breakfast');
  await there.until(() => there.all('change').flatMap(({ activities }) => activities).length === 6, 'change missing');
  expect(there.all('change').map(({ boardId }) => boardId)).toContain(board.id);
});

it('a change on a copy that alone has lost Redis shows on the others', async () => {
  const [rose, sam] = await one.signUpAll('Rose', 'Sam');
  const board = await boardOf(rose, [sam]);
  const { activity } = await log(sam, board, 'breakfast');
  const [hers, his] = [await listen(other, rose), await listen(other, sam)];
  vi.spyOn(one.deps.bus, 'send').mockReturnValue();
  vi.spyOn(other.deps.bus, 'missesCopies').mockReturnValue(true);
  // What is compared with.
  for (const stream of [hers, his]) await stream.next('hello');

  const params = { boardId: board.id };
  await rose.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { ...params, activityId: activity.id } });
  await his.next('account');
  await boardOf(rose, [], { invited: [sam] });
  await his.next('hello', ({ pendingRequests }) => pendingRequests === 1);
  await hers.next('hello');
  await sam.does('POST /api/boards/:boardId/proposals', { params, body: { title: 'Sieste', points: 5 } });
  for (const stream of [hers, his]) await stream.next('hello');
  await sam.does('PUT /api/boards/:boardId/actions/:actionId/favourite', { params: { ...params, actionId: board.dishes } });
  await his.next('hello');
  expect([hers, his].map(({ closed }) => closed)).toEqual([false, false]);
});
