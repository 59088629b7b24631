import { afterEach, describe, expect, it, vi } from 'vitest';
import { accept, boardOf, log, startTestApp, remove, setPragma, waiting } from '../../../tests/test-app.ts';
import { dump, print, wrongCounters } from '../../../tests/database-state.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { makeBoard } from './boards.ts';

const testApp = await startTestApp();
const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
const { dataDir } = testApp.config;
const kiss = { title: 'Bisou du matin', points: 5 };
const open = (boardId: string) => lea.does('GET /api/boards/:boardId', { params: { boardId } });
afterEach(() => void vi.useRealTimers());
const countOf = async (person: typeof lea) => (await person.does('GET /api/session')).user?.boardsCount;

describe('making a board', () => {
  it('makes its creator the administrator and only member, with the default theme and icon', async () => {
    const before = await countOf(lea);
    const { board, skippedUsernames } = await lea.does('POST /api/boards', { body: { title: 'Maison', actions: [kiss] } });
    expect(board).toEqual({
      id: board.id,
      title: 'MAISON',
      seen: 1,
      icon: '👑',
      theme: 'pink',
      createdBy: lea.id,
      linkEnabled: true,
      timeZone: 'Europe/Paris',
      playMode: 'scores',
      totalPoints: 0,
      revision: 1,
      memberCount: 1,
      actionCount: 1,
      lastActivityAt: expect.any(Number) as number,
    });
    expect(board.id).toMatch(/^[\w-]{22}$/);
    expect(skippedUsernames).toEqual([]);
    expect(await countOf(lea)).toBe((before ?? 0) + 1);
    const { members } = await open(board.id);
    expect(members.map(({ username, score }) => [username, score])).toEqual([['Léa', 0]]);
  });

  it.each([
    ['  chez élodie & noël  ', 'CHEZ ÉLODIE & NOËL'],
    ['straße', 'STRASSE'],
    ['île d’été', 'ÎLE D’ÉTÉ'],
    ['🏝️ île', '🏝️ ÎLE'],
  ])('writes the title in capitals, without what surrounds it: "%s"', async (title, expected) => {
    const { board } = await lea.does('POST /api/boards', { body: { title, actions: [kiss] } });
    expect(board.title).toBe(expected);
  });

  it('leaves out actions that are named twice, whatever their capitals', async () => {
    const actions = [kiss, kiss, { ...kiss, title: ' BISOU DU MATIN ' }, { ...kiss, points: 6 }, { title: 'Autre', points: 5 }];
    const { board } = await lea.does('POST /api/boards', { body: { title: 'Doubles', actions } });
    expect((await open(board.id)).actions.map(({ title, points }) => [title, points])).toEqual([
      ['Bisou du matin', 5],
      ['Bisou du matin', 6],
      ['Autre', 5],
    ]);
  });

  it('shows nothing of it under its key to a creator who is no member any more', async () => {
    const body = { idempotencyKey: 'k'.repeat(22), title: 'Confiée', actions: [kiss], invited: ['Max'] };
    const { board } = await lea.does('POST /api/boards', { body });
    await accept(max, board.id);
    await lea.does('PUT /api/boards/:boardId/administrator', { params: { boardId: board.id }, body: { userId: max.id } });
    await remove(lea, board, lea);
    const again = await lea.tries('POST /api/boards', { body });
    expect([again.status, again.code]).toEqual([404, 'board_not_found']);
    expect(again.text).not.toContain('CONFIÉE');
  });

  it('is not made again under the id of a deleted one: its key is refused, and whoever was invited keeps lists and export', async () => {
    const [host, guest] = await testApp.signUpAll('Fossoyeur', 'Revenante');
    const body = { idempotencyKey: 'd'.repeat(22), title: 'Hanté', actions: [kiss], invited: [guest.name] };
    const { board } = await host.does('POST /api/boards', { body });
    expect((await host.does('POST /api/boards', { body })).board.id).toBe(board.id);
    await host.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
    const again = await host.tries('POST /api/boards', { body });
    expect([again.status, again.code, again.message]).toEqual([410, 'board_deleted', 'Ce tableau a été supprimé depuis.']);
    expect(await guest.does('GET /api/requests')).toEqual({ received: [], sent: [], pendingCount: 0 });
    expect((await guest.does('GET /api/account/export')).requests).toEqual([]);
    const { board: other } = await host.does('POST /api/boards', { body: { ...body, idempotencyKey: 'e'.repeat(22) } });
    expect(other.id).not.toBe(board.id);
    await accept(guest, other.id);
  });

  it('is one of 300 in a day at most, deleted ones included, since each leaves a row for good', async () => {
    const { signUp, config, deps } = await startTestApp({ hasty: true });
    const ada = await signUp('Ada');
    const make = (idempotencyKey: string) => ada.tries('POST /api/boards', { body: { idempotencyKey, title: 'Encore', actions: [kiss] } });
    await deps.limits.boardsMade.spend(ada.id, 297);
    for (const idempotencyKey of ['a', 'b', 'c'].map((letter) => letter.repeat(22))) {
      const { body } = await make(idempotencyKey);
      // A repetition makes none.
      expect((await make(idempotencyKey)).body).toEqual(body);
      await ada.does('DELETE /api/boards/:boardId', { params: { boardId: body.board.id } });
    }
    const refused = await make('d'.repeat(22));
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
    const { deleted_board: left = [], board = [] } = dump(config.dataDir);
    expect([left.length, board.length]).toEqual([3, 0]);
  });

  it('counts its invitations among the 120 of an hour', async () => {
    const bounded = await startTestApp();
    const ada = await bounded.signUp('Ada');
    const invited = Array.from({ length: 50 }, (_, n) => `Inconnue${n}`);
    const make = (title: string, names: string[]) => ada.tries('POST /api/boards', { body: { title, actions: [kiss], invited: names } });
    expect((await make('Un', invited)).status).toBe(201);
    expect((await make('Deux', invited)).status).toBe(201);
    const before = print(bounded.config.dataDir);
    expect(await make('Trois', invited)).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(print(bounded.config.dataDir)).toBe(before);
    expect((await make('Quatre', [])).status).toBe(201);
  });

  // Elsewhere each has a transaction of its own.
  it.runIf(onSqlite)('twice at once in a group that cannot commit does not spoil the next try', async () => {
    const { boardKeys, database } = testApp.deps;
    const input = { idempotencyKey: 'r'.repeat(22), title: 'ENCORE', actions: [kiss], invited: [], theme: 'pink', icon: '👑' } as const;
    const make = () => makeBoard(testApp.deps, lea.id, { ...input, actions: [...input.actions], invited: [] });
    const failing = await Promise.allSettled([
      make(),
      make(),
      database.unitOfWork(async ({ db }) => {
        await setPragma(db, 'defer_foreign_keys = on');
        await boardKeys.store(db, boardKeys.make('nobody'));
      }),
    ]);
    expect(failing.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    const { board } = await make();
    expect((await open(board.id)).board.title).toBe('ENCORE');
  });

  it('invites each existing user once, and names those skipped (D14)', async () => {
    const invited = ['Max', 'MAX', ' zoé ', 'Personne', 'Léa', 'Fantôme'];
    const { board, skippedUsernames } = await lea.does('POST /api/boards', { body: { title: 'Invités', actions: [kiss], invited } });
    expect(skippedUsernames).toEqual(['Personne', 'Fantôme']);
    for (const person of [max, zoe])
      expect(await waiting(person, board.id)).toMatchObject({ fromUsername: 'Léa', boardTitle: 'INVITÉS', boardIcon: '👑' });
    expect((dump(dataDir)['board_request'] ?? []).filter(({ board_id }) => board_id === board.id)).toHaveLength(2);
    expect((await open(board.id)).members).toHaveLength(1);
  });

  it.each([
    ['no title', { title: '  ' }, 'board_title_required', 'Le nom du tableau est requis'],
    ['61 letters', { title: 'x'.repeat(61) }, 'board_title_too_long', '60 caractères au plus pour le nom'],
    ['a title that is too long in capitals', { title: 'ß'.repeat(31) }, 'board_title_too_long', '60 caractères au plus pour le nom'],
    ['no action', { actions: [] }, 'board_actions_required', 'Sélectionnez au moins une action'],
    ['301 actions', { actions: Array.from({ length: 301 }, (_, n) => ({ title: `A${n}`, points: 1 })) }, 'too_many_actions', undefined],
    ['51 invited people', { invited: Array.from({ length: 51 }, () => 'Max') }, 'invalid_input', undefined],
    ['a foreign theme', { theme: 'black' as 'pink' }, 'invalid_input', undefined],
    ['a foreign icon', { icon: '💩' as '👑' }, 'invalid_input', undefined],
    ['an action worth nothing', { actions: [{ ...kiss, points: 0 }] }, 'points_invalid', undefined],
    ['an action without a title', { actions: [{ ...kiss, title: ' ' }] }, 'action_title_required', undefined],
    ['two emojis for an action', { actions: [{ ...kiss, emoji: '💋💋' }] }, 'emoji_invalid', undefined],
  ])('with %s is refused and makes nothing', async (_what, wrong, code, message) => {
    const before = print(dataDir);
    const answer = await lea.tries('POST /api/boards', { body: { title: 'Faux', actions: [kiss], ...wrong } });
    expect(answer.code).toBe(code);
    if (message !== undefined) expect(answer.message).toBe(message);
    expect(print(dataDir)).toBe(before);
  });
});

describe('the settings of a board', () => {
  it('are saved one by one, each in a revision of its own, and take at least one change', async () => {
    const board = await boardOf(lea);
    const change = (body: object) => lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body });
    const { board: was } = await open(board.id);
    await expect(change({})).rejects.toThrow(' 400 ');
    await change({ title: ' été ' });
    await change({ theme: 'purple' });
    await change({ icon: '🍕' });
    const last = await change({ linkEnabled: false });
    expect(last).toMatchObject({ after: was.revision + 3, revision: was.revision + 4, complete: true });
    const changed = { title: 'ÉTÉ', theme: 'purple', icon: '🍕', linkEnabled: false };
    expect(last.board).toEqual({ ...changed, createdBy: lea.id, timeZone: 'Europe/Paris', playMode: 'scores' });
    expect((await open(board.id)).board).toMatchObject(changed);
  });

  it('show the invitation link title, icon and theme, and nothing else, to who is no member (D15)', async () => {
    const board = await boardOf(lea, [max]);
    await log(max, board, 'breakfast');
    const seen = await testApp.visitor().does('GET /api/invitations/:invitation', { params: { invitation: board.id } });
    expect(seen).toEqual({
      boardId: board.id,
      title: 'MAISON',
      icon: '👑',
      theme: 'pink',
      isMember: false,
      admits: false,
      admitsGuest: false,
    });
    expect((await max.does('GET /api/invitations/:invitation', { params: { invitation: board.id } })).isMember).toBe(true);
  });
});

