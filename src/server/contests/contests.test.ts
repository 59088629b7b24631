/** 'Mauvaise foi !' (D43): who may contest what, how it ends, and that it ends once. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startOfDay } from '#shared/calendar';
import { onceADay } from '#shared/once-a-day';
import { undoActivity } from '#server/activities/undo';
import { logActivities } from '#server/activities/activities';
import { answerContest, contestActivity, switchContestsOff, tossCoin, vote } from '#server/contests/contests';
import { examine } from '#server/doctor/doctor';
import type { Refusal } from '#server/errors/refusal';
import { dump, queued, tamper } from '../../../tests/database-state.ts';
import { agree, contest, contests, day, season } from '../../../tests/seasons.ts';
import { Stream } from '../../../tests/stream.ts';
import {
  accept,
  boardOf,
  doHourlyJobs,
  log,
  password,
  remove,
  type Someone,
  startTestApp,
  type TestBoard,
} from '../../../tests/test-app.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe, nora, stranger] = await testApp.signUpAll('Léa', 'Max', 'Zoé', 'Nora', 'Inconnue');
const { deps } = testApp;
// On a Monday it would announce recaps of weeks that another test has yet to come to.
tamper(testApp.config.dataDir, "delete from job where id = 'announce_recaps'");
/** A Tuesday noon in Paris. */
const start = Date.parse('2026-03-03T11:00:00Z');

