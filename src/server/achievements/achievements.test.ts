import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { AchievementId } from '#shared/achievement-rules';
import { logActivities } from '#server/activities/activities';
import { takeReactionBack } from '#server/activities/reactions';
import { undoActivity } from '#server/activities/undo';
import { examine } from '#server/doctor/doctor';
import { accept, boardOf, log, remove, type Someone, startTestApp, type TestBoard, whereItIsNoon } from '../../../tests/test-app.ts';
import { Stream } from '../../../tests/stream.ts';
import { watching } from '../../../tests/watched-queries.ts';
import { readAchievements } from './achievements.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const { deps } = testApp;
const day = 24 * 60 * 60 * 1000;
const noon = Date.parse('2026-11-04T11:00:00Z');
afterEach(async () => {
  const wrong = await examine(deps);
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});
let count = 0;
const newcomer = (name: string) => testApp.signUp(`${name}${(count += 1)}`);

const held = async (person: Someone): Promise<AchievementId[]> =>
  (await person.does('GET /api/achievements')).achievements.filter(({ unlockedAt }) => unlockedAt !== null).map(({ id }) => id);
const undo = (actor: Someone, board: TestBoard, activityId: string) =>
  actor.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: board.id, activityId } });
const idsOf = async (person: Someone, { id: boardId }: TestBoard, titles: readonly string[]) => {
  const { actions } = await person.does('GET /api/boards/:boardId', { params: { boardId } });
  return titles.map((title) => actions.find((action) => action.title === title)?.id ?? '');
};
const logAt = async (person: Someone, board: TestBoard, at: number) => {
  const [logged] = await logActivities(deps, person.id, [{ id: randomUUID(), boardId: board.id, actionId: board.breakfast }], at);
  if (!logged) throw new Error('not logged');
  return logged;
};

it('the log that reaches a goal says so in its reply, and again when it is repeated', async () => {
  const lea = await newcomer('Léa');
  const board = await boardOf(lea, [], { timeZone: whereItIsNoon() });
  const id = randomUUID();
  expect((await log(lea, board, 'breakfast', id)).unlocked).toEqual(['first-action']);
  expect((await log(lea, board, 'breakfast', id)).unlocked).toEqual(['first-action']);
  expect((await log(lea, board, 'breakfast')).unlocked).toBeUndefined();
  expect(await held(lea)).toEqual(['first-board', 'first-action', 'board-made']);
});

it('a repeated log on several boards gets the same unlocked achievements in the same positions of its reply', async () => {
  const lea = await newcomer('Léa');
  const actions = [{ title: 'Grand ménage', points: 50 }];
  const timeZone = whereItIsNoon();
  const boards = [await boardOf(lea, [], { actions, timeZone }), await boardOf(lea, [], { timeZone })] as const;
  const actionIds = [(await idsOf(lea, boards[0], ['Grand ménage']))[0], boards[1].breakfast];
  const activities = boards.map(({ id }, index) => ({ id: randomUUID(), boardId: id, actionId: actionIds[index] ?? '' }));
  const first = await lea.does('POST /api/activities', { body: { activities } });
  expect(first.logged.map(({ unlocked }) => unlocked)).toEqual([undefined, ['first-action', 'big-gain']]);
  expect(await lea.does('POST /api/activities', { body: { activities } })).toEqual(first);
});

it('an achievement is told to the streams of whoever unlocked it, and to nobody else', async () => {
  const [lea, max] = [await newcomer('Léa'), await newcomer('Max')];
  const board = await boardOf(lea, [max]);
  const [own, others] = [await Stream.open(lea), await Stream.open(max)];
  for (const stream of [own, others]) await stream.next('hello');
  await log(lea, board, 'dishes');
  const { notice } = await own.next('notice');
  expect(notice).toEqual({ kind: 'achievement_unlocked', achievements: ['first-action', 'first-loss'] });
  await log(lea, board, 'dishes');
  for (let change = 0; change < 2; change += 1) await others.next('change');
  expect(others.all('notice')).toEqual([]);
  for (const stream of [own, others]) stream.close();
});

it('an achievement is unlocked once, however many logs pass the goal at once', async () => {
  const lea = await newcomer('Léa');
  const phone = await lea.elsewhere();
  const board = await boardOf(lea, [], { timeZone: whereItIsNoon() });
  const logged = await Promise.all(Array.from({ length: 40 }, (_, index) => log(index % 2 ? lea : phone, board, 'breakfast')));
  const unlocked = logged.flatMap((one) => one.unlocked ?? []).toSorted();
  expect(unlocked).toEqual(['first-action', 'five-hundred-points', 'hundred-points', 'ten-actions']);
});

