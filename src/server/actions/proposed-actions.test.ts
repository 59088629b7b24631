/** Members propose actions; the administrator accepts or declines them (B2). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BodyOf } from '#shared/api';
import { proposalLimits } from '#shared/action-proposals';
import { boardOf, password, remove, startTestApp, type Someone, type TestBoard } from '../../../tests/test-app.ts';
import { dump, print, tamper } from '../../../tests/database-state.ts';
import { newActivityId } from '../../../tests/people.ts';
import { Stream } from '../../../tests/stream.ts';
import { examine } from '../doctor/doctor.ts';
import { proposeAction } from './proposed-actions.ts';

type Proposed = BodyOf<'POST /api/boards/:boardId/proposals'>;

const testApp = await startTestApp({ boundless: true, hasty: true });
const { dataDir } = testApp.config;
const park = { title: 'Tour du parc', points: 15, category: 'dehors', emoji: '🌳' };

let made = 0;
let lea: Someone;
let max: Someone;
let nora: Someone;
let board: TestBoard;
beforeEach(async () => {
  made += 1;
  [lea, max, nora] = await testApp.signUpAll(`Léa${made}`, `Max${made}`, `Nora${made}`);
  board = await boardOf(lea, [max, nora]);
});
afterEach(async () => {
  const wrong = await examine(testApp.deps);
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

const tryPropose = (person: Someone, body: Proposed) =>
  person.tries('POST /api/boards/:boardId/proposals', { params: { boardId: board.id }, body });
const propose = async (person: Someone, body: Proposed = park) =>
  (await person.does('POST /api/boards/:boardId/proposals', { params: { boardId: board.id }, body })).proposal;
const proposals = async (person: Someone) =>
  (await person.does('GET /api/boards/:boardId/proposals', { params: { boardId: board.id } })).proposals;
const seenBy = async (person: Someone) => (await proposals(person)).map(({ title }) => title);
const tryAccept = (person: Someone, proposalId: string) =>
  person.tries('POST /api/boards/:boardId/proposals/:proposalId/acceptance', { params: { boardId: board.id, proposalId } });
const tryEnd = (person: Someone, proposalId: string) =>
  person.tries('DELETE /api/boards/:boardId/proposals/:proposalId', { params: { boardId: board.id, proposalId } });
const actions = async () => (await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).actions;
const handOver = (from: Someone, to: Someone) =>
  from.does('PUT /api/boards/:boardId/administrator', { params: { boardId: board.id }, body: { userId: to.id } });
const kept = () => (dump(dataDir)['action_proposal'] ?? []).filter(({ board_id }) => board_id === board.id);
async function listen(person: Someone): Promise<Stream> {
  const stream = await Stream.open(person);
  await stream.next('hello');
  return stream;
}

describe('proposing an action', () => {
  it('changes nothing on the board, and is kept sealed; the administrator and who proposed it see it, and no other member does', async () => {
    const before = await actions();
    const proposal = await propose(max);
    expect(proposal).toEqual({
      id: expect.any(String),
      ...park,
      proposedBy: { userId: max.id, username: max.name, avatar: '🦄' },
      proposedAt: expect.any(Number),
    });
    expect(await actions()).toEqual(before);
    expect(await proposals(lea)).toEqual([proposal]);
    expect(await proposals(max)).toEqual([proposal]);
    expect(await proposals(nora)).toEqual([]);
    expect(JSON.stringify(kept())).not.toMatch(/Tour du parc|dehors/);
    expect(kept()).toHaveLength(1);
  });

  it('again under the same key makes no second one, and is answered as the first', async () => {
    const idempotencyKey = newActivityId();
    const first = await propose(max, { ...park, idempotencyKey });
    expect(await propose(max, { ...park, idempotencyKey })).toEqual(first);
    expect(await proposals(lea)).toHaveLength(1);
    // Somebody else's key, and one's own on another board, are other keys.
    expect((await propose(nora, { ...park, idempotencyKey })).id).not.toBe(first.id);
    const other = await boardOf(max);
    const body = { ...park, idempotencyKey };
    const elsewhere = await max.does('POST /api/boards/:boardId/proposals', { params: { boardId: other.id }, body });
    expect(elsewhere.proposal.id).not.toBe(first.id);
  });

  it('again under the same key once it is answered proposes anew, or is on the board already', async () => {
    const body = { ...park, idempotencyKey: newActivityId() };
    await tryEnd(lea, (await propose(max, body)).id);
    const anew = await propose(max, body);
    expect(await proposals(lea)).toEqual([anew]);
    await tryAccept(lea, anew.id);
    expect(await tryPropose(max, body)).toMatchObject({ status: 409, code: 'action_on_board_already' });
  });

  it('is refused like an own action: without a word, without points, or on the board already', async () => {
    const before = print(dataDir);
    expect(await tryPropose(max, { ...park, title: '  ' })).toMatchObject({ status: 400, code: 'action_title_required' });
    expect(await tryPropose(max, { ...park, title: '🌳🌳' })).toMatchObject({ status: 400, code: 'action_title_wordless' });
    expect(await tryPropose(max, { ...park, title: 'x'.repeat(61) })).toMatchObject({ status: 400, code: 'action_title_too_long' });
    expect(await tryPropose(max, { ...park, points: 0 })).toMatchObject({ status: 400, code: 'points_invalid' });
    expect(await tryPropose(max, { ...park, emoji: 'ab' })).toMatchObject({ status: 400, code: 'emoji_invalid' });
    const known = { title: 'PETIT-DÉJ au lit', points: 20 };
    expect(await tryPropose(max, known)).toMatchObject({ status: 409, code: 'action_on_board_already' });
    expect(print(dataDir)).toBe(before);
  });

  it('twice by the same person is refused, and says nothing of what others proposed', async () => {
    await propose(max);
    expect(await tryPropose(max, { ...park, title: 'TOUR du parc' })).toMatchObject({ status: 409, code: 'action_proposed_already' });
    await propose(max, { ...park, points: 16 });
    await propose(nora);
    expect(await seenBy(lea)).toEqual(['Tour du parc', 'Tour du parc', 'Tour du parc']);
  });

  it(`waits ${proposalLimits.openPerMember} times at most of one member, until one is answered or withdrawn`, async () => {
    const all = [];
    for (let count = 1; count <= proposalLimits.openPerMember; count++) all.push(await propose(max, { title: `Tour ${count}`, points: 5 }));
    expect(await tryPropose(max, park)).toMatchObject({ status: 409, code: 'too_many_proposals' });
    expect((await tryPropose(nora, park)).status).toBe(201);
    expect((await tryEnd(max, all[0]?.id ?? '')).status).toBe(204);
    expect((await tryPropose(max, park)).status).toBe(201);
  });

  it('shows in the order of their coming those that came within a millisecond', async () => {
    const titles = Array.from({ length: 8 }, (_, index) => `Tour ${index}`);
    const now = Date.now();
    for (const title of titles) await proposeAction(testApp.deps, { userId: max.id, boardId: board.id }, { title, points: 5 }, now);
    expect(await seenBy(lea)).toEqual(titles);
  });

  it('tells the screens of the administrator, and no other member', async () => {
    const [ofLea, ofNora] = [await listen(lea), await listen(nora)];
    await propose(max);
    await ofLea.next('proposals');
    const notice = { kind: 'proposal_made', boardId: board.id, title: 'Tour du parc', username: max.name };
    expect(await ofLea.next('notice')).toEqual({ type: 'notice', notice });
    // A later event of hers shows that none came before.
    await propose(nora);
    await ofNora.next('proposals');
    expect([...ofNora.all('proposals'), ...ofNora.all('notice')]).toEqual([]);
    for (const stream of [ofLea, ofNora]) stream.close();
  });
});

it(`the administrator sees the ${proposalLimits.shownAtOnce} that have waited longest, and the next as these are answered`, async () => {
  const crowd = await testApp.signUpAll(...['A', 'B', 'C', 'D', 'E', 'F'].map((name) => `${name}${made}.foule`));
  board = await boardOf(lea, crowd);
  for (let count = 0; count < 17; count++)
    for (const person of crowd) await propose(person, { title: `Tour ${count} de ${person.name}`, points: 5 });
  const shown = await proposals(lea);
  expect(shown).toHaveLength(proposalLimits.shownAtOnce);
  expect(await proposals(crowd[5] ?? nora)).toHaveLength(17);
  await tryEnd(lea, shown[0]?.id ?? '');
  const next = await proposals(lea);
  expect(next.slice(0, -1)).toEqual(shown.slice(1));
  expect(next).toHaveLength(proposalLimits.shownAtOnce);
});

describe('accepting', () => {
  it('puts the action last on the board, for everybody at once, and tells who proposed it', async () => {
    const { id } = await propose(max);
    const [ofMax, ofNora] = [await listen(max), await listen(nora)];
    const answer = await tryAccept(lea, id);
    expect(answer.status).toBe(200);
    const last = (await actions()).at(-1);
    expect(last).toEqual({ id: expect.any(String), ...park });
    expect(answer.body.actions?.at(-1)).toEqual(last);
    expect((await ofNora.next('change')).actions?.at(-1)).toEqual(last);
    await ofMax.next('proposals');
    const notice = { kind: 'proposal_answered', boardId: board.id, title: 'Tour du parc', points: 15, accepted: true };
    expect(await ofMax.next('notice')).toEqual({ type: 'notice', notice });
    expect([await proposals(lea), await proposals(max), kept()]).toEqual([[], [], []]);
    const body = { id: newActivityId(), actionId: last?.id ?? '' };
    await max.does('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body });
    for (const stream of [ofMax, ofNora]) stream.close();
  });

  it('keeps out what was left out: neither category nor emoji', async () => {
    const { id } = await propose(max, { title: 'Sieste', points: 5 });
    await tryAccept(lea, id);
    expect((await actions()).at(-1)).toMatchObject({ title: 'Sieste', category: null, emoji: null });
  });

  it('a proposal that is gone is refused, and adds nothing', async () => {
    const { id } = await propose(max);
    await tryEnd(max, id);
    const before = print(dataDir);
    expect(await tryAccept(lea, id)).toMatchObject({ status: 404, code: 'proposal_not_found' });
    expect(print(dataDir)).toBe(before);
  });

  it('only one of two answers at once is given', async () => {
    const { id } = await propose(max);
    const answers = await Promise.all([tryAccept(lea, id), tryAccept(lea, id), tryEnd(lea, id)]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'proposal_not_found')).toHaveLength(2);
    expect((await actions()).filter(({ title }) => title === park.title).length).toBeLessThanOrEqual(1);
  });

  it('a proposal of an action that the board has by now is refused, and keeps waiting', async () => {
    const { id } = await propose(max);
    const twin = await propose(nora);
    expect((await tryAccept(lea, id)).status).toBe(200);
    const before = print(dataDir);
    expect(await tryAccept(lea, twin.id)).toMatchObject({ status: 409, code: 'action_on_board_already' });
    expect(print(dataDir)).toBe(before);
    expect((await tryEnd(lea, twin.id)).status).toBe(204);
  });

  it('on a full board is refused, and it goes on waiting', async () => {
    const { id } = await propose(max);
    const many = Array.from({ length: 298 }, (_, index) => ({ title: `Action ${index}`, points: 5 }));
    await lea.does('POST /api/boards/:boardId/actions', { params: { boardId: board.id }, body: { actions: many } });
    const before = print(dataDir);
    expect(await tryAccept(lea, id)).toMatchObject({ status: 409, code: 'too_many_actions' });
    expect(print(dataDir)).toBe(before);
    const params = { boardId: board.id, actionId: board.dishes };
    await lea.does('PATCH /api/boards/:boardId/actions/:actionId', { params, body: { retired: true } });
    expect((await tryAccept(lea, id)).status).toBe(200);
  });

  it('is for the administrator alone, also of what one proposed oneself', async () => {
    const { id } = await propose(max);
    expect(await tryAccept(max, id)).toMatchObject({ status: 403, code: 'administrator_only' });
    board = await boardOf(nora);
    expect(await tryAccept(nora, id)).toMatchObject({ status: 404, code: 'proposal_not_found' });
  });
});

describe('a proposal ends', () => {
  it('declined: the board stays as it is, and who proposed it is told', async () => {
    const { id } = await propose(max);
    const before = await actions();
    const stream = await listen(max);
    expect((await tryEnd(lea, id)).status).toBe(204);
    expect((await stream.next('notice')).notice).toMatchObject({ kind: 'proposal_answered', title: 'Tour du parc', accepted: false });
    stream.close();
    expect(await actions()).toEqual(before);
    expect(kept()).toEqual([]);
    expect(await tryEnd(lea, id)).toMatchObject({ status: 404, code: 'proposal_not_found' });
  });

  it('withdrawn by who made it, but by no other member', async () => {
    const { id } = await propose(max);
    expect(await tryEnd(nora, id)).toMatchObject({ status: 404, code: 'proposal_not_found' });
    const stream = await listen(lea);
    expect((await tryEnd(max, id)).status).toBe(204);
    expect(await stream.next('proposals')).toEqual({ type: 'proposals', boardId: board.id });
    stream.close();
    expect(await proposals(lea)).toEqual([]);
  });

  it('when its author is removed or leaves; coming back brings nothing back', async () => {
    await propose(max);
    await propose(nora, { title: 'Sieste', points: 5 });
    const stream = await listen(lea);
    await remove(lea, board, max);
    await stream.next('proposals');
    stream.close();
    expect(await seenBy(lea)).toEqual(['Sieste']);
    await remove(nora, board, nora);
    expect(kept()).toEqual([]);
  });

  it('when its author deletes their account, and is seen by nobody at once', async () => {
    await propose(max);
    const stream = await listen(lea);
    await max.does('POST /api/account/deletion', { body: { password } });
    expect(await proposals(lea)).toEqual([]);
    await stream.next('proposals');
    stream.close();
    await testApp.deps.jobs.idle('erase_board');
    expect(kept()).toEqual([]);
  });
});

it('a hand-over leaves what waits to the next administrator, who answers it; the former one sees it no more', async () => {
  const { id } = await propose(nora);
  const own = await propose(max, { title: 'Sieste', points: 5 });
  const stream = await listen(max);
  await handOver(lea, max);
  await stream.next('proposals');
  stream.close();
  expect(await seenBy(max)).toEqual(['Tour du parc', 'Sieste']);
  expect(await proposals(lea)).toEqual([]);
  expect(await tryAccept(lea, id)).toMatchObject({ status: 403, code: 'administrator_only' });
  expect((await tryAccept(max, id)).status).toBe(200);
  expect((await tryAccept(max, own.id)).status).toBe(200);
});

it('a proposal that cannot be read costs the others nothing: doctor names it, and the administrator can still decline it by its id', async () => {
  const [bad] = [await propose(max), await propose(max, { title: 'Sieste', points: 5 })];
  const sealed = kept().find(({ id }) => id === bad.id)?.['title_sealed'];
  tamper(dataDir, "update action_proposal set title_sealed = 'x' where id = ?", bad.id);
  expect(await seenBy(lea)).toEqual(['Sieste']);
  expect(await examine(testApp.deps)).toEqual([`proposition ${bad.id} : titre illisible avec cette clé`]);
  tamper(dataDir, 'update action_proposal set title_sealed = ? where id = ?', sealed, bad.id);
  tamper(dataDir, 'update action_proposal set proposed_by = ? where id = ?', (await testApp.signUp(`Zoé${made}`)).id, bad.id);
  expect(await examine(testApp.deps)).toEqual([`proposition ${bad.id} : sa personne n'est pas membre du tableau`]);
  expect((await tryEnd(lea, bad.id)).status).toBe(204);
});