let board: TestBoard;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  board = await boardOf(lea, [max, zoe], { invited: [nora] });
  await agree(testApp, board, [lea, max, zoe], contests);
});
afterEach(async () => {
  const wrong = await examine(deps);
  vi.useRealTimers();
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

const hour = 60 * 60 * 1000;
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const onBoard = (who: Someone) => ({ userId: who.id, boardId: board.id });
const tried = (what: Promise<unknown>) =>
  what.then(
    () => 'ok',
    (failure: Refusal) => failure.code,
  );
const contesting = (who: Someone, activityId: string, id: string = randomUUID()) =>
  tried(contestActivity(deps, onBoard(who), { id, activityId, emoji: '🙄' }));
const answered = (who: Someone, contestId: string, keeps: boolean) => tried(answerContest(deps, { ...onBoard(who), contestId }, keeps));
const voted = (who: Someone, contestId: string, isVoid: boolean) => tried(vote(deps, { ...onBoard(who), contestId }, isVoid));
const tossed = (who: Someone, contestId: string, isHeads = true) =>
  tried(tossCoin(deps, { ...onBoard(who), contestId }, { toss: () => isHeads }));
const switchedOff = (who: Someone) => tried(switchContestsOff(deps, onBoard(who)));
const opened = (who: Someone = lea) => who.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
const contestsOf = async (who: Someone = lea) => (await opened(who)).play?.contests;
const stateOf = async (id: string, who: Someone = lea) => {
  const found = (await contestsOf(who))?.list.find((one) => one.id === id);
  return found && [found.outcome, found.how];
};
const scoreOf = async (who: Someone) => (await opened()).members.find(({ userId }) => userId === who.id)?.score;
const logNow = async (who: Someone) => (await log(who, board, 'breakfast')).activity.id;
/** What Léa notes for somebody. */
const notedFor = async (who: Someone) => {
  const id = randomUUID();
  await logActivities(deps, lea.id, [{ id, boardId: board.id, actionId: board.breakfast, for: who.id }], Date.now());
  return id;
};
/** As the job of the board does, whenever it is due. */
const runJob = async () => {
  deps.jobs.look('settle_due');
  await deps.jobs.idle('settle_due');
};

describe('contesting', () => {
  it('is off until all have agreed, and any member may switch it off again, without a name', async () => {
    board = await boardOf(lea, [max, zoe]);
    const activity = await logNow(max);
    await agree(testApp, board, [lea, max], contests);
    expect(await contesting(lea, activity)).toBe('contests_off');
    expect(await contestsOf()).toBeUndefined();
    const [waits] = (await opened()).play?.agreements ?? [];
    expect(waits?.terms).toEqual({ kind: 'contests' });
    const params = { boardId: board.id, agreementId: waits?.id ?? '' };
    await zoe.does('PUT /api/boards/:boardId/agreements/:agreementId/answer', { params, body: { yes: true } });
    expect(await contestsOf()).toEqual({ isOn: true, list: [] });
    const again = { params: { boardId: board.id }, body: { id: randomUUID(), terms: contests } };
    expect(await max.tries('POST /api/boards/:boardId/agreements', again)).toMatchObject({ status: 409, code: 'contests_on' });
    const stream = await Stream.open(lea);
    const off = await zoe.does('DELETE /api/boards/:boardId/contests', { params: { boardId: board.id } });
    const { play } = await stream.next('change', ({ boardId }) => boardId === board.id);
    stream.close();
    expect(play).toEqual(off.play);
    expect(play).not.toHaveProperty('contests');
    expect(JSON.stringify(play)).not.toContain(zoe.id);
    expect(await switchedOff(lea)).toBe('ok');
    expect(await contesting(lea, activity)).toBe('contests_off');
  });

  it('is told to all at once, and changes no points', async () => {
    const activityId = await logNow(max);
    const stream = await Stream.open(max);
    const call = { params: { boardId: board.id }, body: { id: 'contest-of-sixteen', activityId, emoji: '🤥' } } as const;
    const { play, revision } = await lea.does('POST /api/boards/:boardId/contests', call);
    expect(await stream.next('change', ({ boardId }) => boardId === board.id)).toMatchObject({ revision, play });
    stream.close();
    expect(play?.contests).toEqual({
      isOn: true,
      list: [
        {
          ...{ id: 'contest-of-sixteen', activityId, emoji: '🤥', answeredBy: max.id, openedAt: start, keptAt: null, endsAt: start + day },
          by: expect.objectContaining({ userId: lea.id, username: 'Léa' }) as unknown,
          ...{ votes: { void: 0, keep: 0 }, outcome: null, how: null, settledAt: null },
        },
      ],
    });
    expect(await scoreOf(max)).toBe(20);
    const before = (await opened()).board.revision;
    expect(await lea.tries('POST /api/boards/:boardId/contests', call)).toMatchObject({ status: 201 });
    for (const who of [lea, zoe]) expect(await contesting(who, activityId, 'contest-of-sixteen')).toBe('contest_id_taken');
    expect((await opened()).board.revision).toBe(before);
  });

  it('is refused for what is undone, own, noted by oneself, old, of somebody who left, or contested before', async () => {
    const [own, undone, first, old, gone] = [await logNow(lea), await logNow(max), await logNow(max), await logNow(max), await logNow(zoe)];
    await undoActivity(deps, { actorId: max.id, boardId: board.id, activityId: undone });
    for (const activityId of [own, await notedFor(max)]) expect(await contesting(lea, activityId)).toBe('contest_of_own');
    expect(await contesting(lea, undone)).toBe('activity_undone');
    expect(await contesting(lea, randomUUID())).toBe('activity_not_found');
    expect(await contesting(zoe, first)).toBe('ok');
    expect(await contesting(lea, first)).toBe('contested_already');
    await remove(zoe, board, zoe);
    expect(await contesting(lea, gone)).toBe('member_not_found');
    expect(await contesting(zoe, old)).toBe('board_not_found');
    expect(await contesting(stranger, old)).toBe('board_not_found');
    later(day - 1);
    expect(await contesting(lea, old)).toBe('ok');
    const late = await logNow(max);
    later(day);
    expect(await contesting(lea, late)).toBe('contest_too_late');
  });

  it.each([
    ['an emoji that is none of the three', { emoji: '💩' }, 'contest_emoji_unknown'],
    ['a word', { emoji: '🤨', text: 'Menteur' }, 'invalid_input'],
    ['a short id', { id: 'court', emoji: '🤨' }, 'invalid_input'],
  ])('is refused with %s', async (_, body, code) => {
    const activityId = await logNow(max);
    const call = { params: { boardId: board.id }, body: { id: randomUUID(), activityId, ...body } };
    expect(await lea.tries('POST /api/boards/:boardId/contests', call as never)).toMatchObject({ status: 400, code });
  });

  it('is done once in 20 hours by each', async () => {
    const [first, second] = [await logNow(max), await logNow(max)];
    const both = await Promise.all([contesting(lea, first), contesting(lea, second)]);
    expect(both.toSorted()).toEqual(['contested_today', 'ok']);
    expect(await contesting(zoe, both[0] === 'ok' ? second : first)).toBe('ok');
    later(onceADay - 1);
    const third = await logNow(max);
    expect(await contesting(lea, third)).toBe('contested_today');
    later(1);
    expect(await contesting(lea, third)).toBe('ok');
  });

  it('is not done again an hour later because the board is moved to the far east or west', async () => {
    expect(await contesting(lea, await logNow(max))).toBe('ok');
    later(hour);
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone } });
      expect(await contesting(lea, await logNow(max))).toBe('contested_today');
    }
  });

  it('is done twice on one day of the board, morning and night', async () => {
    vi.setSystemTime(startOfDay('Europe/Paris', '2026-03-05') + 1);
    expect(await contesting(lea, await logNow(max))).toBe('ok');
    later(onceADay);
    expect(await contesting(lea, await logNow(max))).toBe('ok');
    const days = dump(testApp.config.dataDir)['contest']?.filter(({ board_id }) => board_id === board.id);
    expect(days?.map((one) => one['day'])).toEqual(['2026-03-05', '2026-03-05']);
  });

  it('is not done again by way of a copy whose clock is behind, and is once a clock that was years ahead is right', async () => {
    expect(await contesting(lea, await logNow(max))).toBe('ok');
    const activityId = await logNow(max);
    later(-30_000);
    expect(await contesting(lea, activityId)).toBe('contested_today');
    later(-2 * 365 * day);
    expect(await contesting(lea, await logNow(max))).toBe('ok');
  });

  it('says when it is possible again', async () => {
    expect(await contesting(lea, await logNow(max))).toBe('ok');
    later(hour);
    const call = { params: { boardId: board.id }, body: { id: randomUUID(), activityId: await logNow(max), emoji: '🙄' } } as const;
    const { status, code, headers } = await lea.tries('POST /api/boards/:boardId/contests', call);
    expect([status, code, headers['retry-after']]).toEqual([409, 'contested_today', String(19 * 60 * 60)]);
  });

  it('is possible for and about somebody who joined later, who may switch it off', async () => {
    await accept(nora, board.id);
    expect(await contesting(nora, await logNow(max))).toBe('ok');
    const id = await contest(testApp, board, lea, nora);
    expect(await switchedOff(nora)).toBe('ok');
    expect(await stateOf(id)).toEqual(['stands', 'called_off']);
    expect((await contestsOf())?.isOn).toBe(false);
  });

  it('in the instant in which the activity is undone comes before it, or is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      later(day);
      const activityId = await logNow(max);
      const id = randomUUID();
      const undo = undoActivity(deps, { actorId: max.id, boardId: board.id, activityId });
      const [outcome] = await Promise.all([contesting(lea, activityId, id), undo]);
      expect(['ok', 'activity_undone']).toContain(outcome);
      expect(await stateOf(id)).toEqual(outcome === 'ok' ? ['withdrawn', 'answer'] : undefined);
    }
  });
});