it('an achievement is taken back by the undo that makes it untrue, and can be unlocked again', async () => {
  const lea = await newcomer('Léa');
  const board = await boardOf(lea, [], { timeZone: whereItIsNoon() });
  const { activity } = await log(lea, board, 'dishes');
  expect(await held(lea)).toContain('first-loss');
  await undo(lea, board, activity.id);
  expect(await held(lea)).toEqual(['first-board', 'board-made']);
  expect((await log(lea, board, 'dishes')).unlocked).toEqual(['first-action', 'first-loss']);
});

it('an achievement stays after an undo as long as another activity earns it', async () => {
  const lea = await newcomer('Léa');
  const board = await boardOf(lea, [], { actions: [{ title: 'Massage', points: 30 }] });
  const [massage = ''] = await idsOf(lea, board, ['Massage']);
  const give = () => log(lea, { ...board, breakfast: massage }, 'breakfast');
  const [first, second] = [await give(), await give()];
  expect(first.unlocked).toContain('big-gain');
  expect(second.unlocked).toBeUndefined();
  await undo(lea, board, first.activity.id);
  expect(await held(lea)).toContain('big-gain');
  await undo(lea, board, second.activity.id);
  expect(await held(lea)).not.toContain('big-gain');
});

describe('coming back above zero', () => {
  const worth = { fight: -30, feast: 30, coffee: 5 } as const;
  type What = keyof typeof worth;

  async function played() {
    const lea = await newcomer('Léa');
    const board = await boardOf(lea, [], { actions: Object.entries(worth).map(([title, points]) => ({ title, points })) });
    const play = async (what: What) => {
      const [breakfast = ''] = await idsOf(lea, board, [what]);
      return await log(lea, { ...board, breakfast }, 'breakfast');
    };
    return { lea, board, play };
  }

  it.each<[string, What[]]>([
    ['at once', ['fight', 'feast', 'fight', 'coffee', 'feast']],
    ['by way of exactly 0', ['fight', 'feast', 'coffee']],
  ])('is earned %s, by the activity that ends above, and goes with it', async (_how, whats) => {
    const { lea, board, play } = await played();
    const before = whats.slice(0, -1);
    for (const what of before) expect((await play(what)).unlocked ?? []).not.toContain('back-above-zero');
    const { activity, unlocked } = await play(whats.at(-1) ?? 'coffee');
    expect(unlocked).toContain('back-above-zero');
    await undo(lea, board, activity.id);
    expect(await held(lea)).not.toContain('back-above-zero');
  });

  it('is not earned from a 0 that nothing or a loss led to, or an undo', async () => {
    const [first, second] = [await played(), await played()];
    const { activity: fight } = await first.play('fight');
    await undo(first.lea, first.board, fight.id);
    await first.play('coffee');
    for (const what of ['feast', 'fight', 'coffee'] as const) await second.play(what);
    for (const { lea } of [first, second]) expect(await held(lea)).not.toContain('back-above-zero');
  });

  it('stays earned when what led to 0 is undone afterwards', async () => {
    const { lea, board, play } = await played();
    await play('fight');
    const { activity } = await play('feast');
    await play('coffee');
    await undo(lea, board, activity.id);
    expect(await held(lea)).toContain('back-above-zero');
  });
});

