/** An id that a client chooses names one thing, in whichever table that is: what has it keeps it, and whatever else would take it is refused. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContestEmoji } from '#shared/contest-rules';
import type { Terms } from '#shared/play';
import { examine } from '#server/doctor/doctor';
import { deleteSettledBefore } from '#server/play/agreement-store';
import { dump } from './database-state.ts';
import { agree, contests, goal, pauseOf, season } from './seasons.ts';
import { boardOf, log, type Someone, startTestApp, type TestBoard } from './test-app.ts';

const testApp = await startTestApp({ boundless: true });
const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
const { deps } = testApp;

let board: TestBoard, other: TestBoard;
beforeEach(async () => {
  [board, other] = [await boardOf(lea, [max, zoe]), await boardOf(lea, [max, zoe])];
});
afterEach(async () => {
  const wrong = await examine(deps);
  await deps.database.unitOfWork(({ db }) => db.deleteFrom('owed_loss').execute());
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

const logged = (who: Someone, at: TestBoard, id: string, more: { what?: 'breakfast' | 'dishes'; for?: string } = {}) => {
  const { what = 'breakfast', ...rest } = more;
  return who.tries('POST /api/boards/:boardId/activities', { params: { boardId: at.id }, body: { id, actionId: at[what], ...rest } });
};
const owed = (who: Someone, at: TestBoard, to: Someone, id: string) =>
  who.tries('POST /api/boards/:boardId/owed-losses', { params: { boardId: at.id }, body: { id, actionId: at.dishes, for: to.id } });
const answered = (who: Someone, at: TestBoard, activityId: string, confess: boolean) =>
  who.tries('PUT /api/boards/:boardId/owed-losses/:activityId/answer', { params: { boardId: at.id, activityId }, body: { confess } });
const proposed = (who: Someone, at: TestBoard, id: string, terms: Terms = season) =>
  who.tries('POST /api/boards/:boardId/agreements', { params: { boardId: at.id }, body: { id, terms } });
const contested = (who: Someone, at: TestBoard, body: { id: string; activityId: string; emoji: ContestEmoji }) =>
  who.tries('POST /api/boards/:boardId/contests', { params: { boardId: at.id }, body });
const activities = () => dump(testApp.config.dataDir)['activity']?.length;
const taken = { status: 422, code: 'activity_id_taken' };
const codes = (answers: readonly { status: number; code?: string | undefined }[]) =>
  answers.map(({ status, code }) => code ?? status).toSorted((one, another) => String(one).localeCompare(String(another)));

describe('the id of a loss that waits', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['the person who noted it, on its board', (id) => logged(lea, board, id)],
    ['the person who noted it, as the same loss of their own', (id) => logged(lea, board, id, { what: 'dishes' })],
    ['the person who noted it, for whom it was noted', (id) => logged(lea, board, id, { for: max.id })],
    ['the person who noted it, as that loss', (id) => logged(lea, board, id, { what: 'dishes', for: max.id })],
    ['the person who noted it, on another board', (id) => logged(lea, other, id)],
    ['whom it was noted for, as the same loss', (id) => logged(max, board, id, { what: 'dishes' })],
    ['whom it was noted for, on another board', (id) => logged(max, other, id)],
    ['somebody else, on its board', (id) => logged(zoe, board, id)],
    ['somebody else, on another board', (id) => logged(zoe, other, id)],
    ['somebody else, for another one', (id) => logged(zoe, other, id, { for: lea.id })],
    ['somebody else, as a loss of another one', (id) => owed(zoe, other, max, id)],
    ['the person who noted it, as a loss on another board', (id) => owed(lea, other, max, id)],
    ['the person who noted it, as a loss of somebody else', (id) => owed(lea, board, zoe, id)],
  ])('is not taken by %s, and it is avowed', async (_, take) => {
    const id = randomUUID();
    expect(await owed(lea, board, max, id)).toMatchObject({ status: 201 });
    const before = activities();
    expect(await take(id)).toMatchObject(taken);
    expect(activities()).toBe(before);
    const { body } = await answered(max, board, id, true);
    expect(body.logged?.activity).toMatchObject({ id, userId: max.id, points: -15, notedBy: { userId: lea.id } });
    // What is avowed keeps it.
    await take(id);
    expect(activities()).toBe((before ?? 0) + 1);
  });

  it('is not taken by one of several logs: none of them counts, and the refusal names it', async () => {
    const id = randomUUID();
    await owed(lea, board, max, id);
    const before = activities();
    const all = [randomUUID(), id].map((one) => ({ id: one, boardId: other.id, actionId: other.breakfast }));
    const { status, code, body } = await zoe.tries('POST /api/activities', { body: { activities: all } });
    expect([status, code, body]).toMatchObject([422, 'activity_id_taken', { field: 'activities.1' }]);
    expect(activities()).toBe(before);
  });

  it("is not taken after 'Pas moi' either: noting it once more gets the first answer", async () => {
    const id = randomUUID();
    await owed(lea, board, max, id);
    await answered(max, board, id, false);
    expect(await logged(lea, board, id)).toMatchObject(taken);
    expect(await owed(lea, board, max, id)).toMatchObject({ status: 201, body: { id } });
  });
});

describe('the id of an activity', () => {
  it.each<[string, () => Promise<string>]>([
    ['of the board', async () => (await log(lea, board, 'breakfast')).activity.id],
    ['of another board', async () => (await log(lea, other, 'dishes')).activity.id],
    ['of the person for whom it would be', async () => (await log(max, board, 'dishes')).activity.id],
    ['of somebody else', async () => (await log(zoe, other, 'dishes')).activity.id],
    [
      'that was undone',
      async () => {
        const { id } = (await log(lea, board, 'dishes')).activity;
        await lea.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId: id } });
        return id;
      },
    ],
    [
      'that was noted for the same person',
      async () => {
        const id = randomUUID();
        await logged(lea, board, id, { for: max.id });
        return id;
      },
    ],
  ])('%s is not taken by a loss for somebody', async (_, make) => {
    expect(await owed(lea, board, max, await make())).toMatchObject(taken);
    expect((await max.does('GET /api/owed-losses')).owedLosses).toEqual([]);
  });

  it('is answered as the first time where the same is logged again', async () => {
    const first = await log(lea, board, 'breakfast');
    const { status, body } = await logged(lea, board, first.activity.id);
    expect([status, body.activity, body.revision]).toEqual([201, first.activity, first.revision]);
    expect(await logged(lea, other, first.activity.id)).toMatchObject(taken);
    expect(await logged(max, board, first.activity.id)).toMatchObject(taken);
  });

  it('that was noted for somebody is not that of a loss for them', async () => {
    const id = randomUUID();
    const gain = { id, actionId: board.breakfast, for: max.id };
    await lea.does('POST /api/boards/:boardId/activities', { params: { boardId: board.id }, body: gain });
    expect(await lea.tries('POST /api/boards/:boardId/owed-losses', { params: { boardId: board.id }, body: gain })).toMatchObject(taken);
  });
});

describe('the id of what is played for', () => {
  it.each<[string, Terms]>([
    ['a season', season],
    ['a common goal', goal],
    ['a pause', pauseOf(7)],
  ])('%s is not taken by a proposal on any board, though its agreement is forgotten', async (_, terms) => {
    const id = await agree(testApp, board, [lea, max, zoe], terms);
    await deps.database.unitOfWork(({ db }) => deleteSettledBefore(db, Date.now() + 1));
    for (const [who, at] of [
      [lea, board],
      [max, other],
    ] as const)
      expect(await proposed(who, at, id, contests)).toMatchObject({ status: 422, code: 'agreement_id_taken' });
  });

  it('is not taken by a contest of another board', async () => {
    for (const at of [board, other]) await agree(testApp, at, [lea, max, zoe], contests);
    const id = randomUUID();
    const one = { id, activityId: (await log(max, board, 'breakfast')).activity.id, emoji: '🙄' } as const;
    expect(await contested(lea, board, one)).toMatchObject({ status: 201 });
    const another = { ...one, activityId: (await log(max, other, 'breakfast')).activity.id };
    for (const who of [lea, zoe]) expect(await contested(who, other, another)).toMatchObject({ status: 422, code: 'contest_id_taken' });
  });
});

describe('one id that is chosen twice at once', () => {
  const together = async (...calls: (() => Promise<{ status: number; code?: string | undefined }>)[]) =>
    codes(await Promise.all(calls.map((call) => call())));

  it('names a loss or a log of the same person on another board', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = randomUUID();
      const calls = [() => owed(lea, board, max, id), () => logged(lea, other, id, round % 2 === 0 ? {} : { for: zoe.id })];
      expect(await together(...(round < 3 ? calls : calls.toReversed()))).toEqual([201, 'activity_id_taken']);
      await deps.database.unitOfWork(({ db }) => db.deleteFrom('owed_loss').execute());
    }
  });

  /** Two people choose it on two boards. */
  async function expectOne(
    make: (who: Someone, at: TestBoard, id: string) => Promise<{ status: number; code?: string | undefined }>,
    code: string,
  ) {
    const id = randomUUID();
    const calls = [() => make(lea, board, id), () => make(max, other, id)];
    expect(await together(...calls)).toEqual([201, code]);
  }

  it('names one loss of two boards', () => expectOne((who, at, id) => owed(who, at, zoe, id), 'activity_id_taken'));
  it('names one activity of two boards', () => expectOne((who, at, id) => logged(who, at, id), 'activity_id_taken'));
  it('names one proposal of two boards', () => expectOne((who, at, id) => proposed(who, at, id), 'agreement_id_taken'));

  it('names one contest of two boards', async () => {
    for (const at of [board, other]) await agree(testApp, at, [lea, max, zoe], contests);
    const id = randomUUID();
    const [one, another] = [(await log(max, board, 'breakfast')).activity.id, (await log(max, other, 'breakfast')).activity.id];
    const calls = [
      () => contested(lea, board, { id, activityId: one, emoji: '🙄' }),
      () => contested(zoe, other, { id, activityId: another, emoji: '🙄' }),
    ];
    expect(await together(...calls)).toEqual([201, 'contest_id_taken']);
  });
});