describe('the answer', () => {
  it('is of whom the activity is counted for, also where another one noted it', async () => {
    const id = randomUUID();
    await contesting(zoe, await notedFor(max), id);
    for (const who of [lea, zoe]) expect(await answered(who, id, true)).toBe('answer_not_yours');
    expect(await answered(max, randomUUID(), true)).toBe('contest_not_found');
    expect(await answered(max, id, true)).toBe('ok');
  });

  it("'Je retire' undoes the activity, whatever was answered before; once more it changes nothing", async () => {
    const id = await contest(testApp, board, lea, max, { kept: true });
    expect(await scoreOf(max)).toBe(20);
    const stream = await Stream.open(max);
    expect(await answered(max, id, false)).toBe('ok');
    await stream.next('account');
    stream.close();
    const { board: after, activities } = await opened();
    expect([after.totalPoints, await scoreOf(max)]).toEqual([0, 0]);
    expect(activities.activities[0]?.undone).toMatchObject({ userId: max.id });
    expect(await stateOf(id)).toEqual(['withdrawn', 'answer']);
    expect(await answered(max, id, false)).toBe('ok');
    expect(await answered(max, id, true)).toBe('ok');
    expect((await opened()).board.revision).toBe(after.revision);
    expect(await voted(zoe, id, true)).toBe('contest_over');
  });

  it('in silence is none: the activity stands after 24 hours, and the job says so to all', async () => {
    const id = await contest(testApp, board, lea, max);
    later(day - 1);
    await runJob();
    expect(await stateOf(id)).toEqual([null, null]);
    const stream = await Stream.open(zoe);
    later(1);
    for (const keeps of [true, false]) expect(await answered(max, id, keeps)).toBe('contest_over');
    await runJob();
    const { play } = await stream.next('change', ({ boardId }) => boardId === board.id);
    stream.close();
    expect(play?.contests?.list).toMatchObject([{ id, outcome: 'stands', how: 'silence' }]);
    expect(await scoreOf(max)).toBe(20);
  });

  it('is given by undoing the activity in the usual way', async () => {
    const id = await contest(testApp, board, zoe, max);
    const activityId = (await contestsOf())?.list[0]?.activityId ?? '';
    await undoActivity(deps, { actorId: lea.id, boardId: board.id, activityId });
    expect(await stateOf(id)).toEqual(['withdrawn', 'answer']);
  });
});