describe('what company and the hour earn', () => {
  const at = (time: string) => Date.parse(`2026-11-${time}:00+01:00`);
  const actions = [
    { title: 'Grand ménage', points: 60 },
    { title: 'Sieste', points: -40 },
  ];

  async function played() {
    const [lea, max] = [await newcomer('Léa'), await newcomer('Max')];
    const board = await boardOf(lea, [max], { actions });
    const [cleaning = '', nap = ''] = await idsOf(lea, board, ['Grand ménage', 'Sieste']);
    const play = async (person: Someone, breakfast: string, time: string) => {
      const { activity, unlocked = [] } = await logAt(person, { ...board, breakfast }, at(time));
      return { id: activity.id, unlocked };
    };
    return { lea, max, board, cleaning, nap, play };
  }

  it('a gain before 7 by the clocks of the board is early, and no longer so once it is undone', async () => {
    const { lea, board, cleaning, nap, play } = await played();
    for (const [what, time] of [
      [nap, '10T06:30'],
      [cleaning, '10T07:00'],
    ] as const)
      expect((await play(lea, what, time)).unlocked).not.toContain('early-bird');
    const [first, second] = [await play(lea, cleaning, '11T06:59'), await play(lea, cleaning, '12T00:00')];
    expect([first, second].map(({ unlocked }) => unlocked.includes('early-bird'))).toEqual([true, false]);
    await undo(lea, board, second.id);
    expect(await held(lea)).toContain('early-bird');
    // Elsewhere it is another hour, and what was early stays so.
    await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone: 'Asia/Tokyo' } });
    await undo(lea, board, first.id);
    expect(await held(lea)).not.toContain('early-bird');
    expect((await play(lea, cleaning, '13T03:00')).unlocked).not.toContain('early-bird');
  });

  it('a member who comes level with another member, above 100 points, has a draw until that is undone', async () => {
    const { lea, max, board, cleaning, nap, play } = await played();
    for (const time of ['10T10:00', '10T10:01', '10T10:02']) await play(max, cleaning, time);
    await play(max, nap, '10T10:03');
    await play(max, nap, '10T10:04');
    await play(lea, cleaning, '11T10:00');
    await play(lea, board.breakfast, '11T10:01');
    // 100 each.
    expect((await play(lea, board.breakfast, '11T10:02')).unlocked).not.toContain('dead-heat');
    await play(max, board.breakfast, '12T10:00');
    const level = await play(lea, board.breakfast, '13T10:00');
    expect(level.unlocked).toContain('dead-heat');
    expect(await held(max)).not.toContain('dead-heat');
    await undo(lea, board, level.id);
    expect(await held(lea)).not.toContain('dead-heat');
    await play(lea, board.breakfast, '13T10:01');
    await remove(lea, board, max);
    expect(await held(lea)).toContain('dead-heat');
  });

  it('a score that a member left behind is no company', async () => {
    const { lea, max, board, cleaning, play } = await played();
    for (const time of ['10T10:00', '10T10:01']) await play(max, cleaning, time);
    await remove(lea, board, max);
    for (const time of ['11T10:00', '11T10:01']) expect((await play(lea, cleaning, time)).unlocked).not.toContain('dead-heat');
  });

  it('the same action on the same day as another member is telepathy, until the log that echoed is undone', async () => {
    const { lea, max, board, cleaning, nap, play } = await played();
    await play(lea, cleaning, '10T22:00');
    expect((await play(lea, cleaning, '10T22:01')).unlocked).not.toContain('telepathy');
    expect((await play(max, nap, '10T22:02')).unlocked).not.toContain('telepathy');
    expect((await play(max, cleaning, '11T08:00')).unlocked).not.toContain('telepathy');
    const [first, second] = [await play(lea, cleaning, '11T09:00'), await play(lea, cleaning, '11T09:01')];
    expect([first, second].map(({ unlocked }) => unlocked.includes('telepathy'))).toEqual([true, false]);
    await undo(lea, board, second.id);
    expect(await held(lea)).toContain('telepathy');
    await undo(lea, board, first.id);
    expect(await held(lea)).not.toContain('telepathy');
    expect((await play(lea, cleaning, '11T09:02')).unlocked).toContain('telepathy');
  });

  it('an action that was undone is no company', async () => {
    const { lea, max, board, cleaning, play } = await played();
    const { id } = await play(lea, cleaning, '10T10:00');
    await undo(lea, board, id);
    expect((await play(max, cleaning, '10T11:00')).unlocked).not.toContain('telepathy');
    expect((await play(lea, cleaning, '10T12:00')).unlocked).toContain('telepathy');
  });
});

it('days in a row count on one board, and a missing day begins anew', async () => {
  const lea = await newcomer('Léa');
  const [board, other] = [await boardOf(lea), await boardOf(lea)];
  await logAt(lea, board, noon);
  await logAt(lea, other, noon + day);
  expect((await logAt(lea, board, noon + 2 * day)).unlocked).toBeUndefined();
  await logAt(lea, board, noon + 3 * day);
  const third = await logAt(lea, board, noon + 4 * day);
  expect(third.unlocked).toContain('three-days');
  const progress = await readAchievements(deps, lea.id, noon + 5 * day);
  expect(progress.find(({ id }) => id === 'seven-days')).toEqual({ id: 'seven-days', progress: 3, unlockedAt: null });
  const later = await readAchievements(deps, lea.id, noon + 6 * day);
  expect(later.find(({ id }) => id === 'seven-days')?.progress).toBe(0);
  await undoActivity(deps, { actorId: lea.id, boardId: board.id, activityId: third.activity.id }, noon + 4 * day);
  expect(await held(lea)).not.toContain('three-days');
});

