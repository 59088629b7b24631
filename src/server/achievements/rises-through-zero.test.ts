import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { examine } from '#server/doctor/doctor';
import { listRisesThroughZero } from '#server/doctor/doctor-store';
import { planOf } from '../../../tests/database-state.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { boardOf, startTestApp } from '../../../tests/test-app.ts';
import { watching } from '../../../tests/watched-queries.ts';
import { giveForRises } from '../database/migrations/0018-rises-through-zero.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });

it('the migration gives the achievement to those who came back above zero by way of 0, as often as they did', async () => {
  const [lea, max] = await testApp.signUpAll('Léa', 'Max');
  const actions = [-30, 30, 5].map((points) => ({ title: `Vaut ${points}`, points }));
  const boards = [await boardOf(lea, [max], { actions }), await boardOf(lea, [max], { actions })];
  for (const { id: boardId } of boards) {
    const opened = await lea.does('GET /api/boards/:boardId', { params: { boardId } });
    const play = async (person: typeof lea, worth: number) => {
      const actionId = opened.actions.find(({ points }) => points === worth)?.id ?? '';
      await person.does('POST /api/boards/:boardId/activities', { params: { boardId }, body: { id: randomUUID(), actionId } });
    };
    for (const worth of [-30, 30, 5]) await play(lea, worth);
    for (const worth of [30, -30, 5]) await play(max, worth);
  }
  const { unitOfWork, read } = testApp.deps.database;
  const held = () => read.selectFrom('achievement').select(['user_id', 'times']).where('achievement_id', '=', 'back-above-zero').execute();
  expect(await held()).toEqual([{ user_id: lea.id, times: 2 }]);

  await unitOfWork(({ db }) => db.deleteFrom('achievement').where('achievement_id', '=', 'back-above-zero').execute());
  const noted = () => read.selectFrom('activity').select('id').where('through_zero', '=', 1).orderBy('id').execute();
  const before = await noted();
  await unitOfWork(({ db }) => db.updateTable('activity').set({ through_zero: 0 }).execute());
  await unitOfWork(({ db }) => giveForRises(db));
  expect(await held()).toEqual([{ user_id: lea.id, times: 2 }]);
  expect([before.length, await noted()]).toEqual([2, before]);
  expect(await examine(testApp.deps)).toEqual([]);

  // A person who had it already, by an activity that began below, has it more often.
  await unitOfWork(({ db }) => giveForRises(db));
  expect(await held()).toEqual([{ user_id: lea.id, times: 4 }]);
});

it.runIf(onSqlite)('neither the migration nor the doctor reads through a board for each rise', async () => {
  const { database, asked } = watching(testApp.deps);
  await database.unitOfWork(({ db }) => giveForRises(db));
  await listRisesThroughZero(database.read);
  const plans = asked.filter(({ sql }) => /order by/.test(sql)).map(({ sql }) => planOf(testApp.config.dataDir, sql));
  expect(plans).toHaveLength(2);
  for (const plan of plans)
    expect(plan.join()).toMatch(/SEARCH (earlier|before) USING INDEX activity_user \(user_id=\? AND board_id=\? AND logged_at<\?\)/);
});
