/** A link for one person lets exactly one in, and ends in every way it should (decision D22). */
import { expect, it } from 'vitest';
import { singleLinkLimits } from '#shared/single-links';
import { boardOf, doHourlyJobs, password, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { dump, tamper, wrongCounters } from '../../../tests/database-state.ts';
import { Stream, withoutHeartbeats } from '../../../tests/stream.ts';
import { examine } from '../doctor/doctor.ts';

const testApp = await startTestApp();
withoutHeartbeats();
const [lea, max, zoe, nora, sam] = await testApp.signUpAll('Léa', 'Max', 'Zoé', 'Nora', 'Sam');
const { dataDir } = testApp.config;

const make = async (someone: Someone, { id }: TestBoard) =>
  (await someone.does('POST /api/boards/:boardId/single-links', { params: { boardId: id } })).link;
const read = (someone: Someone, token: string) => someone.tries('GET /api/invitations/:invitation', { params: { invitation: token } });
const join = (someone: Someone, token: string) =>
  someone.tries('POST /api/invitations/:invitation/acceptance', { params: { invitation: token } });
const handOver = (from: Someone, { id: boardId }: TestBoard, to: Someone) =>
  from.does('PUT /api/boards/:boardId/administrator', { params: { boardId }, body: { userId: to.id } });
const membersOf = async ({ id: boardId }: TestBoard) => (await lea.does('GET /api/boards/:boardId', { params: { boardId } })).members;
const openLinks = async (someone: Someone, { id }: TestBoard) =>
  (await someone.does('GET /api/boards/:boardId/single-links', { params: { boardId: id } })).links.map((link) => link.id);

it('a link lets in whoever opens it, at once, and shows no board id before', async () => {
  const board = await boardOf(lea);
  const link = await make(lea, board);
  expect(link.token).toMatch(/^[\w-]{22}$/);
  expect(link.expiresAt - link.createdAt).toBe(singleLinkLimits.lifetime);
  const invitedBy = { username: lea.name, avatar: expect.any(String) as string };
  const shown = { boardId: null, title: 'MAISON', icon: '👑', theme: 'pink', isMember: false, admits: true, admitsGuest: true, invitedBy };
  expect((await read(testApp.visitor(), link.token)).body).toEqual(shown);
  const stream = await Stream.open(zoe);
  await stream.next('hello');
  expect((await join(zoe, link.token)).body).toEqual({ boardId: board.id });
  expect(await stream.next('joined')).toMatchObject({ boardId: board.id });
  stream.close();
  expect(await membersOf(board)).toHaveLength(2);
  expect(await openLinks(lea, board)).toEqual([]);
  expect([...(await examine(testApp.deps)), ...wrongCounters(dataDir)]).toEqual([]);
});

it('a link says who invites, as they are called now, and the public link of the same board does not (D57)', async () => {
  const host = await testApp.signUp('Hôte');
  const board = await boardOf(host, [max]);
  const { token } = await make(host, board);
  await host.does('PATCH /api/account', { body: { username: 'Hôtesse', avatar: '❤️' } });
  for (const someone of [testApp.visitor(), zoe])
    expect((await read(someone, token)).body).toMatchObject({ invitedBy: { username: 'Hôtesse', avatar: '❤️' } });
  const open = await read(testApp.visitor(), board.id);
  expect(open.body).toEqual({
    boardId: board.id,
    title: 'MAISON',
    icon: '👑',
    theme: 'pink',
    isMember: false,
    admits: false,
    admitsGuest: false,
  });
  // The next administrator's links are theirs.
  await handOver(host, board, max);
  await expectUnknown(zoe, token);
  expect((await read(zoe, (await make(max, board)).token)).body).toMatchObject({ invitedBy: { username: max.name } });
});

it('a link lets exactly one of two in who use it at once', async () => {
  const board = await boardOf(lea);
  for (const people of [
    [zoe, nora],
    [sam, max],
  ]) {
    const { token } = await make(lea, board);
    const codes = (await Promise.all(people.map((one) => join(one, token)))).map(({ code }) => code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes).toContain('board_not_found');
  }
  expect(await membersOf(board)).toHaveLength(3);
});

it('a link answers whoever used it once more with the same, and nobody else', async () => {
  const board = await boardOf(lea, [max]);
  const { token } = await make(lea, board);
  const [first, again] = await Promise.all([join(zoe, token), join(zoe, token)]);
  expect([first.text, again.text]).toEqual([JSON.stringify({ boardId: board.id }), JSON.stringify({ boardId: board.id })]);
  expect(await join(zoe, token)).toMatchObject({ status: first.status, body: { boardId: board.id } });
  expect((await read(zoe, token)).body).toMatchObject({ boardId: board.id, isMember: true, admits: false });
  expect(await membersOf(board)).toHaveLength(3);
  for (const someone of [nora, max]) await expectUnknown(someone, token);
  await expectUnknown(testApp.visitor(), token);
  // What the row is found by now is no invitation either.
  await expectUnknown(zoe, `${token} ${zoe.id}`);
  expect([...(await examine(testApp.deps)), ...wrongCounters(dataDir)]).toEqual([]);

  // Made for whoever let them in: the next administrator takes nobody's way back.
  await handOver(lea, board, max);
  expect(await join(zoe, token)).toMatchObject({ status: first.status });
  await remove(max, board, zoe);
  await expectUnknown(zoe, token);
});

it('a link is kept as its SHA-256 alone, names nobody once it was used, and does not answer whoever used it for longer than its day', async () => {
  const { id, token } = await make(lea, await boardOf(lea));
  expect(JSON.stringify(dump(dataDir))).not.toContain(token);
  expect(await join(zoe, token)).toMatchObject({ status: 200 });
  const row = dump(dataDir)['single_link']?.find((one) => one['id'] === id);
  expect(row?.['used_at']).toEqual(expect.any(Number));
  expect(JSON.stringify(row)).not.toContain(zoe.id);
  tamper(dataDir, 'update single_link set expires_at = ? where id = ?', Date.now(), id);
  await expectUnknown(zoe, token);
});

it('a link is not used up by a member, whom its page leads to the board', async () => {
  const board = await boardOf(lea, [max]);
  const { token } = await make(lea, board);
  expect(await join(max, token)).toMatchObject({ status: 409, code: 'you_are_member' });
  expect((await read(max, token)).body).toMatchObject({ boardId: board.id, isMember: true });
  expect(await join(zoe, token)).toMatchObject({ status: 200 });
});

it('a link settles what waited about whoever joins', async () => {
  const board = await boardOf(lea, [max], { invited: [zoe] });
  await nora.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'request' } });
  const proposal = { type: 'member_invitation', username: 'Sam' } as const;
  await max.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: proposal });
  for (const someone of [zoe, nora, sam]) await join(someone, (await make(lea, board)).token);
  const { received, sent } = await lea.does('GET /api/requests');
  const about = [...received, ...sent].filter(({ boardId }) => boardId === board.id);
  // Max's own invitation among them.
  expect(about.map(({ type, status }) => `${type} ${status}`).toSorted()).toEqual([
    'invitation accepted',
    'invitation accepted',
    'member_invitation accepted',
    'request accepted',
  ]);
  expect(await examine(testApp.deps)).toEqual([]);
});

