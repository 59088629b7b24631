import { describe, expect, it, vi } from 'vitest';
import type { NewRequest } from '#shared/requests';
import { refusals, type RefusalCode } from '#shared/refusals';
import { accept, boardOf, startTestApp, password, remove, type Someone, waiting } from '../../../tests/test-app.ts';
import { ask, dump, tamper, print, wrongCounters } from '../../../tests/database-state.ts';
import { onSqlite } from '../../../tests/postgres/test-databases.ts';
import { sendRequest } from './requests.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe, nora] = await testApp.signUpAll('Léa', 'Max', 'Zoé', 'Nora');
const { dataDir } = testApp.config;

const send = (person: Someone, boardId: string, body: NewRequest) =>
  person.tries('POST /api/boards/:boardId/requests', { params: { boardId }, body });
const answer = (person: Someone, id: string, how: 'acceptance' | 'rejection') =>
  person.tries(`POST /api/requests/:requestId/${how}`, { params: { requestId: id } });
const membersOf = async (boardId: string) =>
  (await lea.does('GET /api/boards/:boardId', { params: { boardId } })).members.map(({ username }) => username);
const lists = (person: Someone) => person.does('GET /api/requests');

function expectRefusal(given: { status: number; code: unknown; message: unknown }, code: RefusalCode, sentence?: string) {
  expect([given.status, given.code, given.message]).toEqual([refusals[code][0], code, sentence ?? refusals[code][1]]);
}

describe('an invitation', () => {
  it('keeps the name that the board had then: a non-member learns of no later one', async () => {
    const board = await boardOf(lea, [], { invited: [zoe] });
    await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { title: 'Secret', icon: '🔥' } });
    const { received } = await lists(zoe);
    expect(received.find(({ boardId }) => boardId === board.id)).toMatchObject({ boardTitle: 'MAISON', boardIcon: '👑' });
  });

  it('has the theme that its board has now, for both people and in every reply', async () => {
    const board = await boardOf(lea);
    const { body } = await send(lea, board.id, { type: 'invitation', username: 'Zoé' });
    expect(body.request.boardTheme).toBe('pink');
    expect(await waiting(zoe, board.id)).toMatchObject({ boardTheme: 'pink' });
    await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { theme: 'orange' } });
    expect(await waiting(zoe, board.id)).toMatchObject({ boardTheme: 'orange' });
    expect((await lists(lea)).sent.find(({ boardId }) => boardId === board.id)).toMatchObject({ boardTheme: 'orange' });
    expect((await answer(zoe, body.request.id, 'rejection')).body.request.boardTheme).toBe('orange');
  });

  it('makes the person who accepts it a member', async () => {
    const board = await boardOf(lea, [max]);
    const { body } = await send(lea, board.id, { type: 'invitation', username: 'zoé' });
    expect(body.request).toMatchObject({
      type: 'invitation',
      status: 'pending',
      boardTitle: 'MAISON',
      boardIcon: '👑',
      fromUsername: 'Léa',
      toUsername: 'Zoé',
      invitedUsername: null,
    });
    expect((await lists(lea)).sent[0]).toEqual(body.request);
    expect(await membersOf(board.id)).toEqual(['Léa', 'Max']);
    const before = (await zoe.does('GET /api/session')).user?.boardsCount ?? 0;
    expect(await accept(zoe, board.id)).toMatchObject({ status: 'accepted', id: body.request.id });
    expect(await membersOf(board.id)).toContain('Zoé');
    expect((await zoe.does('GET /api/session')).user?.boardsCount).toBe(before + 1);
    expect((await lists(lea)).sent.find(({ id }) => id === body.request.id)?.status).toBe('accepted');
  });

  it('that is rejected changes its status and nothing else', async () => {
    const board = await boardOf(lea, [], { invited: [zoe] });
    const { id } = await waiting(zoe, board.id);
    const before = dump(dataDir);
    expect((await answer(zoe, id, 'rejection')).body.request.status).toBe('rejected');
    const after = dump(dataDir);
    expect({ ...after, board_request: [] }).toEqual({ ...before, board_request: [] });
    expect(
      after['board_request']?.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before['board_request']?.[index])),
    ).toEqual([expect.objectContaining({ id, status: 'rejected' })]);
  });

  it('is refused in the words of the catalogue', async () => {
    const board = await boardOf(lea, [max], { invited: [zoe] });
    const invite = (username: string) => send(lea, board.id, { type: 'invitation', username });
    expectRefusal(await invite('Max'), 'already_member', 'Cet utilisateur est déjà membre du tableau');
    expectRefusal(await invite('Zoé'), 'already_invited', 'Une invitation est déjà en cours pour cet utilisateur');
    expectRefusal(await invite('Léa'), 'invited_yourself', 'Vous ne pouvez pas vous inviter vous-même');
    expectRefusal(await invite('Personne'), 'user_not_found', 'Utilisateur non trouvé');
    expectRefusal(await invite('  '), 'username_required');
    expectRefusal(await send(max, board.id, { type: 'invitation', username: 'Nora' }), 'administrator_only');
  });
});

