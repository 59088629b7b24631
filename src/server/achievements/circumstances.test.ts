import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { logActivities } from '#server/activities/activities';
import { undoActivity } from '#server/activities/undo';
import { examine } from '#server/doctor/doctor';
import { Chance } from '../../../tests/faults/chance.ts';
import { tamper } from '../../../tests/database-state.ts';
import { boardOf, startTestApp } from '../../../tests/test-app.ts';
import { tellAll } from '../database/migrations/0024-circumstances.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const { deps } = testApp;
const ids = ['early-bird', 'dead-heat', 'telepathy'] as const;

it('the migration tells of what is there what logging would have told, and gives the achievements for it', async () => {
  const chance = new Chance(7);
  const people = await testApp.signUpAll('Léa', 'Max', 'Zoé');
  const [lea, ...members] = people;
  const boards = [await boardOf(lea, members), await boardOf(lea, members)];
  let now = Date.parse('2026-11-10T04:00:00Z');
  const logged: { id: string; boardId: string }[] = [];
  for (let step = 0; step < 200; step += 1) {
    now += Math.floor(chance.below(120)) * 60_000;
    const [board, person] = [chance.oneOf(boards), chance.oneOf(people)];
    const before = chance.hits(0.2) ? logged.pop() : undefined;
    // The last one of all, so that nothing after it was told by it.
    if (before) await undoActivity(deps, { actorId: lea.id, boardId: before.boardId, activityId: before.id }, now);
    if (!board || !person) continue;
    const id = randomUUID();
    const actionId = chance.hits(0.8) ? board.breakfast : board.dishes;
    await logActivities(deps, person.id, [{ id, boardId: board.id, actionId }], now);
    logged.push({ id, boardId: board.id });
  }
  const { unitOfWork, read } = deps.database;
  const told = () =>
    read.selectFrom('activity').select(['id', 'early', 'level', 'echo']).where('undone_revision', 'is', null).orderBy('id').execute();
  const held = () =>
    read
      .selectFrom('achievement')
      .select(['user_id', 'achievement_id', 'times'])
      .where('achievement_id', 'in', ids)
      .orderBy('user_id')
      .orderBy('achievement_id')
      .execute();
  const before = { told: await told(), held: await held() };
  for (const id of ids) expect(before.held.filter(({ achievement_id }) => achievement_id === id)).not.toEqual([]);

  tamper(testApp.config.dataDir, 'update activity set early = null, level = null, echo = null');
  await unitOfWork(async ({ db }) => {
    await db.deleteFrom('achievement').where('achievement_id', 'in', ids).execute();
    await tellAll(db);
  });
  expect({ told: await told(), held: await held() }).toEqual(before);
  expect(await examine(deps)).toEqual([]);
});