const endings: Record<string, (board: TestBoard, token: string, linkId: string) => Promise<unknown>> = {
  'after 24 hours': async (_, _token, linkId) => tamper(dataDir, 'update single_link set expires_at = ? where id = ?', Date.now(), linkId),
  'once it was used': (_, token) => join(sam, token),
  'by hand': async (board, _, linkId) => {
    const params = { boardId: board.id, linkId };
    await lea.does('DELETE /api/boards/:boardId/single-links/:linkId', { params });
    await lea.does('DELETE /api/boards/:boardId/single-links/:linkId', { params });
  },
  'when the board is handed over': (board) => handOver(lea, board, max),
  'when it is handed over and back': async (board) => {
    await handOver(lea, board, max);
    await handOver(max, board, lea);
  },
  'when the board is deleted': (board) => lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } }),
};

it.each(Object.entries(endings))('a link ends %s, and is then answered as an invented one, byte for byte', async (_, end) => {
  const board = await boardOf(lea, [max]);
  const { id, token } = await make(lea, board);
  await end(board, token, id);
  for (const someone of [testApp.visitor(), zoe, max]) await expectUnknown(someone, token);
});

/** The answer is that to an invented link, byte for byte. */
async function expectUnknown(someone: Someone, token: string): Promise<void> {
  for (const ask of [read, join]) {
    const [answer, invented] = [await ask(someone, token), await ask(someone, 'AAAAAAAAAAAAAAAAAAAAAA')];
    const bytes = ({ status, text, headers: { date: _date, ...headers } }: typeof answer) => ({ status, text, headers });
    expect(bytes(answer)).toEqual(bytes(invented));
    if (ask === read) expect(answer).toMatchObject({ status: 404, code: 'board_not_found' });
  }
}

it("a link ends with its maker's account, whoever gets the board", async () => {
  const gone = await testApp.signUp('Partante');
  const board = await boardOf(gone, [max]);
  const { token } = await make(gone, board);
  await gone.does('POST /api/account/deletion', { body: { password, handOvers: [{ boardId: board.id, userId: max.id }] } });
  await expectUnknown(zoe, token);
  expect(await openLinks(max, board)).toEqual([]);
});

it('a link is one of ten at most that wait', async () => {
  const board = await boardOf(lea);
  const made = [];
  for (let count = 0; count < singleLinkLimits.perBoard; count += 1) made.push((await make(lea, board)).id);
  const params = { boardId: board.id };
  expect(await lea.tries('POST /api/boards/:boardId/single-links', { params })).toMatchObject({ code: 'too_many_single_links' });
  // Those of one millisecond stand in any order.
  expect((await openLinks(lea, board)).toSorted()).toEqual(made.toSorted());
  await lea.does('DELETE /api/boards/:boardId/single-links/:linkId', { params: { ...params, linkId: made[0] ?? '' } });
  await make(lea, board);
});

it('a link is not found by trying: what leads nowhere is counted, by person or address, and what leads somewhere is not', async () => {
  const { token } = await make(lea, await boardOf(lea));
  const guesser = await testApp.signUp('Devineur');
  for (let guess = 0; guess < 120; guess += 1) expect((await join(guesser, `invente${guess}`)).code).toBe('board_not_found');
  expect((await join(guesser, token)).code).toBe('too_many_requests');
  for (let visit = 0; visit < 130; visit += 1) expect((await read(nora, token)).status).toBe(200);
});

it('a link is deleted within the hour once it has ended', async () => {
  const link = await make(lea, await boardOf(lea));
  tamper(dataDir, 'update single_link set expires_at = ? where id = ?', Date.now() - 1, link.id);
  const rows = () => dump(dataDir)['single_link']?.filter(({ id }) => id === link.id);
  expect(rows()).toHaveLength(1);
  await doHourlyJobs(testApp);
  expect(rows()).toEqual([]);
});
