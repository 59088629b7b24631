/** What people write is seen (`shared/visible-text.ts`): the same rule at every door, and what was kept before it still opens. */
import { describe, expect, it } from 'vitest';
import { usernameKey } from '#shared/account-rules';
import { sealTitle } from '#server/boards/board-header';
import { boardOf, password, startTestApp } from './test-app.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const { deps } = testApp;
const [lea, max] = await testApp.signUpAll('Léa', 'Max');
const board = await boardOf(lea, [max]);
const params = { boardId: board.id };
const nothing = '\u3164\u200B\u202E\n';

describe('a title that shows nothing is missing', () => {
  it('of a board that is made or renamed', async () => {
    const body = { title: nothing, actions: [{ title: 'Café', points: 5 }] };
    for (const refused of [
      await lea.tries('POST /api/boards', { body }),
      await lea.tries('PATCH /api/boards/:boardId', { params, body: { title: nothing } }),
    ])
      expect(refused).toMatchObject({ status: 400, code: 'board_title_required', body: { field: 'title' } });
  });

  it('of an action that is added, renamed or proposed', async () => {
    const one = { title: nothing, points: 5 };
    for (const refused of [
      await lea.tries('POST /api/boards/:boardId/actions', { params, body: { actions: [one] } }),
      await lea.tries('PATCH /api/boards/:boardId/actions/:actionId', {
        params: { ...params, actionId: board.breakfast },
        body: { title: nothing },
      }),
      await max.tries('POST /api/boards/:boardId/proposals', { params, body: one }),
    ])
      expect(refused).toMatchObject({ status: 400, code: 'action_title_required' });
  });
});

it('invisible characters beside letters are removed', async () => {
  const written = { title: 'Sieste\u200B\nà  deux\u2067', points: 5, category: '\u3164', emoji: '👩‍❤️‍💋‍👩' };
  const { actions } = await lea.does('POST /api/boards/:boardId/actions', { params, body: { actions: [written] } });
  expect(actions?.find(({ emoji }) => emoji === written.emoji)).toMatchObject({ title: 'Sieste à deux', category: null });
  const { proposal } = await max.does('POST /api/boards/:boardId/proposals', {
    params,
    body: { ...written, points: 6, category: 'sal\u00ADon' },
  });
  expect(proposal).toMatchObject({ title: 'Sieste à deux', category: 'salon' });
  const { board: renamed } = await lea.does('PATCH /api/boards/:boardId', { params, body: { title: 'می\u200Cخواهم\u202E 👩‍❤️‍💋‍👩' } });
  expect(renamed?.title).toBe('می\u200Cخواهم 👩‍❤️‍💋‍👩');
});

it.each(['..', '-_-', '...'])('nobody calls themself %s', async (username) => {
  const body = { username, email: 'points@example.org', password };
  for (const refused of [
    await testApp.visitor().tries('POST /api/accounts', { body }),
    await max.tries('PATCH /api/account', { body: { username } }),
  ])
    expect(refused).toMatchObject({ status: 400, code: 'username_invalid', body: { field: 'username' } });
});

it('a person or board that had such a name before is shown, opened and renamed', async () => {
  const old = await testApp.signUp('Ancienne');
  const oldBoard = await boardOf(old, [max]);
  await deps.database.unitOfWork(async ({ db }) => {
    const secrets = await deps.boardKeys.of(db, oldBoard.id);
    await db
      .updateTable('board')
      .set({ title_sealed: sealTitle(oldBoard.id, '\u3164', secrets) })
      .where('id', '=', oldBoard.id)
      .execute();
    await db
      .updateTable('board_action')
      .set({ title_sealed: secrets.seal('a\nb\u200B', 'board_action', 'title', oldBoard.breakfast) })
      .where('id', '=', oldBoard.breakfast)
      .execute();
    await db
      .updateTable('user')
      .set({ username: '..', username_key: usernameKey('..'), username_skeleton: '..' })
      .where('id', '=', old.id)
      .execute();
  });
  const body = { identifier: '..', password };
  expect((await testApp.visitor().does('POST /api/session', { body })).user.username).toBe('..');

  const opened = await max.does('GET /api/boards/:boardId', { params: { boardId: oldBoard.id } });
  expect(opened.board.title).toBe('\u3164');
  expect(opened.members.map(({ username }) => username)).toContain('..');
  const actionId = oldBoard.breakfast;
  expect(opened.actions.find(({ id }) => id === actionId)?.title).toBe('a\nb\u200B');

  const settings = await old.does('PATCH /api/boards/:boardId', { params: { boardId: oldBoard.id }, body: { title: 'Visible' } });
  expect(settings.board?.title).toBe('VISIBLE');
  const change = await old.does('PATCH /api/boards/:boardId/actions/:actionId', {
    params: { boardId: oldBoard.id, actionId },
    body: { title: 'Lisible' },
  });
  expect(change.actions?.find(({ id }) => id === actionId)?.title).toBe('Lisible');
  expect((await old.does('PATCH /api/account', { body: { username: 'Nouvelle' } })).user.username).toBe('Nouvelle');
});
