import { expect, it } from 'vitest';
import { boardOf, log, openStage } from '../../../tests/cast.ts';

it('a key read from a state before its board was deleted is not kept for the board that is made again under its id', async () => {
  const { deps, ...stage } = await openStage();
  const lea = await stage.signUp('Léa');
  const made = { idempotencyKey: 'AAAAAAAAAAAAAAAAAAAAAA', title: 'Maison', actions: [{ title: 'Bisou', points: 5 }] };
  const { board } = await lea.does('POST /api/boards', { body: made });
  const earlier = deps.database.longSnapshot(async function* (db) {
    // The snapshot begins with its first read.
    yield await db.selectFrom('board_key').selectAll().execute();
    await deps.boardKeys.ofAll(db, [board.id]);
    deps.boardKeys.forget(board.id);
    yield await deps.boardKeys.of(db, board.id);
  });
  for await (const state of earlier) {
    if (!Array.isArray(state)) continue;
    await lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
    await lea.does('POST /api/boards', { body: made });
  }
  const { boards } = await lea.does('GET /api/boards');
  expect(boards).toMatchObject([{ id: board.id, title: 'MAISON' }]);
  const other = await boardOf(lea, [], { title: 'Bureau' });
  await log(lea, other, 'breakfast');
});
