/** Decision D28: when an invitation is valid, how it is withdrawn, and how it is blocked. */
import { describe, expect, it } from 'vitest';
import type { NewRequest } from '#shared/requests';
import { accept, boardOf, startTestApp, password, remove, type Someone, waiting } from '../../../tests/test-app.ts';
import { dump, tamper } from '../../../tests/database-state.ts';
import { Stream } from '../../../tests/stream.ts';
import { examine } from '../doctor/doctor.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe, nora] = await testApp.signUpAll('Léa', 'Max', 'Zoé', 'Nora');
const { dataDir } = testApp.config;

const send = (person: Someone, boardId: string, body: NewRequest) =>
  person.tries('POST /api/boards/:boardId/requests', { params: { boardId }, body });
const invite = (person: Someone, boardId: string, { name }: Someone) => send(person, boardId, { type: 'invitation', username: name });
const propose = (person: Someone, boardId: string, { name }: Someone) =>
  send(person, boardId, { type: 'member_invitation', username: name });
const ask = (person: Someone, boardId: string) => send(person, boardId, { type: 'request' });
const answer = (person: Someone, requestId: string, how: 'acceptance' | 'rejection') =>
  person.tries(`POST /api/requests/:requestId/${how}`, { params: { requestId } });
const block = async (person: Someone, board: { id: string }) => {
  const { id } = await waiting(person, board.id);
  await person.does('POST /api/requests/:requestId/block', { params: { requestId: id } });
  return id;
};
const withdraw = (person: Someone, requestId: string) => person.tries('DELETE /api/requests/:requestId', { params: { requestId } });
const handOver = (person: Someone, boardId: string, { id }: Someone) =>
  person.does('PUT /api/boards/:boardId/administrator', { params: { boardId }, body: { userId: id } });
const about = async (person: Someone, boardId: string) => {
  const { received, sent, pendingCount } = await person.does('GET /api/requests');
  const ofBoard = <Request extends { boardId: string }>(requests: Request[]) => requests.filter((one) => one.boardId === boardId);
  return { received: ofBoard(received), sent: ofBoard(sent), pendingCount };
};
const membersOf = async (person: Someone, boardId: string) =>
  (await person.does('GET /api/boards/:boardId', { params: { boardId } })).members.map(({ username }) => username);

describe('the right to invite', () => {
  it("passes with the administration: the invitation is the new administrator's, who can withdraw it", async () => {
    const board = await boardOf(lea, [max], { invited: [zoe] });
    await handOver(lea, board.id, max);
    expect((await about(lea, board.id)).sent.filter(({ status }) => status === 'pending')).toEqual([]);
    const [passed] = (await about(max, board.id)).sent;
    expect(passed).toMatchObject({ type: 'invitation', status: 'pending', fromUsername: 'Max', toUsername: 'Zoé' });
    expect(await waiting(zoe, board.id)).toMatchObject({ fromUsername: 'Max' });
    await remove(max, board, lea);
    expect((await withdraw(lea, passed?.id ?? '')).code).toBe('request_not_found');
    expect((await withdraw(max, passed?.id ?? '')).status).toBe(204);
    await expect(waiting(zoe, board.id)).rejects.toThrow('nothing waits');
  });

  it('is that of the moment when it is accepted: without it nobody comes in, and the invitation is gone', async () => {
    const board = await boardOf(lea, [max], { invited: [zoe] });
    const { id } = await waiting(zoe, board.id);
    // As a program before this one left it behind: sent by somebody who was removed since.
    tamper(dataDir, 'update board_request set from_user = ? where id = ?', max.id, id);
    await remove(lea, board, max);
    expect(await answer(zoe, id, 'acceptance')).toMatchObject({
      status: 410,
      message: "Cette demande ne tient plus : la personne qui l'a envoyée ne peut plus inviter ici.",
    });
    expect(await membersOf(lea, board.id)).toEqual(['Léa']);
    expect((await about(zoe, board.id)).received).toEqual([]);
    expect((await answer(zoe, id, 'acceptance')).code).toBe('request_not_found');
  });

  it('to propose ends with the membership, and the proposals with it', async () => {
    for (const goes of [lea, max]) {
      const board = await boardOf(lea, [max]);
      await propose(max, board.id, zoe);
      const { id } = await waiting(lea, board.id);
      const stream = await Stream.open(lea);
      await remove(goes, board, max);
      await stream.next('requests');
      expect((await about(lea, board.id)).received).not.toContainEqual(expect.objectContaining({ id }));
      expect((await about(max, board.id)).sent).toEqual([]);
      stream.close();
    }
  });
});

