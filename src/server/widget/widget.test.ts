import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { programOf } from '../../../tests/programs.ts';
import { agree, contest, contests, day, goal, season } from '../../../tests/seasons.ts';
import { boardOf, log, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';

const testApp = await startTestApp({ boundless: true });
/** A Tuesday noon in Paris. */
const start = Date.parse('2026-03-03T11:00:00Z');
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

const inShort = async (who: Someone, { id }: { id: string }) => {
  const { boards } = await who.does('GET /api/widget');
  return boards.find((one) => one.id === id);
};
const alone = (who: Someone, { id }: { id: string }) => who.does('GET /api/boards/:boardId/widget', { params: { boardId: id } });
let signedUp = 0;
const people = <Names extends string[]>(...names: Names) =>
  testApp.signUpAll(...(names.map((name) => `${name}${(signedUp += 1)}`) as Names));

describe('what a widget shows', () => {
  it('is flat: a board of two with what both have, the flame, the last activity and what waits', async () => {
    const [lea, max] = await people('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    await log(lea, board, 'breakfast');
    await log(lea, board, 'dishes');
    await log(max, board, 'breakfast');
    expect(await lea.does('GET /api/widget')).toEqual({
      boards: [
        {
          id: board.id,
          title: 'MAISON',
          icon: '👑',
          score: 5,
          rank: 2,
          rival: max.name,
          rivalScore: 20,
          total: 25,
          standing: `${max.name} mène de 15\u00A0points`,
          game: null,
          flame: 1,
          flameToday: true,
          lastBy: max.name,
          lastTitle: 'Petit-déj au lit',
          lastPoints: 20,
          lastAt: '2026-03-03T11:00:00.000Z',
          waiting: 0,
        },
      ],
      more: 0,
    });
    expect(await inShort(max, board)).toMatchObject({ score: 20, rank: 1, rival: lea.name, standing: 'Vous menez de 15\u00A0points' });
  });

  it('says how a season stands from its first day on, and a goal', async () => {
    const [lea, max] = await people('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    await log(lea, board, 'breakfast');
    await agree(testApp, board, [lea, max], season);
    const game = async () => (await inShort(lea, board))?.game;
    expect(await game()).toBeNull();
    vi.setSystemTime(start + day);
    expect(await game()).toBe('Le petit-déj au lit\u00A0: tout reste à jouer');
    await log(max, board, 'dishes');
    expect(await game()).toBe(`Le petit-déj au lit\u00A0: ${max.name} mène`);
    await log(max, board, 'breakfast');
    await log(lea, board, 'breakfast');
    expect(await game()).toBe('Le petit-déj au lit\u00A0: vous menez de 15\u00A0points');
    expect(await inShort(lea, board)).toMatchObject({ score: 40, rivalScore: 5 });

    const shared = await boardOf(lea, [max], { playMode: 'together' });
    await agree(testApp, shared, [lea, max], goal);
    vi.setSystemTime(start + 2 * day);
    await log(max, shared, 'breakfast');
    expect((await inShort(lea, shared))?.game).toBe('Une soirée au restaurant\u00A0: 20\u00A0points sur 200');
  });

  it('has of one board the score of each member by name and the id of each action by its words', async () => {
    const [lea, max] = await people('Léa', 'Max');
    const board = await boardOf(lea, [max], { actions: [{ title: 'Sans image', points: 5 }] });
    const { actions } = await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
    const plain = actions.find(({ title }) => title === 'Sans image')?.id;
    expect(await alone(lea, board)).toEqual({
      ...(await inShort(lea, board)),
      scores: { [lea.name]: 0, [max.name]: 0 },
      leader: null,
      actions: { '🥐 Petit-déj au lit (+20)': board.breakfast, '🍽️ Vaisselle oubliée (−15)': board.dishes, 'Sans image (+5)': plain },
    });
  });

  it('names a member called like a property of every object as any other', async () => {
    const [lea, odd] = await testApp.signUpAll('Léa-proto', '__proto__');
    const board = await boardOf(lea, [odd]);
    const { text } = await lea.sends({ url: `/api/boards/${board.id}/widget` });
    expect(text).toContain('"__proto__":0');
  });

  it('is under 2 kB for somebody with five boards, and counts those that are left out', async () => {
    const [lea, max] = await people('Léa', 'Maximilien');
    for (const title of ['Maison', 'Vacances à la mer', 'Colocation', 'Nos sorties', 'Les petits plats', 'Une sixième']) {
      const board = await boardOf(lea, [max]);
      await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { title } });
      await log(max, board, 'breakfast');
      vi.setSystemTime(Date.now() + 1000);
    }
    const { text, body } = await lea.tries('GET /api/widget');
    expect(Buffer.byteLength(text)).toBeLessThan(2048);
    expect([body.boards.map(({ title }) => title).at(0), body.boards.length, body.more]).toEqual(['UNE SIXIÈME', 5, 1]);
  });

  it('is under 2 kB with long titles and stakes too, with fewer boards', async () => {
    const [lea, max] = await people('Léa', 'Maximilien');
    for (let number = 1; number <= 5; number += 1) {
      const board = await boardOf(lea, [max], { title: `${number} ${'é'.repeat(58)}` });
      await agree(testApp, board, [lea, max], { ...season, stake: 'à'.repeat(140) }, start - 2 * day);
      await log(max, board, 'breakfast');
      vi.setSystemTime(Date.now() + 1000);
    }
    vi.setSystemTime(start + day);
    const { text, body } = await lea.tries('GET /api/widget');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2000);
    expect(body.boards.map(({ title, game }) => [title.slice(0, 1), game?.includes('à'.repeat(140))])).toEqual([
      ['5', true],
      ['4', true],
    ]);
    expect(body.more).toBe(3);
  });

  it('compares nobody on a board of accomplices', async () => {
    const [lea, max] = await people('Léa', 'Max');
    const board = await boardOf(lea, [max], { playMode: 'together' });
    await log(lea, board, 'breakfast');
    await log(max, board, 'breakfast');
    const nothing = { score: null, rank: null, rival: null, rivalScore: null };
    expect(await alone(lea, board)).toMatchObject({
      ...nothing,
      total: 40,
      standing: 'Ensemble\u00A0: 40\u00A0points',
      scores: {},
      leader: null,
    });
  });

  it('says of a board of one, of nobody with points and of equals what its screens say', async () => {
    const [lea, max] = await people('Léa', 'Max');
    const own = await boardOf(lea);
    expect(await inShort(lea, own)).toMatchObject({
      rank: 1,
      rival: null,
      standing: 'En solo\u00A0: 0\u00A0point',
      lastBy: null,
      lastAt: null,
    });
    const board = await boardOf(lea, [max]);
    expect(await inShort(lea, board)).toMatchObject({
      rank: 1,
      rivalScore: 0,
      standing: 'Tout reste à jouer',
      flame: 0,
      flameToday: false,
    });
    await log(lea, board, 'breakfast');
    await log(max, board, 'breakfast');
    expect(await inShort(lea, board)).toMatchObject({ rank: 1, standing: `À égalité avec ${max.name}` });
  });

  it('has the leader and the own place among more members than a card shows', async () => {
    const [lea, max, ...crowd] = await people('Léa', 'Max', ...Array.from({ length: 12 }, () => 'Foule'));
    const board = await boardOf(lea, [max, ...crowd]);
    await log(max, board, 'breakfast');
    const { rank, rival, rivalScore } = (await inShort(lea, board)) ?? {};
    expect([rank, rival, rivalScore]).toEqual([2, max.name, 20]);
    const { leader, scores } = await alone(lea, board);
    expect([leader, Object.keys(scores).length]).toEqual([max.name, 14]);
  });

  it('tells the newest activity that counts: what was undone is no news', async () => {
    const [lea, max] = await people('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    await log(max, board, 'breakfast');
    const { activity } = await log(lea, board, 'dishes');
    expect(await inShort(lea, board)).toMatchObject({ lastBy: lea.name, lastPoints: -15 });
    await lea.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId: activity.id } });
    expect(await inShort(lea, board)).toMatchObject({ lastBy: max.name, lastTitle: 'Petit-déj au lit', lastPoints: 20 });
  });

  it('has no board of which the person is a member no more', async () => {
    const [lea, max] = await people('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    await remove(lea, board, max);
    expect(await max.does('GET /api/widget')).toEqual({ boards: [], more: 0 });
    expect(await max.tries('GET /api/boards/:boardId/widget', { params: { boardId: board.id } })).toMatchObject({ status: 404 });
  });
});

