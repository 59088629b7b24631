import { describe, expect, it } from 'vitest';
import { programOf } from '../../../tests/programs.ts';
import { boardOf, json, startTestApp } from '../../../tests/test-app.ts';

const testApp = await startTestApp();
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const board = await boardOf(lea, [max]);

/** Logs with the cookie of Max, saying whose session is meant. */
function logMeaning(userId: string, id: string) {
  return max.sends<'POST /api/boards/:boardId/activities'>({
    method: 'POST',
    url: `/api/boards/${board.id}/activities`,
    headers: { ...json, 'x-session-of': userId },
    payload: JSON.stringify({ id, actionId: board.breakfast }),
  });
}

describe('a call that says whose session it means', () => {
  it('is answered 401 in the session of anybody else, and changes nothing', async () => {
    const answer = await logMeaning(lea.id, 'a'.repeat(22));
    expect([answer.status, answer.code]).toEqual([401, 'no_user_logged_in']);
    const { board: untouched } = await max.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
    expect(untouched.totalPoints).toBe(0);
  });

  it('is told of its token where it has one of anybody else', async () => {
    const program = await programOf(max);
    const input = { params: { boardId: board.id }, body: { action: board.breakfast } };
    const answer = await program.asks('POST /api/boards/:boardId/log', input, { 'x-session-of': lea.id });
    expect([answer.status, answer.code]).toEqual([401, 'token_refused']);
  });

  it('is carried out in the session it means', async () => {
    const answer = await logMeaning(max.id, 'b'.repeat(22));
    expect([answer.status, answer.body.activity.userId]).toEqual([201, max.id]);
  });
});
