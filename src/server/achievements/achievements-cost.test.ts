/** What achievements cost a log: nothing, save on the first one of somebody's day and where something is unlocked. */
import { randomUUID } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { logActivities } from '#server/activities/activities';
import type { Deps } from '#server/deps';
import { planOf } from '../../../tests/database-state.ts';
import { boardOf, startTestApp, type TestBoard } from '../../../tests/test-app.ts';

const { deps, config, signUp } = await startTestApp({ boundless: true, hasty: true });
const lea = await signUp('Léa');
const noon = Date.parse('2026-11-04T11:00:00Z');
const day = 24 * 60 * 60 * 1000;

it('a log that unlocks nothing asks nothing, and the first of a day asks for the last days alone', async () => {
  const board = await boardOf(lea);
  await watched(board, noon);
  const [second, tomorrow] = [await watched(board, noon), await watched(board, noon + day)];
  const about = (statements: readonly string[]) => statements.filter((sql) => /"achievement"|from "member_day"/.test(sql));
  expect(about(second)).toEqual([]);
  expect(about(tomorrow)).toHaveLength(1);
  expect(tomorrow).toHaveLength(second.length + 1);
  for (const step of planOf(config.dataDir, about(tomorrow)[0] ?? ''))
    expect(step).toMatch(/^SEARCH member_day USING INDEX member_day_user/);
});

it('days are found by an index, of one person and of one person on one board', async () => {
  const board = await boardOf(lea);
  await watched(board, noon);
  const plan = planOf(config.dataDir, 'select day from member_day where user_id = ? and actions > 0 order by board_id, day');
  for (const step of plan) expect(step).toMatch(/^SEARCH member_day USING INDEX member_day_user/);
});

/** The statements of one log. */
async function watched(board: TestBoard, now: number): Promise<string[]> {
  const statements: string[] = [];
  const unitOfWork: Deps['database']['unitOfWork'] = (work, options) =>
    deps.database.unitOfWork(({ db, afterCommit }) => {
      const own = db.withoutPlugins();
      const executor = own.getExecutor();
      const execute = executor.executeQuery.bind(executor);
      executor.executeQuery = async <R>(query: CompiledQuery) => {
        statements.push(query.sql);
        return await execute<R>(query);
      };
      return work({ db: own, afterCommit });
    }, options);
  const watching = { ...deps, database: { ...deps.database, unitOfWork } };
  await logActivities(watching, lea.id, [{ id: randomUUID(), boardId: board.id, actionId: board.breakfast }], now);
  return statements;
}