describe('adding actions', () => {
  const add = (boardId: string, actions: { title: string; points: number }[]) =>
    lea.tries('POST /api/boards/:boardId/actions', { params: { boardId }, body: { actions } });

  it('puts them after those that are there, and leaves out what the board has', async () => {
    const board = await boardOf(lea);
    const { body } = await add(board.id, [kiss, { title: 'petit-déj AU LIT', points: 20 }]);
    expect(body.actions?.map(({ title }) => title)).toEqual(['Petit-déj au lit', 'Vaisselle oubliée', 'Bisou du matin']);
  });

  it('that are all there changes nothing, not even the revision', async () => {
    const board = await boardOf(lea);
    const before = print(dataDir);
    const { status, body } = await add(board.id, [{ title: 'Petit-déj au lit', points: 20 }]);
    expect([status, body.revision, body.actions]).toEqual([201, (await open(board.id)).board.revision, undefined]);
    expect(print(dataDir)).toBe(before);
  });

  it('stops at 300 on a board', async () => {
    const board = await boardOf(lea);
    const many = Array.from({ length: 298 }, (_, index) => ({ title: `Action ${index}`, points: 1 }));
    expect((await add(board.id, many)).status).toBe(201);
    const refused = { status: 409, code: 'too_many_actions', message: 'Un tableau compte au plus 300 actions.' };
    expect(await add(board.id, [kiss])).toMatchObject(refused);
  });
});