describe('a program with a token', () => {
  it('sees in short the boards that it was given, and no other', async () => {
    const [lea, max] = await people('Léa', 'Max');
    const [given, kept] = [await boardOf(lea, [max]), await boardOf(lea, [max])];
    const program = await programOf(lea, { rights: 'read', boards: [given.id] });
    const { status, body } = await program.asks('GET /api/widget');
    expect([status, body.boards.map(({ id }) => id), body.more]).toEqual([200, [given.id], 0]);
    expect((await program.asks('GET /api/boards/:boardId/widget', { params: { boardId: given.id } })).status).toBe(200);
    const foreign = await program.asks('GET /api/boards/:boardId/widget', { params: { boardId: kept.id } });
    expect([foreign.status, foreign.code]).toEqual([404, 'board_not_found']);
  });
});

describe('what waits on a board', () => {
  const waits = async (who: Someone, board: TestBoard) => (await inShort(who, board))?.waiting;

  it('is a request at the door, for the administrator alone', async () => {
    const [lea, max, zoe] = await people('Léa', 'Max', 'Zoé');
    const board = await boardOf(lea, [max]);
    await zoe.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'request' } });
    expect([await waits(lea, board), await waits(max, board)]).toEqual([1, 0]);
  });

  it('is an action that somebody proposed, for the administrator alone', async () => {
    const [lea, max] = await people('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    await max.does('POST /api/boards/:boardId/proposals', { params: { boardId: board.id }, body: { title: 'Tour du lac', points: 5 } });
    expect([await waits(lea, board), await waits(max, board)]).toEqual([1, 0]);
  });

  it('is a loss to avow, until it is void', async () => {
    const [lea, max] = await people('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    await max.does('POST /api/boards/:boardId/owed-losses', {
      params: { boardId: board.id },
      body: { id: randomUUID(), actionId: board.dishes, for: lea.id },
    });
    expect([await waits(lea, board), await waits(max, board)]).toEqual([1, 0]);
    vi.setSystemTime(start + 25 * 60 * 60 * 1000);
    expect(await waits(lea, board)).toBe(0);
  });

  it('is a proposal to play for something, until one has agreed', async () => {
    const [lea, max] = await people('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    const agreementId = await agree(testApp, board, [lea], goal);
    expect([await waits(lea, board), await waits(max, board)]).toEqual([0, 1]);
    await max.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', {
      params: { boardId: board.id, agreementId },
      body: { yes: true },
    });
    expect(await waits(max, board)).toBe(0);
  });

  it('is a contest for whom it is about, and once it is kept the coin of two', async () => {
    const [lea, max] = await people('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    await agree(testApp, board, [lea, max], contests);
    const contestId = await contest(testApp, board, max, lea);
    expect([await waits(lea, board), await waits(max, board)]).toEqual([1, 0]);
    await lea.does('PUT /api/boards/:boardId/contests/:contestId/answer', {
      params: { boardId: board.id, contestId },
      body: { keeps: true },
    });
    expect([await waits(lea, board), await waits(max, board)]).toEqual([1, 1]);
  });

  it('is a vote for whoever has not voted', async () => {
    const [lea, max, zoe] = await people('Léa', 'Max', 'Zoé');
    const board = await boardOf(lea, [max, zoe]);
    await agree(testApp, board, [lea, max, zoe], contests);
    const contestId = await contest(testApp, board, max, lea, { kept: true });
    expect(await Promise.all([lea, max, zoe].map((one) => waits(one, board)))).toEqual([0, 0, 1]);
    await zoe.does('PUT /api/boards/:boardId/contests/:contestId/vote', {
      params: { boardId: board.id, contestId },
      body: { isVoid: false },
    });
    expect(await waits(zoe, board)).toBe(0);
  });
});

describe('a widget that asks again', () => {
  it('is answered without a body while nothing has changed, and anew after that', async () => {
    const [lea, max] = await people('Léa', 'Max');
    const board = await boardOf(lea, [max]);
    for (const url of ['/api/widget', `/api/boards/${board.id}/widget`]) {
      const { headers } = await lea.sends({ url });
      const etag = String(headers['etag']);
      for (const known of [etag, `"other", ${etag}`, etag.replace('W/', '')]) {
        const again = await lea.sends({ url, headers: { 'if-none-match': known } });
        expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
      }
      await log(max, board, 'breakfast');
      const changed = await lea.sends({ url, headers: { 'if-none-match': etag } });
      expect(changed.status).toBe(200);
      expect(changed.headers['etag']).not.toBe(etag);
    }
  });
});
