/** Consent (D39): a proposal, the yes of every member, and nothing by silence. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Terms } from '#shared/play';
import { dayIn, daysAfter, defaultTimeZone, startOfDay } from '#shared/calendar';
import { agreementLasts } from '#shared/season-rules';
import { examine } from '#server/doctor/doctor';
import { deleteSettledBefore, insertAgreement, insertYes } from '#server/play/agreement-store';
import { answer, propose } from '#server/play/agreements';
import { dump } from '../../../tests/database-state.ts';
import { agree, close, goal, pauseOf, season } from '../../../tests/seasons.ts';
import { Stream } from '../../../tests/stream.ts';
import { accept, boardOf, password, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe, nora] = await testApp.signUpAll('Léa', 'Max', 'Zoé', 'Nora');
const { deps } = testApp;

let board: TestBoard;
beforeEach(async () => {
  board = await boardOf(lea, [max, zoe], { invited: [nora] });
});
afterEach(async () => {
  const wrong = await examine(deps);
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

const today = () => dayIn(defaultTimeZone, Date.now());
const playOf = async (person: Someone = lea) =>
  (await person.does('GET /api/boards/:boardId', { params: { boardId: board.id } })).play ?? { agreements: [], seasons: [], past: [] };
const proposed = (person: Someone, terms: Terms, id: string = randomUUID()) =>
  person.tries('POST /api/boards/:boardId/agreements', { params: { boardId: board.id }, body: { id, terms } });
const answered = (person: Someone, agreementId: string, yes = true) =>
  person.tries('PUT /api/boards/:boardId/agreements/:agreementId/answer', { params: { boardId: board.id, agreementId }, body: { yes } });
const withdrawn = (person: Someone, agreementId: string) =>
  person.tries('DELETE /api/boards/:boardId/agreements/:agreementId', { params: { boardId: board.id, agreementId } });

describe('a proposal', () => {
  it('is told to all at once, sealed, with the yes of who proposes', async () => {
    const stream = await Stream.open(max);
    const id = randomUUID();
    const { body } = await proposed(lea, season, id);
    const { play } = await stream.next('change', ({ boardId }) => boardId === board.id);
    expect(play).toEqual(body.play);
    expect(play?.agreements).toMatchObject([{ id, terms: season, proposedBy: { userId: lea.id, username: 'Léa' }, agreed: [lea.id] }]);
    expect(await playOf(zoe)).toEqual(play);
    expect(JSON.stringify(dump(testApp.config.dataDir))).not.toContain('petit-déj');
    stream.close();
  });

  it('begins a season at the next midnight with the last yes, not before', async () => {
    const id = await agree(testApp, board, [lea, max]);
    expect((await playOf()).seasons).toEqual([]);
    const [ofLea, ofZoe] = [await Stream.open(lea), await Stream.open(zoe)];
    expect(await answered(zoe, id)).toMatchObject({ status: 200 });
    expect(await ofLea.next('notice')).toMatchObject({ notice: { kind: 'all_agreed', boardId: board.id, of: 'season' } });
    // A member who has said it herself is not told.
    expect(ofZoe.all('notice')).toEqual([]);
    for (const stream of [ofLea, ofZoe]) stream.close();
    const { agreements, seasons } = await playOf();
    expect(agreements).toEqual([]);
    expect(seasons).toMatchObject([
      {
        number: 1,
        kind: 'season',
        startsOn: daysAfter(today(), 1),
        lastDay: daysAfter(today(), 7),
        stake: season.stake,
        ties: 'shared',
        goal: null,
        standings: [lea, max, zoe].map(({ id: userId }) => ({ userId, points: 0, left: false, joinedLate: false })),
      },
    ]);
  });

  it('ends with one no, and nobody learns whose it was', async () => {
    const id = await agree(testApp, board, [lea, max]);
    const { body } = await answered(zoe, id, false);
    expect(body.play).toEqual({ agreements: [], seasons: [], past: [] });
    expect(JSON.stringify(body)).not.toContain(zoe.id);
    expect(await answered(max, id)).toMatchObject({ status: 200 });
    expect(await answered(zoe, id)).toMatchObject({ status: 409, code: 'agreement_over' });
    const said = dump(testApp.config.dataDir)['agreement_yes']?.filter(({ agreement_id }) => agreement_id === id);
    expect(said?.map(({ user_id }) => user_id).toSorted()).toEqual([lea.id, max.id].toSorted());
  });

  it('sent twice is one; an answer sent twice counts once', async () => {
    const id = randomUUID();
    await proposed(lea, season, id);
    const { revision } = (await proposed(lea, season, id)).body;
    await answered(max, id);
    expect((await answered(max, id)).body.revision).toBe(revision + 1);
    await answered(zoe, id);
    expect((await answered(zoe, id)).body.revision).toBe(revision + 2);
    expect((await playOf()).seasons).toHaveLength(1);
  });

  it.each<[string, Terms, Terms]>([
    ['of the same kind', season, season],
    ['of a season and of a goal', season, goal],
  ])('waits alone, also where two %s come at once', async (_, one, other) => {
    const both = await Promise.all([proposed(lea, one), proposed(max, other)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)).toMatchObject({ code: 'agreement_open' });
    expect((await proposed(zoe, pauseOf(3))).status).toBe(201);
    expect((await playOf()).agreements).toHaveLength(2);
  });

  it.each<[string, Terms, string]>([
    ['a season', season, 'season_running'],
    ['a goal', goal, 'goal_running'],
  ])('of a season or a goal is refused from the moment that all agreed to %s', async (_, running, code) => {
    await agree(testApp, board, [lea, max, zoe], running);
    for (const terms of [season, goal]) expect(await proposed(max, terms)).toMatchObject({ status: 409, code });
    expect((await proposed(max, pauseOf(3))).status).toBe(201);
  });

  it('of a goal that waits beside a season, from an earlier version, lapses as the season begins, also where both get their last yes at once', async () => {
    const [own, other] = [await agree(testApp, board, [lea, max]), randomUUID()];
    const { database } = deps;
    await database.unitOfWork(async ({ db }) => {
      const agreement = { id: other, board_id: board.id, kind: 'goal', length: 'month', ties: 'shared', goal: 200 } as const;
      const times = { proposed_at: Date.now(), lapses_at: Date.now() + agreementLasts, time_zone: defaultTimeZone };
      await insertAgreement(db, { ...agreement, ...times, proposed_by: max.id });
      for (const user_id of [lea.id, max.id]) await insertYes(db, { agreement_id: other, user_id, said_at: Date.now() });
    });
    const replies = await Promise.all([answered(zoe, own), answered(zoe, other)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { agreements, seasons } = await playOf();
    expect([agreements.length, seasons.length]).toEqual([0, 1]);
  });

  it('lapses after seven days: an answer then is too late, silence no consent', async () => {
    const id = randomUUID();
    const end = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: end - agreementLasts });
    await propose(deps, { userId: lea.id, boardId: board.id }, { id, terms: season });
    vi.setSystemTime(end - 1);
    await answer(deps, { userId: max.id, boardId: board.id, agreementId: id }, true);
    vi.useRealTimers();
    expect(await answered(zoe, id)).toMatchObject({ status: 409, code: 'agreement_over' });
    await close(testApp, board);
    expect(await playOf()).toEqual({ agreements: [], seasons: [], past: [] });
    expect((await proposed(zoe, season)).status).toBe(201);
  });

  it('asks whoever joins meanwhile, and does not wait for whoever leaves', async () => {
    const id = await agree(testApp, board, [lea, max]);
    await accept(nora, board.id);
    await answered(zoe, id);
    const [waits] = (await playOf()).agreements;
    expect(waits?.agreed.toSorted()).toEqual([lea.id, max.id, zoe.id].toSorted());
    await remove(lea, board, nora);
    expect(await playOf()).toMatchObject({ agreements: [], seasons: [{ number: 1 }] });
  });

  it('goes with who made it, and with the last one beside them', async () => {
    await agree(testApp, board, [max], season);
    await remove(max, board, max);
    expect((await playOf()).agreements).toEqual([]);
    await agree(testApp, board, [lea], goal);
    await remove(lea, board, zoe);
    expect((await playOf()).agreements).toEqual([]);
    expect(await proposed(lea, goal)).toMatchObject({ status: 409, code: 'needs_company' });
  });

  it('is withdrawn by who made it, and by nobody else', async () => {
    const id = await agree(testApp, board, [max]);
    expect(await withdrawn(lea, id)).toMatchObject({ status: 403, code: 'not_the_proposer' });
    expect(await withdrawn(max, id)).toMatchObject({ status: 200 });
    expect(await withdrawn(max, id)).toMatchObject({ status: 200 });
    expect((await playOf()).agreements).toEqual([]);
    const agreed = await agree(testApp, board, [max, lea, zoe]);
    expect(await withdrawn(max, agreed)).toMatchObject({ status: 409, code: 'agreement_over' });
  });

  it('of another board is not there', async () => {
    const elsewhere = await boardOf(lea, [max]);
    const id = await agree(testApp, elsewhere, [max]);
    expect(await answered(lea, id)).toMatchObject({ status: 404, code: 'agreement_not_found' });
    expect(await proposed(lea, season, id)).toMatchObject({ status: 422, code: 'agreement_id_taken' });
  });

  it.each<[string, Terms]>([
    ['another stake', { ...season, stake: 'Un massage' }],
    ['another length', { ...season, length: 'month' }],
    ['another rule for ties', { ...season, ties: 'void' }],
    ['another kind', goal],
  ])('under an id that was sent with %s is refused', async (_, terms) => {
    const id = await agree(testApp, board, [lea], terms);
    expect(await proposed(lea, season, id)).toMatchObject({ status: 422, code: 'agreement_id_taken' });
    expect((await playOf()).agreements).toMatchObject([{ terms }]);
  });

  it.each<[string, Terms]>([
    ['a season', season],
    ['a pause', pauseOf(7)],
  ])('is not made under the id of %s, whose agreement may be forgotten', async (_, terms) => {
    const id = await agree(testApp, board, [lea, max, zoe], terms);
    await deps.database.unitOfWork(({ db }) => deleteSettledBefore(db, Date.now() + 1));
    expect(await proposed(max, goal, id)).toMatchObject({ status: 422, code: 'agreement_id_taken' });
  });

  it.each<[string, unknown, string]>([
    ['without a stake', { ...season, stake: undefined }, 'stake_required'],
    ['with a stake of blanks', { ...season, stake: ' \u200B\n ' }, 'stake_required'],
    ['with a stake of 141 characters', { ...season, stake: '🦄'.repeat(141) }, 'stake_too_long'],
    ['of a goal of nothing', { ...goal, points: 0 }, 'goal_invalid'],
    ['of a goal of a million and one', { ...goal, points: 1_000_001 }, 'goal_invalid'],
    ['of half a point', { ...goal, points: 0.5 }, 'goal_invalid'],
    ['that ends today', { ...season, length: { lastDay: dayIn(defaultTimeZone, Date.now()) } }, 'last_day_invalid'],
    ['that ends in two years', { ...season, length: { lastDay: daysAfter(dayIn(defaultTimeZone, Date.now()), 730) } }, 'last_day_invalid'],
    ['that ends on no day', { ...season, length: { lastDay: '2026-13-45' } }, 'last_day_invalid'],
    ['that ends on 31 February', { ...season, length: { lastDay: '2027-02-31' } }, 'last_day_invalid'],
    ['that ends some day', { ...season, length: 'year' }, 'last_day_invalid'],
  ])('%s is refused', async (_, terms, code) => {
    expect(await proposed(lea, terms as Terms)).toMatchObject({ status: 400, code });
  });

  it('with a stake of 140 characters is kept whole, and so is a season of a year', async () => {
    const lastDay = daysAfter(today(), 366);
    const terms: Terms = { ...season, stake: '🦄'.repeat(140), length: { lastDay } };
    await agree(testApp, board, [lea, max, zoe], terms);
    expect((await playOf()).seasons).toMatchObject([{ stake: '🦄'.repeat(140), lastDay }]);
  });

  it('of a deleted account goes with it, and the others begin; the end of one day that begins so is looked at when it comes', async () => {
    const [ada] = await testApp.signUpAll('Ada');
    board = await boardOf(lea, [max, ada]);
    const lastDay = daysAfter(today(), 1);
    const id = await agree(testApp, board, [lea, max], { ...season, length: { lastDay } });
    await agree(testApp, board, [ada], pauseOf(3));
    await ada.does('POST /api/account/deletion', { body: { password } });
    expect(await playOf()).toMatchObject({ agreements: [], seasons: [{ id, number: 1, lastDay }] });
    const jobs = dump(testApp.config.dataDir)['job']?.filter(({ subject }) => subject === board.id);
    expect(jobs).toMatchObject([{ kind: 'settle_due', due: startOfDay(defaultTimeZone, daysAfter(lastDay, 1)) }]);
  });
});

it('a board that never played says nothing of it', async () => {
  const opened = await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
  expect(opened).not.toHaveProperty('play');
});