it('the boards of a person come by last activity: a log of anybody, or their own joining, whichever is later', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const [host, guest] = await testApp.signUpAll('Hôtesse', 'Invité');
  const later = async <T>(happens: Promise<T>) => {
    const happened = await happens;
    vi.setSystemTime(Date.now() + 1);
    return happened;
  };
  const first = await later(boardOf(host, [guest]));
  const second = await later(boardOf(host, []));
  const third = await later(boardOf(host, [guest]));
  const orderFor = async (person: typeof host) =>
    (await person.does('GET /api/boards')).boards.map(({ id }) => [first, second, third].findIndex((board) => board.id === id) + 1);
  expect(await orderFor(host)).toEqual([3, 2, 1]);
  const { activity } = await later(log(guest, first, 'breakfast'));
  expect(await orderFor(host)).toEqual([1, 3, 2]);
  expect(await orderFor(guest)).toEqual([1, 3]);
  const [newest] = (await guest.does('GET /api/boards')).boards;
  expect(newest?.lastActivityAt).toBe(activity.loggedAt);
  expect(newest?.lastBy).toEqual({ userId: guest.id, username: guest.name, at: activity.loggedAt });

  const body = { type: 'invitation', username: guest.name } as const;
  await later(host.does('POST /api/boards/:boardId/requests', { params: { boardId: second.id }, body }));
  await later(log(host, third, 'breakfast'));
  await later(accept(guest, second.id));
  expect(await orderFor(guest)).toEqual([2, 3, 1]);
  expect(await orderFor(host)).toEqual([3, 1, 2]);
});