describe('a request to join', () => {
  it('lets in the sender when the administrator accepts', async () => {
    const board = await boardOf(lea);
    const { body } = await send(zoe, board.id, { type: 'request' });
    expect(body.request).toMatchObject({ type: 'request', fromUsername: 'Zoé', toUsername: 'Léa', invitedUsername: null, avatar: '🦄' });
    await accept(lea, board.id);
    expect(await membersOf(board.id)).toEqual(['Léa', 'Zoé']);
  });

  it('is refused in the words of the catalogue', async () => {
    const board = await boardOf(lea, [max]);
    expectRefusal(await send(max, board.id, { type: 'request' }), 'you_are_member', 'Vous êtes déjà membre de ce tableau');
    await send(zoe, board.id, { type: 'request' });
    expectRefusal(await send(zoe, board.id, { type: 'request' }), 'already_requested', 'Une demande est déjà en cours pour ce tableau');
    expectRefusal(await send(lea, board.id, { type: 'invitation', username: 'Zoé' }), 'already_invited');
    expectRefusal(await send(zoe, 'nulle-part', { type: 'request' }), 'board_not_found', 'Tableau non trouvé');
  });

  it('takes no name, as an invitation takes one', async () => {
    const board = await boardOf(lea);
    for (const body of [
      { type: 'request', username: 'Max' },
      { type: 'invitation' },
      { type: 'member_invitation' },
      { type: 'gift', username: 'Max' },
      {},
    ])
      expect((await send(zoe, board.id, body as NewRequest)).status).toBe(400);
  });
});

describe('a proposal', () => {
  it('becomes an invitation of the administrator when she accepts (D1)', async () => {
    const board = await boardOf(lea, [max]);
    const { body } = await send(max, board.id, { type: 'member_invitation', username: 'Zoé' });
    expect(body.request).toMatchObject({ type: 'member_invitation', fromUsername: 'Max', toUsername: 'Léa', invitedUsername: 'Zoé' });
    await expect(waiting(zoe, board.id)).rejects.toThrow('nothing waits');
    expect((await accept(lea, board.id)).status).toBe('accepted');
    // She consents herself.
    expect(await membersOf(board.id)).toEqual(['Léa', 'Max']);
    expect(await waiting(zoe, board.id)).toMatchObject({ type: 'invitation', fromUsername: 'Léa', toUsername: 'Zoé' });
    await accept(zoe, board.id);
    expect(await membersOf(board.id)).toEqual(['Léa', 'Max', 'Zoé']);
  });

  it('of somebody who came in meanwhile is accepted, and makes no second request (D1)', async () => {
    const board = await boardOf(lea, [max]);
    await send(max, board.id, { type: 'member_invitation', username: 'Zoé' });
    const { id } = await waiting(lea, board.id);
    await testApp.deps.database.unitOfWork(async ({ db }) => {
      await db.insertInto('board_member').values({ board_id: board.id, user_id: zoe.id, score: 0, joined_at: 1 }).execute();
      await db
        .updateTable('user')
        .set(({ eb }) => ({ boards_count: eb('boards_count', '+', 1) }))
        .where('id', '=', zoe.id)
        .execute();
    });
    expect((await answer(lea, id, 'acceptance')).body.request.status).toBe('accepted');
    await expect(waiting(zoe, board.id)).rejects.toThrow('nothing waits');
    expect(wrongCounters(dataDir)).toEqual([]);
  });

  it('is refused in the words of the catalogue, and to the administrator', async () => {
    const board = await boardOf(lea, [max], { invited: [zoe] });
    const propose = (person: Someone, username: string) => send(person, board.id, { type: 'member_invitation', username });
    expectRefusal(await propose(max, 'Léa'), 'already_member');
    expectRefusal(await propose(max, 'Zoé'), 'already_invited');
    expectRefusal(await propose(max, 'Max'), 'invited_yourself');
    expectRefusal(await propose(max, 'Personne'), 'user_not_found');
    expect((await propose(lea, 'Nora')).status).toBe(400);
    expectRefusal(await propose(nora, 'Zoé'), 'board_not_found');
  });
});

describe('an answer', () => {
  it('is given once: a second one, of either kind, finds no request', async () => {
    const board = await boardOf(lea, [], { invited: [zoe] });
    const { id } = await waiting(zoe, board.id);
    await answer(zoe, id, 'rejection');
    for (const how of ['acceptance', 'rejection'] as const)
      expectRefusal(await answer(zoe, id, how), 'request_not_found', 'Demande non trouvée');
  });

  it('twice at once adds the member once', async () => {
    const board = await boardOf(lea, [], { invited: [zoe] });
    const { id } = await waiting(zoe, board.id);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => answer(zoe, id, n === 4 ? 'rejection' : 'acceptance')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
    expect(wrongCounters(dataDir)).toEqual([]);
  });

  it("about a deleted board is told 'Demande non trouvée', and changes nothing", async () => {
    const board = await boardOf(lea, [], { invited: [zoe] });
    const { id } = await waiting(zoe, board.id);
    await lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
    const before = print(dataDir);
    expectRefusal(await answer(zoe, id, 'acceptance'), 'request_not_found', 'Demande non trouvée');
    expect(print(dataDir)).toBe(before);
  });
});

