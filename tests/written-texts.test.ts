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

it('a letter keeps four of the marks that are piled up on it, in titles, categories, notes and stakes', async () => {
  const piled = `Pa${'\u0301\u200B\u0338'.repeat(12)}ix`;
  const kept = 'Pa\u0301\u0338\u0301\u0338ix';
  const written = { title: piled, points: 7, category: piled };
  const { actions = [] } = await lea.does('POST /api/boards/:boardId/actions', { params, body: { actions: [written] } });
  const added = actions.find(({ points }) => points === 7);
  expect(added).toMatchObject({ title: kept, category: kept });
  const { proposal } = await max.does('POST /api/boards/:boardId/proposals', { params, body: { ...written, points: 8 } });
  expect(proposal).toMatchObject({ title: kept, category: kept });
  const log = { id: 'with-piled-up-marks', actionId: added?.id ?? '', note: `a${'\u0301'.repeat(139)}` };
  expect((await max.does('POST /api/boards/:boardId/activities', { params, body: log })).activity.note).toBe(`a${'\u0301'.repeat(4)}`);
  const terms = { kind: 'season', length: 'week', stake: piled, ties: 'void' } as const;
  await lea.does('POST /api/boards/:boardId/agreements', { params, body: { id: 'a-stake-of-piled-marks', terms } });
  const { play } = await max.does('GET /api/boards/:boardId', { params });
  expect(play?.agreements.map((one) => 'stake' in one.terms && one.terms.stake)).toContain(kept);
  const renamed = await lea.does('PATCH /api/boards/:boardId', { params, body: { title: piled } });
  expect(renamed.board?.title).toBe(kept.toUpperCase());
});

it('a text that is far too long is refused as too long, whatever it is made of', async () => {
  const long = '\u0301\u200B'.repeat(40_000);
  const tooLong = [
    [await lea.tries('PATCH /api/boards/:boardId', { params, body: { title: long } }), 'board_title_too_long'],
    [
      await lea.tries('POST /api/boards/:boardId/actions', { params, body: { actions: [{ title: long, points: 1 }] } }),
      'action_title_too_long',
    ],
    [await lea.tries('PATCH /api/account', { body: { username: long } }), 'username_invalid'],
  ] as const;
  for (const [refused, code] of tooLong) expect(refused).toMatchObject({ status: 400, code });
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
