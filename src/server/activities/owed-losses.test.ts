/** Losses noted for other members, who avow them or not (D38). */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { owedLossLimits } from '#shared/owed-losses';
import { listBoardsWithNews } from '../boards/news-store.ts';
import { examine } from '#server/doctor/doctor';
import { dump } from '../../../tests/database-state.ts';
import { Stream } from '../../../tests/stream.ts';
import { boardOf, doHourlyJobs, log, password, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe, sam] = await testApp.signUpAll('Léa', 'Max', 'Zoé', 'Sam');
const hour = 60 * 60 * 1000;

const oweKey = 'POST /api/boards/:boardId/owed-losses';
const answerKey = 'PUT /api/boards/:boardId/owed-losses/:activityId/answer';
const about = (at: TestBoard, other: Pick<Someone, 'id'>, id: string = randomUUID(), what: 'breakfast' | 'dishes' = 'dishes') => ({
  params: { boardId: at.id },
  body: { id, actionId: at[what], for: other.id },
});
const owe = (person: Someone, at: TestBoard, other: Pick<Someone, 'id'>) => person.does(oweKey, about(at, other));
const answering = (at: TestBoard, { id }: { id: string }, confess: boolean) => ({
  params: { boardId: at.id, activityId: id },
  body: { confess },
});
const waiting = async (person: Someone) => (await person.does('GET /api/owed-losses')).owedLosses;
const open = (at: TestBoard, person = lea) => person.does('GET /api/boards/:boardId', { params: { boardId: at.id } });
const scoreOf = async (at: TestBoard, { id }: { id: string }) => (await open(at)).members.find(({ userId }) => userId === id)?.score;
const rows = () => dump(testApp.config.dataDir)['owed_loss'] ?? [];