it('the key under which a board or a proposed action is made names it for who chose it alone', async () => {
  const idempotencyKey = randomUUID().replaceAll('-', '');
  const body = { title: 'Maison', idempotencyKey, actions: [{ title: 'Vaisselle', points: -5 }] };
  const made = await Promise.all([lea, max].map((who) => who.does('POST /api/boards', { body })));
  expect(new Set(made.map((one) => one.board.id)).size).toBe(2);
  const idea = { title: 'Tour du parc', points: 10, idempotencyKey };
  const ideas = [];
  for (const [who, at, title] of [
    [max, board, 'Un'],
    [zoe, board, 'Deux'],
    [max, other, 'Trois'],
  ] as const)
    ideas.push(
      (await who.does('POST /api/boards/:boardId/proposals', { params: { boardId: at.id }, body: { ...idea, title } })).proposal.id,
    );
  expect(new Set(ideas).size).toBe(3);
});

it('doctor names a loss whose id an activity has, which nobody can avow', async () => {
  const id = randomUUID();
  await owed(lea, board, max, id);
  const { activity } = await log(zoe, other, 'breakfast');
  const alter = (from: string, to: string) =>
    deps.database.unitOfWork(({ db }) => db.updateTable('owed_loss').set({ id: to }).where('id', '=', from).execute());
  await alter(id, activity.id);
  expect(await examine(deps)).toContain(
    `perte à avouer ${activity.id} : ses personnes, ses points, son délai ou son identifiant ne vont pas`,
  );
  await alter(activity.id, id);
});
