/** Deleting an account costs what the person did, however much others did. */
import { type KyselyPlugin, SqliteQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import { deleteAccount } from '#server/privacy/account-deletion';
import type { Database } from '#server/database/database';
import type { Deps } from '#server/deps';
import { createFollowUp } from '#server/events/follow-ups';
import { createRecording } from '#server/events/record';
import { boardOf, log, startTestApp, password } from './test-app.ts';
import { planOf, unindexedReferences } from './database-state.ts';

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

  const { watched, statements } = watch(deps);
  await deleteAccount(watched, caller, { password, handOvers: [{ boardId: given.id, userId: max.id }] });
  expect(statements.size).toBeGreaterThan(15);
  for (const statement of statements) for (const step of planOf(config.dataDir, statement)) expect(step, statement).not.toMatch(/^SCAN/);
});

it('whatever refers to a row that may be deleted is found by an index', () => {
  expect(unindexedReferences(config.dataDir)).toEqual([]);
});

/** The same, and every statement that its units of work run. */
function watch({ database, ...others }: Deps): { watched: Deps; statements: Set<string> } {
  const statements = new Set<string>();
  const watching: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.add(new SqliteQueryCompiler().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const { unitOfWork } = database;
  const watchedDatabase: Database = {
    ...database,
    unitOfWork: (work) => unitOfWork((unit) => work({ ...unit, db: unit.db.withPlugin(watching) })),
  };
  // Events are recorded above it, so that what follows from them is watched too.
  const recording = createRecording(watchedDatabase, { followUp: createFollowUp(watchedDatabase), deliver: others.announce });
  return { watched: { ...others, database: recording }, statements };
}