it("deleting a board takes everything of it, and its points out of everybody's sum, those who left too (D3)", async () => {
  const board = await boardOf(lea, [max, zoe]);
  const kept = await boardOf(lea, [max]);
  for (const person of [lea, max, zoe]) await log(person, board, 'breakfast');
  await log(max, kept, 'dishes');
  await zoe.does('DELETE /api/boards/:boardId/members/:userId', { params: { boardId: board.id, userId: zoe.id } });
  const before = await Promise.all([lea, max, zoe].map(async (person) => (await person.does('GET /api/session')).user));
  await lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
  const after = await Promise.all([lea, max, zoe].map(async (person) => (await person.does('GET /api/session')).user));
  for (const [index, user] of after.entries()) {
    expect(user?.points).toBe((before[index]?.points ?? 0) - 20);
    expect(user?.actionsCount).toBe((before[index]?.actionsCount ?? 0) - 1);
    expect(user?.boardsCount).toBe((before[index]?.boardsCount ?? 0) - (index === 2 ? 0 : 1));
  }
  expect(wrongCounters(dataDir)).toEqual([]);
  const rows = dump(dataDir);
  for (const table of ['board_key', 'board_member', 'board_action', 'board_request', 'activity'])
    expect(JSON.stringify(rows[table])).not.toContain(board.id);
  expect((await max.does('GET /api/boards')).boards.map(({ id }) => id)).not.toContain(board.id);
});

it('an id of any form that names no board is answered as an unknown one, byte for byte', async () => {
  for (const path of ['/api/invitations/', '/api/boards/']) {
    const answerTo = async (id: string) => {
      const { status, text, headers } = await lea.sends({ method: 'GET', url: path + encodeURIComponent(id) });
      return { status, text, headers: { ...headers, date: '' } };
    };
    const unknown = await answerTo('AAAAAAAAAAAAAAAAAAAAAA');
    expect(unknown).toMatchObject({ status: 404, text: expect.stringContaining('Tableau non trouvé') });
    for (const id of ['x'.repeat(300), 'x'.repeat(8000), 'é'.repeat(200), '%00', '\0', '../..', "' or 1=1", '🦄', ' '])
      expect(await answerTo(id), id.slice(0, 20)).toEqual(unknown);
  }
});
