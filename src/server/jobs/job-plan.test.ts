/** Pages and the runner find their jobs by an index, however many pushes wait for their time. */
import { expect, it } from 'vitest';
import { ask, planOf } from '../../../tests/database-state.ts';
import { urlOf } from '../../../tests/postgres/test-databases.ts';
import { boardOf, log, requestOf, Someone, startTestApp } from '../../../tests/test-app.ts';
import { watching } from '../../../tests/watched-queries.ts';
import { buildApp } from '../app.ts';
import { findNextDue, insertJobs, listDueJobs, moveJob } from './job-store.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const { deps, config } = testApp;
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const board = await boardOf(lea, [max]);
await log(max, board, 'breakfast');
const due = Date.now() + 9 * 60 * 60 * 1000;
await deps.database.unitOfWork(async ({ db }) => {
  await insertJobs(
    db,
    'push',
    Array.from({ length: 50_000 }, (_, index) => ({ subject: `push-${index}`, due })),
  );
});
const isPostgres = urlOf(config.dataDir) !== undefined;
// PostgreSQL does this by itself, some time after so many rows were added.
if (isPostgres) ask(config.dataDir, 'analyze job');

function stepsOf(sql: string, parameters: readonly unknown[]): string[] {
  if (!isPostgres) return planOf(config.dataDir, sql);
  return ask(config.dataDir, `explain ${sql}`, ...parameters).map((row) => String(Object.values(row)[0]));
}
/** Steps that read the queue from one end to the other. */
function scans(asked: readonly { sql: string; parameters: readonly unknown[] }[]): string[] {
  return asked
    .filter(({ sql }) => /\bjob\b/.test(sql))
    .flatMap(({ sql, parameters }) => stepsOf(sql, parameters))
    .filter((step) => (isPostgres ? /Seq Scan on job\b/ : /^SCAN job\b/).test(step));
}

it.each(['GET /api/activities', 'GET /api/boards', 'GET /api/boards/:boardId', 'GET /api/session', 'GET /api/notifications'] as const)(
  '%s reads no queue from end to end',
  async (key) => {
    const { database, asked } = watching(deps);
    const { read, snapshot } = database;
    const app = await buildApp({ ...deps, database: { ...deps.database, read, snapshot } });
    const who = Object.assign(new Someone({ ...testApp, app }, lea.name), { id: lea.id, cookie: lea.cookie });
    const { method, url } = requestOf(key, key === 'GET /api/boards/:boardId' ? { params: { boardId: board.id } } : {});
    expect((await who.sends({ method, url })).status).toBe(200);
    if (key === 'GET /api/activities') expect(asked.some(({ sql }) => /\bjob\b/.test(sql))).toBe(true);
    expect(scans(asked)).toEqual([]);
  },
);

it('a runner finds what is due, and when more will be, without reading what waits', async () => {
  const { database, asked } = watching(deps);
  const now = Date.now();
  const looking = { kinds: ['push'] as const, now, latest: due + 1, limit: 200 };
  expect(await listDueJobs(database.read, looking)).toEqual([]);
  await listDueJobs(database.read, { ...looking, now: due, after: { due, id: 'a' } });
  expect(await findNextDue(database.read, ['push'], now)).toBe(due);
  await database.unitOfWork(({ db }) => moveJob(db, { kind: 'push', subject: 'push-7', due }));
  expect(asked).toHaveLength(5);
  expect(scans(asked)).toEqual([]);
  // Jobs that are due at the same moment are not sorted either.
  if (!isPostgres) for (const { sql } of asked) expect(planOf(config.dataDir, sql).join('\n')).not.toContain('TEMP B-TREE');
});
