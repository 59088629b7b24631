import { expect, it } from 'vitest';
import { boardOf, startTestApp } from '../../../tests/test-app.ts';
import { Unreadable } from './readable.ts';

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

it('a text that is at hand is there only in its own place', async () => {
  const { deps, ...testApp } = await startTestApp();
  const lea = await testApp.signUp('Léa');
  const [one, other] = [await boardOf(lea), await boardOf(lea)];
  const [secrets, foreign] = [await deps.boardKeys.of(deps.database.read, one.id), await deps.boardKeys.of(deps.database.read, other.id)];
  const sealed = secrets.seal('Vaisselle', 'board_action', 'title', 'an-action');
  for (const _ of [1, 2]) {
    expect(secrets.decryptAgain(sealed, 'board_action', 'title', 'an-action')).toBe('Vaisselle');
    expect(() => secrets.decryptAgain(sealed, 'board_action', 'title', 'another')).toThrow(Unreadable);
    expect(() => secrets.decryptAgain(sealed, 'board_action', 'category', 'an-action')).toThrow(Unreadable);
    expect(() => secrets.decryptAgain(sealed, 'activity', 'title', 'an-action')).toThrow(Unreadable);
    expect(() => foreign.decryptAgain(sealed, 'board_action', 'title', 'an-action')).toThrow(Unreadable);
  }
});
