/** Reading the scores costs days and members, however many activities they are the sums of. */
import type { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { periods } from '#shared/scores';
import type { Deps } from '#server/deps';
import { boardOf, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { planOf, tamperAtOnce, wrongCounters } from '../../../tests/database-state.ts';
import { readScores } from './leaderboard.ts';
import { fillDays } from './member-day-store.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const { deps, config } = testApp;
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const now = Date.parse('2026-11-25T11:00:00Z');
const days = 50;
// Favourite actions are counted among the newest so many.
const looked = 500;

it('at 100 and at 100,000 activities it asks the same, and reads as many rows', async () => {
  const few = await planted(100);
  const many = await planted(100_000);
  for (const period of periods) {
    const [small, large] = [await watched(few, period), await watched(many, period)];
    expect(large.statements).toEqual(small.statements);
    // A row of each member for each day, twice: for the curve and for the streak.
    expect(large.rows).toBeLessThanOrEqual(looked + 2 * 2 * days + 20);
  }
  expect(wrongCounters(config.dataDir)).toEqual([]);
});

it('no query reads through a table or an index of more than its board', async () => {
  const board = await planted(100);
  for (const period of periods)
    for (const statement of (await watched(board, period)).statements) {
      const ofTables = planOf(config.dataDir, statement).filter((step) => /\b(activity|member_day|board_member|board|user)\b/.test(step));
      for (const step of ofTables) expect(step, statement).not.toMatch(/^SCAN (activity|member_day|board_member|board|user)\b/);
    }
});

/** A board with so many activities on the last fifty days, by both in turn. */
async function planted(count: number): Promise<TestBoard> {
  const board = await boardOf(lea, [max]);
  // From the same moment on, however many.
  const step = ((days - 0.5) * 24 * 60 * 60 * 1000) / (count - 1);
  tamperAtOnce(config.dataDir, (run) => {
    run(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       insert into activity (id, board_id, user_id, action_id, title_sealed, points, emoji, logged_at, board_revision, total_after, score_after)
       select ? || i, ?, iif(i % 2, ?, ?), a.id, a.title_sealed, a.points, null, cast(? - (? - i) * ? as integer), ? + i, 0, 0
       from n, board_action a where a.id = ?`,
      ...[count, `${board.id}-`, board.id, lea.id, max.id, now, count, step, 1000, board.breakfast],
    );
    run('update board set revision = ?, total_points = ? where id = ?', 1000 + count, 20 * count, board.id);
    run('update board_member set score = ?, actions_count = ? where board_id = ?', 10 * count, count / 2, board.id);
    run('update user set points = points + ?, actions_count = actions_count + ? where id in (?, ?)', 10 * count, count / 2, lea.id, max.id);
  });
  await deps.database.unitOfWork(({ db }) => fillDays(db, board.id, 'Europe/Paris'));
  return board;
}

/** The statements that reading the scores makes, and the rows that come of them. */
async function watched(board: TestBoard, period: (typeof periods)[number]): Promise<{ statements: string[]; rows: number }> {
  const statements: string[] = [];
  let rows = 0;
  const { snapshot } = deps.database;
  const watching: Deps['database']['snapshot'] = (work) =>
    snapshot((db) => {
      // An executor of its own, by which queries that were compiled before go, too.
      const own = db.withoutPlugins();
      const executor = own.getExecutor();
      const execute = executor.executeQuery.bind(executor);
      executor.executeQuery = async <R>(query: CompiledQuery) => {
        statements.push(query.sql);
        const result = await execute<R>(query);
        rows += result.rows.length;
        return result;
      };
      return work(own);
    });
  const database: Deps['database'] = { ...deps.database, snapshot: watching };
  await readScores({ ...deps, database }, lea.id, board.id, period, now);
  return { statements, rows };
}