describe('the vote', () => {
  beforeEach(async () => {
    await accept(nora, board.id);
  });

  it('is of the others, after the answer, and ends with the last of them', async () => {
    const id = await contest(testApp, board, lea, max);
    expect(await voted(zoe, id, true)).toBe('contest_unanswered');
    await answered(max, id, true);
    for (const who of [lea, max]) expect(await voted(who, id, true)).toBe('vote_not_yours');
    expect(await voted(zoe, id, true)).toBe('ok');
    expect((await contestsOf())?.list).toMatchObject([{ votes: { void: 1, keep: 0 }, outcome: null }]);
    expect(await scoreOf(max)).toBe(20);
    expect(await voted(nora, id, true)).toBe('ok');
    expect(await stateOf(id)).toEqual(['void', 'vote']);
    expect(await scoreOf(max)).toBe(0);
    expect(await voted(nora, id, true)).toBe('ok');
    expect(await voted(nora, id, false)).toBe('contest_over');
  });

  it('may be changed, and is told to nobody else', async () => {
    const id = await contest(testApp, board, lea, max, { kept: true });
    const params = { boardId: board.id, contestId: id };
    await voted(zoe, id, true);
    await voted(zoe, id, false);
    expect(await zoe.does('GET /api/boards/:boardId/contests/:contestId/vote', { params })).toEqual({ isVoid: false });
    expect(await lea.does('GET /api/boards/:boardId/contests/:contestId/vote', { params })).toEqual({ isVoid: null });
    const { list } = (await contestsOf()) ?? {};
    expect(list).toMatchObject([{ votes: { void: 0, keep: 1 } }]);
    expect(JSON.stringify(list)).not.toContain(zoe.id);
  });

  it.each([
    ['with a tie is for the author', [true, false], 'stands'],
    ['for keeping lets it stand', [false, false], 'stands'],
    ['against it undoes it', [true, true], 'void'],
  ])('%s', async (_, [first, second], outcome) => {
    const id = await contest(testApp, board, lea, max, { kept: true });
    await voted(zoe, id, first ?? false);
    await voted(nora, id, second ?? false);
    expect(await stateOf(id)).toEqual([outcome, 'vote']);
  });

  it('is over after 24 hours, with those who have voted by then; with nobody it stands', async () => {
    const id = await contest(testApp, board, lea, max, { kept: true });
    const other = await contest(testApp, board, max, zoe, { kept: true });
    await voted(zoe, id, true);
    later(day);
    expect(await voted(nora, id, false)).toBe('contest_over');
    await runJob();
    expect(await stateOf(id)).toEqual(['void', 'vote']);
    expect(await stateOf(other)).toEqual(['stands', 'silence']);
    const undone = (await opened()).activities.activities.find((one) => one.undone !== null);
    expect(undone?.undone).toMatchObject({ userId: lea.id });
  });

  it('of somebody who left does not count, and they are not waited for', async () => {
    const id = await contest(testApp, board, lea, max, { kept: true });
    await voted(zoe, id, true);
    await remove(zoe, board, zoe);
    expect((await contestsOf())?.list).toMatchObject([{ votes: { void: 0, keep: 0 }, outcome: null }]);
    expect(await voted(zoe, id, true)).toBe('board_not_found');
    await voted(nora, id, false);
    expect(await stateOf(id)).toEqual(['stands', 'vote']);
  });

  it('ends when the only one who had not voted leaves', async () => {
    const id = await contest(testApp, board, lea, max, { kept: true });
    await voted(zoe, id, true);
    await remove(nora, board, nora);
    await runJob();
    expect(await stateOf(id)).toEqual(['void', 'vote']);
  });
});