it('coming back after a week is earned by the day of the return', async () => {
  const lea = await newcomer('Léa');
  const board = await boardOf(lea);
  await logAt(lea, board, noon);
  const back = await logAt(lea, board, noon + 7 * day);
  expect(back.unlocked).toEqual(['back-after-week']);
  await logAt(lea, board, noon + 7 * day);
  await undoActivity(deps, { actorId: lea.id, boardId: board.id, activityId: back.activity.id }, noon + 7 * day);
  expect(await held(lea)).toContain('back-after-week');
});

it('an achievement stays when its board is deleted, and no undo elsewhere takes it back', async () => {
  const lea = await newcomer('Léa');
  const timeZone = whereItIsNoon();
  const [board, other] = [await boardOf(lea, [], { timeZone }), await boardOf(lea, [], { timeZone })];
  for (let times = 0; times < 5; times += 1) await log(lea, board, 'breakfast');
  await lea.does('DELETE /api/boards/:boardId', { params: { boardId: board.id } });
  expect(await held(lea)).toContain('hundred-points');
  for (let times = 0; times < 4; times += 1) await log(lea, other, 'breakfast');
  const { activity, unlocked } = await log(lea, other, 'breakfast');
  expect(unlocked).toBeUndefined();
  await undo(lea, other, activity.id);
  expect(await held(lea)).toContain('hundred-points');
});

it('letting somebody in, filling a table and passing the crown on are for whoever does so', async () => {
  const lea = await newcomer('Léa');
  const others: Someone[] = [];
  for (const name of ['Max', 'Zoé', 'Nora']) others.push(await newcomer(name));
  const [max] = others;
  if (!max) throw new Error('nobody');
  const board = await boardOf(lea, others);
  expect(await held(lea)).toEqual(['first-board', 'board-made', 'guest']);
  expect(await held(max)).toEqual(['first-board']);
  const rosa = await newcomer('Rosa');
  await rosa.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'request' } });
  await accept(lea, board.id);
  for (const person of [lea, max, rosa]) expect(await held(person)).toContain('table-of-five');
  await lea.does('PUT /api/boards/:boardId/administrator', { params: { boardId: board.id }, body: { userId: max.id } });
  expect(await held(lea)).toContain('crown-passed');
  expect(await held(max)).not.toContain('crown-passed');
});

it('reactions count as they are given, and what they unlocked stays when they are taken back', async () => {
  const [lea, max] = [await newcomer('Léa'), await newcomer('Max')];
  const board = await boardOf(lea, [max]);
  const { activity } = await log(lea, board, 'breakfast');
  const params = { boardId: board.id, activityId: activity.id, emoji: '❤️' } as const;
  await max.does('PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji', { params });
  expect(await held(max)).toEqual(['first-board', 'first-reaction']);
  const { achievements } = await max.does('GET /api/achievements');
  expect(achievements.find(({ id }) => id === 'fifty-reactions')?.progress).toBe(1);
  const watched = watching(deps);
  await takeReactionBack({ ...deps, database: watched.database }, max.id, params);
  expect(watched.asked.filter(({ sql }) => sql.includes('"achievement"'))).toEqual([]);
  expect(await held(max)).toContain('first-reaction');
});

it('members of a board see which ones a member has; of others nobody does', async () => {
  const [lea, max] = [await newcomer('Léa'), await newcomer('Max')];
  const board = await boardOf(lea, [max]);
  await log(max, board, 'dishes');
  const params = { boardId: board.id, userId: max.id };
  const { achievements } = await lea.does('GET /api/boards/:boardId/members/:userId/achievements', { params });
  expect(achievements).toEqual(['first-board', 'first-action', 'first-loss']);
  await remove(lea, board, max);
  expect(await lea.tries('GET /api/boards/:boardId/members/:userId/achievements', { params })).toMatchObject({ code: 'member_not_found' });
});