describe('the lists of requests', () => {
  it('show the pending ones first, then the newest first', async () => {
    const [ines, omar] = await testApp.signUpAll('Inès', 'Omar');
    const boards = [];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    for (const title of ['Un', 'Deux', 'Trois']) {
      boards.push(await boardOf(ines, [], { title, invited: [omar] }));
      vi.setSystemTime(Date.now() + 1);
    }
    vi.useRealTimers();
    await answer(omar, (await waiting(omar, boards[2]?.id ?? '')).id, 'rejection');
    const { received, sent, pendingCount } = await lists(omar);
    expect(received.map(({ boardTitle, status }) => [boardTitle, status])).toEqual([
      ['DEUX', 'pending'],
      ['UN', 'pending'],
      ['TROIS', 'rejected'],
    ]);
    expect([sent, pendingCount]).toEqual([[], 2]);
    expect((await lists(ines)).sent.map(({ boardTitle }) => boardTitle)).toEqual(['DEUX', 'UN', 'TROIS']);
  });

  it('and their count leave out those whose counterpart or board is gone (D18)', async () => {
    const [host, guest, ghost] = await testApp.signUpAll('Hôte', 'Convive', 'Spectre');
    const board = await boardOf(host, [], { invited: [guest] });
    const deleted = await boardOf(host, [], { invited: [guest] });
    await send(ghost, board.id, { type: 'request' });
    expect((await lists(host)).pendingCount).toBe(1);
    await testApp.deps.database.unitOfWork(({ db }) => db.deleteFrom('user').where('id', '=', ghost.id).execute());
    await host.does('DELETE /api/boards/:boardId', { params: { boardId: deleted.id } });
    expect(await lists(host)).toMatchObject({ received: [], pendingCount: 0 });
    const seen = await lists(guest);
    expect([seen.received.map(({ boardId }) => boardId), seen.pendingCount]).toEqual([[board.id], 1]);
  });

  it('belong to the two people concerned, also after a rejection', async () => {
    const board = await boardOf(lea, [max]);
    await send(max, board.id, { type: 'member_invitation', username: 'Nora' });
    const all = await Promise.all([zoe, nora].map(lists));
    await answer(lea, (await waiting(lea, board.id)).id, 'rejection');
    for (const { received, sent } of [...all, await lists(nora)])
      expect([...received, ...sent].map(({ boardId }) => boardId)).not.toContain(board.id);
  });
});

describe('one pending request for a board and a joiner (D11)', () => {
  it('is all that many senders at once can make', async () => {
    const board = await boardOf(lea, [max]);
    const [asked, invited, proposed, askedAgain] = await Promise.all([
      send(zoe, board.id, { type: 'request' }),
      send(lea, board.id, { type: 'invitation', username: 'Zoé' }),
      send(max, board.id, { type: 'member_invitation', username: 'Zoé' }),
      send(zoe, board.id, { type: 'request' }),
    ]);
    const others = [asked, invited, askedAgain].map(({ status }) => status);
    expect(others.toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    // A proposal that came first, which a server decides, gives way to one of them.
    expect(onSqlite ? [409] : [201, 409]).toContain(proposed.status);
    expect(ask(dataDir, "select id from board_request where board_id = ? and status = 'pending'", board.id)).toHaveLength(1);
  });

  it('is what the database itself holds to', async () => {
    const board = await boardOf(lea, [], { invited: [zoe] });
    const columns = 'title_sealed, icon, type, status, board_id, from_user, to_user, joining_user';
    const again = `insert into board_request (id, ${columns}, created_at) select 'double', ${columns}, 0 from board_request where board_id = ?`;
    expect(() => tamper(dataDir, again, board.id)).toThrow(/unique/i);
  });
});

it('somebody whose account is deleted meanwhile asks for nothing', async () => {
  const gone = await testApp.signUp('Partie');
  const board = await boardOf(lea);
  await gone.does('POST /api/account/deletion', { body: { password } });
  // As a request that was authenticated before the deletion, and whose turn comes after it.
  const late = sendRequest(testApp.deps, { userId: gone.id, boardId: board.id }, { type: 'request' });
  await expect(late).rejects.toMatchObject({ code: 'no_user_logged_in' });
});

it('a person sends at most 120 requests in an hour', async () => {
  const bounded = await startTestApp();
  const [ada, ben] = await bounded.signUpAll('Ada', 'Ben');
  const board = await boardOf(ada, [ben]);
  const sent = await Promise.all(Array.from({ length: 121 }, () => send(ben, board.id, { type: 'request' })));
  expect(sent.filter(({ code }) => code === 'you_are_member')).toHaveLength(120);
  expect(sent.find(({ status }) => status === 429)?.code).toBe('too_many_requests');
  await remove(ada, board, ben);
});