describe('the coin', () => {
  beforeEach(async () => {
    board = await boardOf(lea, [max]);
    await agree(testApp, board, [lea, max], contests);
  });

  it.each([
    ['pile', false, 'stands', 20],
    ['face', true, 'void', 0],
  ])('%s: both are told by one change, and it is drawn once', async (_, isHeads, outcome, score) => {
    const id = await contest(testApp, board, lea, max);
    expect(await tossed(lea, id)).toBe('contest_unanswered');
    await answered(max, id, true);
    const streams = [await Stream.open(lea), await Stream.open(max)];
    for (const stream of streams) await stream.next('hello');
    const { revision } = (await opened()).board;
    await Promise.all([tossed(lea, id, isHeads), tossed(max, id, isHeads)]);
    for (const stream of streams) {
      // The first that comes: what the coin decided is told by no change before the toss itself.
      const { play, changed } = await stream.next('change', (change) => change.boardId === board.id && change.revision > revision);
      expect(play?.contests?.list).toMatchObject([{ id, outcome, how: 'coin' }]);
      expect(changed?.map(({ undone }) => undone !== null) ?? []).toEqual(isHeads ? [true] : []);
      stream.close();
    }
    expect(await scoreOf(max)).toBe(score);
    expect(await tossed(max, id, !isHeads)).toBe('ok');
    expect(await stateOf(id)).toEqual([outcome, 'coin']);
  });

  it('is drawn by the server, either way', async () => {
    const outcomes = new Set<unknown>();
    for (let round = 0; round < 60 && outcomes.size < 2; round += 1) {
      board = await boardOf(lea, [max]);
      await agree(testApp, board, [lea, max], contests);
      const id = await contest(testApp, board, lea, max, { kept: true });
      await tossCoin(deps, { ...onBoard(lea), contestId: id });
      outcomes.add((await stateOf(id))?.[0]);
    }
    expect(outcomes).toEqual(new Set(['stands', 'void']));
  });

  it('is for two, at the moment in which it is asked for', async () => {
    board = await boardOf(lea, [max, zoe], { invited: [nora] });
    await agree(testApp, board, [lea, max, zoe], contests);
    const id = await contest(testApp, board, lea, max, { kept: true });
    for (const who of [lea, max, zoe]) expect(await tossed(who, id)).toBe('coin_for_two');
    await remove(zoe, board, zoe);
    expect(await voted(max, id, true)).toBe('vote_not_yours');
    expect(await tossed(max, id, false)).toBe('ok');
    expect(await stateOf(id)).toEqual(['stands', 'coin']);
  });
});

