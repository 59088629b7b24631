import { expect, it } from 'vitest';
import { boardOf, startTestApp } from '../../../tests/test-app.ts';

it('a key read from a state before its board was deleted is not kept', async () => {
  const { deps, ...testApp } = await startTestApp();
  const lea = await testApp.signUp('Léa');
  const board = await boardOf(lea);
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
  }
  await expect(deps.boardKeys.of(deps.database.read, board.id)).rejects.toThrow('board without a key');
});
