/** Reading the scores costs days and members, however many activities they are the sums of. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { periods } from '#shared/scores';
import { logActivities } from '#server/activities/activities';
import { boardOf, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { planOf, tamperAtOnce, wrongCounters } from '../../../tests/database-state.ts';
import { watching } from '../../../tests/watched-queries.ts';
import { readScores } from './leaderboard.ts';
import { fillDays } from './member-day-store.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const { deps, config } = testApp;
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const now = Date.parse('2026-11-25T11:00:00Z');
const days = 50;

it('the leaderboard asks the same at 100 and at 100,000 activities, and reads as many rows', async () => {
  const few = await planted(100);
  const many = await planted(100_000);
  for (const period of periods) {
    const [small, large] = [await watched(few, period), await watched(many, period)];
    expect(large.statements).toEqual(small.statements);
    // A row of each of two members for each day of the curve, and for two of the streak.
    expect(large.rows).toBeLessThanOrEqual(2 * (days + 2) + 20);
  }
  expect(wrongCounters(config.dataDir)).toEqual([]);
});

it('the ranking reads days, members and the newest 500 activities, whether there are 100 or 1,000,000', async () => {
  const board = await planted(100);
  // So long ago that the database adds up.
  await logActivities(deps, lea.id, [{ id: randomUUID(), boardId: board.id, actionId: board.breakfast }], now - 3000 * 24 * 60 * 60 * 1000);
  expect((await watched(board, 'all')).statements.filter((one) => /sum\(/.test(one)).length).toBeGreaterThan(2);
  for (const period of periods)
    for (const statement of (await watched(board, period)).statements) {
      const steps = planOf(config.dataDir, statement);
      for (const step of steps) expect(step, statement).not.toMatch(/^SCAN (activity|member_day|board_member|board|user)\b/);
      // Days of this board alone: as many as it has days and members.
      for (const step of steps.filter((one) => / member_day /.test(one)))
        expect(step, statement).toMatch(/^SEARCH member_day USING (COVERING )?INDEX \S+ \((user_id=\? AND )?board_id=\?/);
      if (!/from "activity"/.test(statement)) continue;
      const ofActivities = steps.filter((step) => /activity/.test(step));
      if (statement.includes('"logged_at" in')) {
        expect(ofActivities).toEqual([expect.stringMatching(/^SEARCH activity USING INDEX \S+ \(board_id=\? AND logged_at=\?\)$/)]);
        continue;
      }
      expect(ofActivities).toEqual([expect.stringMatching(/^SEARCH activity USING INDEX \S+ \(board_id=\? AND logged_at>\?\)$/)]);
      // In the order of the index, so that no more than the limit are read: before they are counted nothing is sorted.
      expect(statement).toContain('limit ?');
      const counting = steps.indexOf('SCAN logged');
      expect(counting).toBeGreaterThan(0);
      expect(steps.slice(0, counting).filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
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
  const { database, asked } = watching(deps);
  await readScores({ ...deps, database }, { userId: lea.id, boardId: board.id }, period, now);
  return { statements: asked.map(({ sql }) => sql), rows: asked.reduce((sum, { rows }) => sum + rows, 0) };
}