describe('a contest', () => {
  it.each([
    ['who contests', max],
    ['who is to answer', zoe],
  ])('stands when %s leaves', async (_, who) => {
    const id = await contest(testApp, board, max, zoe);
    await remove(lea, board, who);
    expect(await stateOf(id)).toEqual(['stands', 'called_off']);
  });

  it.each([
    ['who contests', 0],
    ['who is to answer', 1],
    ['who has voted', 2],
  ])('goes, or loses a vote, with the account of %s', async (_, index) => {
    const name = randomUUID().slice(0, 4);
    const people = await testApp.signUpAll(`A${name}`, `B${name}`, `C${name}`);
    board = await boardOf(lea, people);
    await agree(testApp, board, [lea, ...people], contests);
    const [by, of, voter] = people;
    const id = await contest(testApp, board, by, of, { kept: true });
    await voted(voter, id, true);
    await people[index]?.does('POST /api/account/deletion', { body: { password } });
    const votes = { void: 0, keep: 0 };
    expect((await contestsOf())?.list).toMatchObject(index === 2 ? [{ id, outcome: null, votes }] : []);
    await deps.jobs.idle('erase_account');
  });

  it('of what counted in a season stands at its end, and nothing of the season is contested afterwards', async () => {
    await agree(testApp, board, [lea, max, zoe], { ...season, length: { lastDay: '2026-03-04' } });
    vi.setSystemTime(startOfDay('Europe/Paris', '2026-03-05') - 60_000);
    const other = await logNow(zoe);
    const id = await contest(testApp, board, lea, max, { kept: true });
    await voted(zoe, id, false);
    const open = await contest(testApp, board, max, lea, { kept: true });
    later(60_000);
    expect(await contesting(lea, other)).toBe('contest_after_season');
    await runJob();
    expect(await stateOf(id)).toEqual(['stands', 'vote']);
    expect(await stateOf(open)).toEqual(['stands', 'called_off']);
    const { seasons } = await lea.does('GET /api/boards/:boardId/seasons', { params: { boardId: board.id }, query: {} });
    expect(seasons).toMatchObject([{ changedSince: false }]);
  });

  it('is sound where those who log, contest and answer have copies whose clocks differ', async () => {
    const [activityId, id] = [await logNow(max), randomUUID()];
    later(-30_000);
    expect(await contesting(lea, activityId, id)).toBe('ok');
    later(-30_000);
    for (const keeps of [true, false]) expect(await answered(max, id, keeps)).toBe('ok');
    expect(await stateOf(id)).toEqual(['withdrawn', 'answer']);
  });

  it('is settled once, however often the job looks, and waits for its end alone', async () => {
    const id = await contest(testApp, board, lea, max, { kept: true });
    await deps.jobs.idle('settle_due');
    const jobs = () => queued(testApp.config.dataDir).filter(({ kind, subject }) => kind === 'settle_due' && subject === board.id);
    expect(jobs()).toMatchObject([{ due: start + day }]);
    later(day);
    await runJob();
    const { revision } = (await opened()).board;
    await runJob();
    expect((await opened()).board.revision).toBe(revision);
    expect(jobs()).toEqual([]);
    expect(await stateOf(id)).toEqual(['stands', 'silence']);
  });

  it('is shown for a day once it is settled, and kept for a month', async () => {
    const id = await contest(testApp, board, lea, max);
    await answered(max, id, false);
    later(day);
    expect(await contestsOf()).toEqual({ isOn: true, list: [] });
    later(29 * day);
    const kept = () => dump(testApp.config.dataDir)['contest']?.some((row) => row['id'] === id);
    await doHourlyJobs(testApp);
    expect(kept()).toBe(true);
    later(1);
    await doHourlyJobs(testApp);
    expect(kept()).toBe(false);
  });
});

it.each([
  [
    'an activity that counts although it was taken back',
    "update contest set outcome = 'void', how = 'vote', settled_at = opened_at + 1 where kept_at is not null",
  ],
  ['one that is settled by halves', "update contest set outcome = 'stands'"],
  ['one that another one answers', "update contest set answered_by = (select id from user where username = 'Nora')"],
  ['one of what the contester noted', 'update activity set noted_by = (select contested_by from contest where activity_id = activity.id)'],
  ['one that nothing would settle', "delete from job where kind = 'settle_due'"],
  ['an open one where nobody may contest', 'update board set contests_on = 0'],
  ['a vote of whom it is about', 'update contest_vote set user_id = (select contested_by from contest where id = contest_id)'],
  ['a vote before the answer', 'update contest set kept_at = null'],
])('the doctor names %s', async (_, statement) => {
  const { dataDir } = testApp.config;
  await accept(nora, board.id);
  const id = await contest(testApp, board, lea, max, { kept: true });
  await voted(zoe, id, true);
  expect(await examine(deps)).toEqual([]);
  tamper(dataDir, statement);
  expect((await examine(deps)).join('\n')).toContain(`contestation ${id}`);
  tamper(dataDir, 'delete from contest_vote');
  tamper(dataDir, 'delete from contest');
  tamper(dataDir, 'update activity set noted_by = null');
});