describe('what waits', () => {
  it('is withdrawn by its sender alone, and both see it at once', async () => {
    const board = await boardOf(lea, [max], { invited: [zoe] });
    const { id } = await waiting(zoe, board.id);
    const streams = await Promise.all([Stream.open(lea), Stream.open(zoe)]);
    for (const other of [max, zoe, nora]) expect((await withdraw(other, id)).code).toBe('request_not_found');
    expect((await withdraw(lea, id)).status).toBe(204);
    await Promise.all(streams.map((stream) => stream.next('requests')));
    for (const stream of streams) stream.close();
    expect((await about(zoe, board.id)).received).toEqual([]);
    expect((await about(lea, board.id)).sent.filter(({ status }) => status === 'pending')).toEqual([]);
    expect((await answer(zoe, id, 'acceptance')).code).toBe('request_not_found');
    expect((await withdraw(lea, id)).code).toBe('request_not_found');
    // Nobody declined: it can be sent again at once.
    expect((await invite(lea, board.id, zoe)).status).toBe(201);
  });

  it('can be withdrawn by who asks to join and who proposes, too; what is answered cannot', async () => {
    const board = await boardOf(lea, [max]);
    const asked = (await ask(zoe, board.id)).body.request;
    expect((await withdraw(zoe, asked.id)).status).toBe(204);
    const proposed = (await propose(max, board.id, zoe)).body.request;
    expect((await withdraw(max, proposed.id)).status).toBe(204);
    const again = (await ask(zoe, board.id)).body.request;
    await answer(lea, again.id, 'rejection');
    expect((await withdraw(zoe, again.id)).code).toBe('request_not_found');
  });
});

describe('after a refusal', () => {
  it('the same person is invited to the same board again a day later, and to another one at once', async () => {
    const board = await boardOf(lea, [max], { invited: [zoe] });
    await answer(zoe, (await waiting(zoe, board.id)).id, 'rejection');
    expect(await invite(lea, board.id, zoe)).toMatchObject({
      status: 409,
      message: "Cette personne a décliné il y a peu. Vous pourrez l'inviter de nouveau demain.",
    });
    // Nor by way of a proposal; of the refusal the member who proposes learns nothing.
    expect((await propose(max, board.id, zoe)).status).toBe(201);
    const proposal = await waiting(lea, board.id);
    expect((await answer(lea, proposal.id, 'acceptance')).code).toBe('declined_recently');
    const other = await boardOf(lea);
    expect((await invite(lea, other.id, zoe)).status).toBe(201);
    tamper(dataDir, 'update board_request set answered_at = answered_at - 86400001 where board_id = ?', board.id);
    expect((await answer(lea, proposal.id, 'acceptance')).status).toBe(200);
    expect(await waiting(zoe, board.id)).toMatchObject({ fromUsername: 'Léa' });
  });

  it('a person who declined can ask to join at once', async () => {
    const board = await boardOf(lea, [], { invited: [zoe] });
    await answer(zoe, (await waiting(zoe, board.id)).id, 'rejection');
    expect((await ask(zoe, board.id)).status).toBe(201);
  });
});

