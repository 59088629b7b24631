/** R16: two built copies whose clocks are half a minute apart at midnight, and one of them is killed: each season is closed once, and each proposal lapses once. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { doctor, sound } from '../faults/soundness.ts';
import { makeBoard, newActivityId, Person } from '../people.ts';
import { clockAt } from './moving-clock.ts';
import { patience, startCopiesApart } from './copies-apart.ts';

const { one, other, dataDir, rows, bothAt, endClaims, stop } = await startCopiesApart('2026-11-18T12:00:00+01:00');

it('a season is closed and a proposal lapses once', async () => {
  const people = [await Person.signUp(one, 'Lea'), await Person.signUp(other, 'Max')] as const;
  const [lea, max] = people;
  const boards = [];
  for (let count = 0; count < 12; count += 1) boards.push(await makeBoard(`Maison ${count}`, people));
  for (const { id: boardId } of boards) {
    const params = { boardId };
    const id = randomUUID();
    const terms = { kind: 'season', length: { lastDay: '2026-11-19' }, stake: 'Un massage', ties: 'void' } as const;
    await lea.does('POST /api/boards/:boardId/agreements', { params, body: { id, terms } });
    await max.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', {
      params: { ...params, agreementId: id },
      body: { yes: true },
    });
    await max.does('POST /api/boards/:boardId/agreements', { params, body: { id: randomUUID(), terms: { kind: 'contests' } } });
  }
  await bothAt('2026-11-19T12:00:00+01:00');
  for (const board of boards) {
    const body = { id: newActivityId(), actionId: board.actions[0]?.id ?? '' };
    await lea.does('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body });
  }

  await bothAt('2026-11-19T23:59:30+01:00');
  const closed = () => rows('season').filter(({ closed_at }) => closed_at !== null).length;
  await expect.poll(closed, patience).toBeGreaterThan(0);
  await other.stop('SIGKILL');
  await expect
    .poll(() => {
      endClaims('settle_due');
      return closed();
    }, patience)
    .toBe(boards.length);
  await other.restart(clockAt('2026-11-20T00:01:00+01:00'));
  const places = rows('season_place');
  expect(places).toHaveLength(2 * boards.length);
  for (const { position, place, points } of places) expect([position, place, points]).toEqual(position === 1 ? [1, 1, 20] : [2, 0, 0]);

  await bothAt('2026-11-25T11:59:45+01:00');
  const lapsed = () => rows('agreement').filter(({ outcome }) => outcome === 'lapsed').length;
  await expect.poll(lapsed, patience).toBe(boards.length);
  await stop();
  expect(await doctor(dataDir)).toEqual(sound);
});
