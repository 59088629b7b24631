/** Deleting an account costs what the person did, however much others did. */
import { expect, it } from 'vitest';
import { deleteAccount } from '#server/privacy/account-deletion';
import { boardOf, log, startTestApp, password } from './test-app.ts';
import { planOf, unindexedReferences } from './database-state.ts';
import { watching } from './watched-queries.ts';

const testApp = await startTestApp();
const { deps, config } = testApp;

it('no query of a deletion reads through a whole table', async () => {
  const [gone, max, asker] = await testApp.signUpAll('Économe', 'Max', 'Demande');
  const [given, own, joined] = [await boardOf(gone, [max]), await boardOf(gone, [max]), await boardOf(max, [gone])];
  for (const board of [given, own, joined]) await log(gone, board, 'breakfast');
  const { activity } = await log(max, given, 'breakfast');
  await gone.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', {
    params: { boardId: given.id, activityId: activity.id, emoji: '❤️' },
  });
  for (const board of [given, own, joined])
    await gone.does('PUT /api/boards/:boardId/actions/:actionId/favourite', { params: { boardId: board.id, actionId: board.breakfast } });
  await gone.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: given.id, activityId: activity.id } });
  await gone.does('POST /api/boards/:boardId/proposals', { params: { boardId: joined.id }, body: { title: 'Sieste', points: 5 } });
  await asker.does('POST /api/boards/:boardId/requests', { params: { boardId: given.id }, body: { type: 'request' } });
  const caller = await gone.caller();

  const { database, asked } = watching(deps);
  await deleteAccount({ ...deps, database }, caller, { password, handOvers: [{ boardId: given.id, userId: max.id }] });
  const statements = new Set(asked.map(({ sql }) => sql));
  expect(statements.size).toBeGreaterThan(15);
  for (const statement of statements) for (const step of planOf(config.dataDir, statement)) expect(step, statement).not.toMatch(/^SCAN/);
});

it('whatever refers to a row that may be deleted is found by an index', () => {
  expect(unindexedReferences(config.dataDir)).toEqual([]);
});
