/** The order of a board's tiles: by how often the person logged each action there in the last 60 days (D25). */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { boardOf, log, startTestApp, type Someone, type TestBoard } from '../../../tests/test-app.ts';
import { planOf, tamper } from '../../../tests/database-state.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const { dataDir } = testApp.config;
const day = 24 * 60 * 60 * 1000;
// Beside 'Petit-déj au lit' and 'Vaisselle oubliée', which come first.
const others = Array.from({ length: 30 }, (_, index) => ({ title: `Action ${index}`, points: index + 1 }));

const open = (person: Someone, { id }: { id: string }) => person.does('GET /api/boards/:boardId', { params: { boardId: id } });

/** The titles in the order of the most logged. */
async function mostLogged(person: Someone, at: { id: string }): Promise<string[] | undefined> {
  const { actions, mostLogged: ids } = await open(person, at);
  return ids?.map((id) => actions.find((action) => action.id === id)?.title ?? 'not on the board');
}

async function logTitled(person: Someone, at: { id: string }, title: string, times = 1) {
  const { actions } = await open(person, at);
  const actionId = actions.find((action) => action.title === title)?.id ?? '';
  for (let done = 0; done < times; done += 1)
    await person.does('POST /api/boards/:boardId/activities', { params: { boardId: at.id }, body: { id: randomUUID(), actionId } });
}

let board: TestBoard;
beforeEach(async () => {
  board = await boardOf(lea, [max], { actions: others });
});

it('a board on which the person logged nothing tells no order', async () => {
  await log(max, board, 'dishes');
  expect(await open(lea, board)).not.toHaveProperty('mostLogged');
});

it('the most logged comes first, and what was logged as often in the order of the board', async () => {
  await logTitled(lea, board, 'Action 7', 2);
  await logTitled(lea, board, 'Action 20', 3);
  await logTitled(lea, board, 'Action 3', 2);
  await log(lea, board, 'dishes');
  expect(await mostLogged(lea, board)).toEqual(['Action 20', 'Action 3', 'Action 7', 'Vaisselle oubliée']);
});

it("neither another member's logs count, nor those on another board", async () => {
  const elsewhere = await boardOf(lea);
  await log(lea, elsewhere, 'breakfast');
  await logTitled(max, board, 'Action 1', 3);
  await log(lea, board, 'dishes');
  expect(await mostLogged(lea, board)).toEqual(['Vaisselle oubliée']);
  expect(await mostLogged(max, board)).toEqual(['Action 1']);
});

it('an undone activity does not count, whoever undid it', async () => {
  await log(max, board, 'dishes');
  for (const undoer of [max, lea]) {
    const { activity } = await log(max, board, 'breakfast');
    await undoer.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId: activity.id } });
  }
  expect(await mostLogged(max, board)).toEqual(['Vaisselle oubliée']);
});

it('an activity older than 60 days does not count', async () => {
  for (const [title, points, days] of [
    ['Action 1', 2, 61],
    ['Action 2', 3, 59],
  ] as const) {
    await logTitled(lea, board, title, 2);
    tamper(dataDir, 'update activity set logged_at = ? where board_id = ? and points = ?', Date.now() - days * day, board.id, points);
  }
  await log(lea, board, 'dishes');
  expect(await mostLogged(lea, board)).toEqual(['Action 2', 'Vaisselle oubliée']);
});

it('an action that the board has no more is not named', async () => {
  await logTitled(lea, board, 'Action 5', 2);
  await log(lea, board, 'dishes');
  tamper(dataDir, 'delete from board_action where board_id = ? and points = 6', board.id);
  expect(await mostLogged(lea, board)).toEqual(['Vaisselle oubliée']);
});

it('twenty actions are named at most, the most logged ones', async () => {
  for (const { title } of others.slice(0, 25)) await logTitled(lea, board, title);
  await logTitled(lea, board, 'Action 24');
  const expected = ['Action 24', ...others.slice(0, 19).map(({ title }) => title)];
  expect(await mostLogged(lea, board)).toEqual(expected);
});

it('only the newest two hundred logs are counted', async () => {
  await log(lea, board, 'dishes');
  // Neither of two logs in the same millisecond is the newer one.
  tamper(dataDir, 'update activity set logged_at = logged_at - 1 where board_id = ?', board.id);
  for (let done = 0; done < 199; done += 1) await log(lea, board, 'breakfast');
  expect(await mostLogged(lea, board)).toEqual(['Petit-déj au lit', 'Vaisselle oubliée']);
  await log(lea, board, 'breakfast');
  expect(await mostLogged(lea, board)).toEqual(['Petit-déj au lit']);
});

// How a database finds rows is its own affair: PostgreSQL decides by what it has counted in them.
it.runIf(onSqlite)('counting reads nothing but an index', () => {
  const counted = 'select action_id from activity where user_id = ? and board_id = ? and logged_at >= ? and undone_at is null';
  const plan = planOf(dataDir, `${counted} order by logged_at desc limit 200`);
  expect(plan).toEqual(['SEARCH activity USING COVERING INDEX activity_user (user_id=? AND board_id=? AND logged_at>?)']);
});