describe('a blocked inviter', () => {
  it('reaches the person no more, and sees nothing of it', async () => {
    const [guest, host] = await testApp.signUpAll('Convive', 'Hôte');
    const [one, other] = [await boardOf(host, [], { invited: [guest] }), await boardOf(host)];
    const stream = await Stream.open(guest);
    const id = await block(guest, one);
    expect(await stream.next('requests')).toMatchObject({ pendingRequests: 0 });
    stream.close();
    const sent = await invite(host, other.id, guest);
    expect([sent.status, sent.body.request.status]).toEqual([201, 'pending']);
    expect((await invite(host, other.id, guest)).code).toBe('already_invited');
    const body = { title: 'Encore', actions: [{ title: 'Bisou', points: 5 }], invited: [guest.name] };
    expect((await host.does('POST /api/boards', { body })).skippedUsernames).toEqual([]);
    expect(await guest.does('GET /api/requests')).toEqual({ received: [], sent: [], pendingCount: 0 });
    for (const requestId of [id, sent.body.request.id])
      expect((await answer(guest, requestId, 'acceptance')).code).toBe('request_not_found');
    expect((await host.does('GET /api/requests')).sent.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
  });

  it('is listed, exported, and can be unblocked, with what waited', async () => {
    const [guest, host] = await testApp.signUpAll('Invitée', 'Invitant');
    const board = await boardOf(host, [], { invited: [guest] });
    const id = await block(guest, board);
    await guest.does('POST /api/requests/:requestId/block', { params: { requestId: id } });
    const { blocked } = await guest.does('GET /api/blocks');
    expect(blocked).toMatchObject([{ userId: host.id, username: 'Invitant', avatar: '🦄' }]);
    expect((await guest.does('GET /api/account/export')).blocked).toMatchObject([{ userId: host.id, username: 'Invitant' }]);
    expect((await host.does('GET /api/account/export')).blocked).toEqual([]);
    await guest.does('DELETE /api/blocks/:userId', { params: { userId: host.id } });
    expect(await guest.does('GET /api/blocks')).toEqual({ blocked: [] });
    expect(await waiting(guest, board.id)).toMatchObject({ id });
  });

  it('keeps nobody from asking to join of their own accord, and learns nothing of the block by it', async () => {
    const [guest, host] = await testApp.signUpAll('Curieuse', 'Importun');
    const [board, silent] = [await boardOf(host, [], { invited: [guest] }), await boardOf(host)];
    await block(guest, board);
    await invite(host, silent.id, guest);
    expect((await ask(guest, silent.id)).status).toBe(201);
    expect(await waiting(host, silent.id)).toMatchObject({ type: 'request', fromUsername: 'Curieuse' });
    expect((await about(host, silent.id)).sent).toEqual([]);
  });

  it('is forgotten with either account', async () => {
    const [guest, host, other] = await testApp.signUpAll('Partante', 'Restant', 'Parti');
    for (const inviter of [host, other]) await block(guest, await boardOf(inviter, [], { invited: [guest] }));
    await other.does('POST /api/account/deletion', { body: { password } });
    expect((await guest.does('GET /api/blocks')).blocked.map(({ username }) => username)).toEqual(['Restant']);
    await guest.does('POST /api/account/deletion', { body: { password } });
    expect((dump(dataDir)['blocked_inviter'] ?? []).filter(({ user_id }) => user_id === guest.id)).toEqual([]);
  });
});

it('somebody who is proposed learns nothing of it: their own wish to join takes its place', async () => {
  const board = await boardOf(lea, [max]);
  await propose(max, board.id, zoe);
  expect((await ask(zoe, board.id)).status).toBe(201);
  expect((await about(max, board.id)).sent).toEqual([]);
  const pending = (await about(lea, board.id)).received.filter(({ status }) => status === 'pending');
  expect(pending).toMatchObject([{ type: 'request', fromUsername: 'Zoé' }]);
  // What they know of is refused as before.
  expect((await ask(zoe, board.id)).code).toBe('already_requested');
  await accept(lea, board.id);
  expect(await membersOf(lea, board.id)).toContain('Zoé');
});

it('after all of this nothing in the database contradicts itself', async () => {
  expect(await examine(testApp.deps)).toEqual([]);
});