let board: TestBoard;
beforeEach(async () => {
  board = await boardOf(lea, [max, zoe]);
});
afterEach(async () => {
  vi.useRealTimers();
  const wrong = await examine(testApp.deps);
  await testApp.deps.database.unitOfWork(({ db }) => db.deleteFrom('owed_loss').execute());
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

describe('a loss noted for another member', () => {
  it('counts nowhere and is told to them alone, at once', async () => {
    const [his, hers] = [await Stream.open(max), await Stream.open(zoe)];
    const { revision } = (await open(board)).board;
    const { id } = await owe(lea, board, max);
    await his.next('owed');
    expect(await waiting(max)).toMatchObject([
      { id, boardId: board.id, points: -15, title: 'Vaisselle oubliée', from: { userId: lea.id, username: 'Léa' } },
    ]);
    expect([await waiting(lea), await waiting(zoe)]).toEqual([[], []]);
    expect((await open(board)).board).toMatchObject({ revision, totalPoints: 0 });
    expect(JSON.stringify(rows())).not.toContain('Vaisselle');
    expect(hers.events.filter(({ type }) => type === 'owed')).toEqual([]);
    for (const stream of [his, hers]) stream.close();
  });

  it('becomes their activity when they avow it, once, and news for who noted it', async () => {
    const loss = await owe(lea, board, max);
    const { logged } = await max.does(answerKey, answering(board, loss, true));
    expect(logged?.activity).toMatchObject({ id: loss.id, userId: max.id, points: -15, notedBy: { userId: lea.id, username: 'Léa' } });
    expect([await scoreOf(board, max), await waiting(max), rows()]).toEqual([-15, [], []]);
    expect(await max.does(answerKey, answering(board, loss, true))).toEqual({ logged });
    expect(await scoreOf(board, max)).toBe(-15);
    const newsOf = ({ id }: Pick<Someone, 'id'>) => listBoardsWithNews(testApp.deps.database.read, id);
    expect([await newsOf(lea), await newsOf(max)]).toEqual([expect.arrayContaining([board.id]), expect.not.arrayContaining([board.id])]);
  });

  it('is gone when they say that it was not them, also when it is noted once more by the same call', async () => {
    const input = about(board, max);
    await lea.does(oweKey, input);
    expect(await max.does(answerKey, answering(board, input.body, false))).toEqual({ logged: null });
    await lea.does(oweKey, input);
    expect(await waiting(max)).toEqual([]);
    expect(await max.does(answerKey, answering(board, input.body, false))).toEqual({ logged: null });
    expect(await max.tries(answerKey, answering(board, input.body, true))).toMatchObject({ code: 'owed_loss_not_found' });
    expect(await scoreOf(board, max)).toBe(0);
  });

  describe("after 'Pas moi'", () => {
    /** 'Pas moi' to a loss that is noted now. */
    const denied = async (from: Someone, at: TestBoard, to: Someone) => {
      const loss = await owe(from, at, to);
      await to.does(answerKey, answering(at, loss, false));
      return loss;
    };
    const setClock = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });

    it('the same action is not noted for the same person by the same one for a day, and rings no more', async () => {
      const start = Date.now();
      setClock(start);
      // It is answered late on the day for which it may wait.
      const loss = await owe(lea, board, max);
      setClock(start + 23 * hour);
      await max.does(answerKey, answering(board, loss, false));
      const stream = await Stream.open(max);
      for (const wait of [0, hour, 23 * hour]) {
        setClock(start + 23 * hour + wait);
        await doHourlyJobs(testApp);
        const { status, code, headers } = await lea.tries(oweKey, about(board, max));
        expect([status, code, headers['retry-after']]).toEqual([409, 'owed_loss_denied', String((24 * hour - wait) / 1000)]);
      }
      expect([await waiting(max), stream.events.filter(({ type }) => type === 'owed')]).toEqual([[], []]);
      stream.close();
      setClock(start + 47 * hour);
      await owe(lea, board, max);
      expect(await waiting(max)).toHaveLength(1);
      await doHourlyJobs(testApp);
      expect(rows()).toHaveLength(1);
    });

    it('others note it, for them as for others, and the same person notes another one', async () => {
      const chores = await boardOf(lea, [max, zoe], { actions: [{ title: 'Chaussettes', points: -5 }] });
      const { actions } = await open(chores);
      const socks = actions.find(({ title }) => title === 'Chaussettes')?.id ?? '';
      await denied(lea, chores, max);
      await owe(zoe, chores, max);
      await owe(lea, chores, zoe);
      await owe(max, chores, lea);
      await lea.does(oweKey, about({ ...chores, dishes: socks }, max));
      await owe(lea, board, max);
      expect(await lea.tries(oweKey, about(chores, max))).toMatchObject({ code: 'owed_loss_denied' });
    });

    it('the same call is answered as before, and the own log of the action counts', async () => {
      const input = about(board, max);
      await lea.does(oweKey, input);
      await max.does(answerKey, answering(board, input.body, false));
      expect(await lea.does(oweKey, input)).toEqual({ id: input.body.id });
      await log(max, board, 'dishes');
      expect(await scoreOf(board, max)).toBe(-15);
    });

    it('a loss that only lapsed, or was avowed, is noted again', async () => {
      const start = Date.now();
      setClock(start);
      const avowed = await owe(lea, board, max);
      await max.does(answerKey, answering(board, avowed, true));
      await owe(lea, board, max);
      setClock(start + owedLossLimits.lasts);
      await owe(lea, board, max);
      expect(await waiting(max)).toHaveLength(1);
    });

    it('a copy whose clock is behind neither asks again nor lets it be avowed', async () => {
      const start = Date.now();
      setClock(start);
      const loss = await denied(lea, board, max);
      setClock(start - 30_000);
      expect(await waiting(max)).toEqual([]);
      expect(await max.tries(answerKey, answering(board, loss, true))).toMatchObject({ code: 'owed_loss_not_found' });
      expect(await lea.tries(oweKey, about(board, max))).toMatchObject({ code: 'owed_loss_denied' });
      // The same copy hears of a loss that was noted ahead of its clock.
      setClock(start);
      const other = await owe(zoe, board, max);
      setClock(start - 30_000);
      await max.does(answerKey, answering(board, other, false));
      const row = rows().find(({ id }) => id === other.id);
      expect(row?.['lapses_at']).toBe(row?.['made_at']);
    });
  });

  it('is answered by them alone', async () => {
    const loss = await owe(lea, board, max);
    for (const person of [lea, zoe]) {
      expect(await person.tries(answerKey, answering(board, loss, true))).toMatchObject({ code: 'owed_loss_not_found' });
      await person.does(answerKey, answering(board, loss, false));
    }
    expect(await sam.tries(answerKey, answering(board, loss, true))).toMatchObject({ code: 'board_not_found' });
    expect(await waiting(max)).toHaveLength(1);
  });

  it('that comes twice waits once, also after it was avowed', async () => {
    const input = about(board, max);
    expect(await lea.does(oweKey, input)).toEqual(await lea.does(oweKey, input));
    expect(await waiting(max)).toHaveLength(1);
    expect(await zoe.tries(oweKey, input)).toMatchObject({ code: 'activity_id_taken' });
    await max.does(answerKey, answering(board, input.body, true));
    await lea.does(oweKey, input);
    expect(await waiting(max)).toEqual([]);
    expect(await zoe.tries(oweKey, input)).toMatchObject({ code: 'activity_id_taken' });
  });

  it('sent once more with other points is refused', async () => {
    const first = about(board, max);
    await zoe.does(oweKey, { ...first, body: { ...first.body, points: -15 } });
    const other = await zoe.tries(oweKey, { ...first, body: { ...first.body, points: -20 } });
    expect(other).toMatchObject({ status: 422, code: 'activity_id_taken' });
  });

  it('waits for a day, and is forgotten then', async () => {
    const loss = await owe(lea, board, max);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 23 * hour });
    expect(await waiting(max)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 2 * hour);
    expect(await waiting(max)).toEqual([]);
    expect(await max.tries(answerKey, answering(board, loss, true))).toMatchObject({ code: 'owed_loss_not_found' });
    expect(rows()).toHaveLength(1);
    await doHourlyJobs(testApp);
    expect(rows()).toEqual([]);
  });

  it('makes a fourth one wait between the same two, on whichever board, but not between others', async () => {
    const other = await boardOf(lea, [max]);
    for (const at of [board, board, other]) await owe(lea, at, max);
    expect(await lea.tries(oweKey, about(other, max))).toMatchObject({ code: 'too_many_owed_losses' });
    await owe(zoe, board, max);
    const [first] = await waiting(max);
    await max.does(answerKey, answering(board, { id: first?.id ?? '' }, false));
    await owe(lea, other, max);
  });

  it('is refused for oneself, for a gain, for who is no member and by who is none', async () => {
    expect(await lea.tries(oweKey, about(board, lea))).toMatchObject({ code: 'no_loss_of_other' });
    expect(await lea.tries(oweKey, about(board, max, randomUUID(), 'breakfast'))).toMatchObject({ code: 'no_loss_of_other' });
    expect(await lea.tries(oweKey, about(board, sam))).toMatchObject({ code: 'member_not_found' });
    expect(await sam.tries(oweKey, about(board, max))).toMatchObject({ code: 'board_not_found' });
  });

  it.each([
    ['who noted it leaves', async () => remove(lea, board, zoe)],
    ['they leave', async () => remove(max, board, max)],
    ['the board goes', async () => lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } })],
  ])('goes when %s', async (_what, end) => {
    await owe(zoe, board, max);
    await end();
    expect([await waiting(max), rows()]).toEqual([[], []]);
  });

  it('goes with the account that noted it', async () => {
    const going = await testApp.signUp(`Part${randomUUID().slice(0, 4)}`);
    const shared = await boardOf(lea, [going, max]);
    await owe(going, shared, max);
    await going.does('POST /api/account/deletion', { body: { password } });
    expect([await waiting(max), rows()]).toEqual([[], []]);
  });
});
