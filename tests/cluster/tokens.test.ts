/** S14 where several copies run: a token that one has ended is known to no other. */
import { expect, it } from 'vitest';
import { Program, programOf } from '../programs.ts';
import { boardOf } from '../test-app.ts';
import { startCopies } from './copies.ts';

const { one, other, at, redis } = await startCopies();

it('a token that is ended on one copy is refused by the other as soon as that is answered, also without Redis', async () => {
  const lea = await one.signUp('Léa');
  const board = await boardOf(lea);
  for (const isAlone of [false, true]) {
    if (isAlone) await redis.stop();
    const program = await programOf(at(one, lea));
    const there = new Program(other, program);
    const log = () => there.asks('POST /api/boards/:boardId/log', { params: { boardId: board.id }, body: { action: board.breakfast } });
    expect((await log()).status).toBe(201);
    const many = Array.from({ length: 50 }, log);
    await at(one, lea).does('DELETE /api/tokens/:tokenId', { params: { tokenId: program.token.id } });
    expect(await log()).toMatchObject({ status: 401, code: 'token_refused' });
    for (const { status } of await Promise.all(many)) expect([201, 401]).toContain(status);
  }
});
