/** What people have after many logs and undos on several boards, against a model that knows all that happened. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type AchievementId, achievementsOf, type Measure } from '#shared/achievement-rules';
import { dayIn, daysBetween, hourIn } from '#shared/calendar';
import { logActivities } from '#server/activities/activities';
import { undoActivity } from '#server/activities/undo';
import { examine } from '#server/doctor/doctor';
import { Chance } from '../../../tests/faults/chance.ts';
import { boardOf, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { readAchievements } from './achievements.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const { deps } = testApp;
const hour = 60 * 60 * 1000;

interface Logged {
  id: string;
  userId: string;
  board: string;
  what: What;
  points: number;
  score: number;
  day: string;
  undone: boolean;
  /** The one before of the same person on the same board, of those that counted then. */
  before: Logged | undefined;
}

const worth = { breakfast: 20, dishes: -15, feast: 30, fight: -30 } as const;
type What = keyof typeof worth;

it.each([1, 2, 3, 4, 5])('the stored achievements are exactly those that the activities earn (seed %i)', async (seed) => {
  const chance = new Chance(seed);
  const people = await testApp.signUpAll(`Léa${seed}`, `Max${seed}`);
  const [lea, max] = people;
  const boards = [await ownBoard(), await ownBoard()];
  const logged: Logged[] = [];
  // Streaks and pauses come on a day, and go with one: they are not those of the days that are left.
  const byDays = new Map(people.map(({ id }) => [id, new Set<AchievementId>()]));
  // These come with one log, and go with it.
  const byCircumstances = new Map(people.map(({ id }) => [id, new Map<AchievementId, string>()]));
  let now = Date.parse('2026-10-20T06:00:00Z');

  for (let step = 0; step < 160; step += 1) {
    now += Math.floor(chance.below(chance.hits(0.06) ? 24 * 9 : chance.hits(0.2) ? 30 : 4)) * hour;
    const undoable = chance.oneOf(logged.filter(({ undone }) => !undone).slice(-12));
    if (undoable && chance.hits(0.25)) await undo(undoable);
    else await log();
    for (const { id } of people) expect(await heldBy(id), `step ${step}`).toEqual(modelOf(id));
  }
  expect(await examine(deps)).toEqual([]);

  async function ownBoard() {
    const actions = [
      { title: 'Festin', points: worth.feast },
      { title: 'Dispute', points: worth.fight },
    ];
    const board = await boardOf(lea, [max], { actions });
    const opened = await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
    const idOf = (title: string) => opened.actions.find((action) => action.title === title)?.id ?? '';
    return { ...board, feast: idOf('Festin'), fight: idOf('Dispute') } satisfies TestBoard & Record<What, string>;
  }

  async function log(): Promise<void> {
    const person = chance.oneOf(people) ?? lea;
    const what: What = chance.oneOf(['breakfast', 'breakfast', 'dishes', 'dishes', 'feast', 'fight'] as const) ?? 'dishes';
    const chosen = chance.hits(0.2) ? boards : boards.slice(0, 1);
    const wanted = chosen.map((board) => ({ id: randomUUID(), boardId: board.id, actionId: board[what] }));
    const heldBefore = await heldBy(person.id);
    const replies = await logActivities(deps, person.id, wanted, now);
    for (const { activity, boardId, score: told } of replies) {
      const score = told ?? Number.NaN;
      const counted = logged.filter((one) => !one.undone && one.board === boardId);
      const day = dayIn('Europe/Paris', now);
      const isEcho = logged
        .filter((one) => one.board === boardId)
        .slice(-20)
        .some((one) => !one.undone && one.what === what && one.userId !== person.id && one.day === day);
      const theirs = counted.filter(({ userId }) => userId !== person.id).reduce((sum, { points }) => sum + points, 0);
      const came: AchievementId[] = [];
      if (worth[what] > 0 && hourIn('Europe/Paris', now) < 7) came.push('early-bird');
      if (score > 100 && score === theirs) came.push('dead-heat');
      if (isEcho) came.push('telepathy');
      const held = byCircumstances.get(person.id);
      for (const id of came) if (!held?.has(id)) held?.set(id, replies.at(-1)?.activity.id ?? '');
      const before = counted.findLast((one) => one.userId === person.id);
      const kept = { id: activity.id, userId: person.id, board: boardId, what, points: worth[what], score, day };
      logged.push({ ...kept, undone: false, before });
    }
    for (const { boardId } of replies) {
      const days = daysOn(person.id, boardId);
      const today = days.at(-1) ?? '';
      let streak = 1;
      while (streak < days.length && daysBetween(days.at(-streak - 1) ?? '', days.at(-streak) ?? '') === 1) streak += 1;
      const pause = days.length > 1 ? daysBetween(days.at(-2) ?? '', today) : 0;
      for (const id of [...goals('streak', streak), ...goals('pause', pause)]) byDays.get(person.id)?.add(id);
    }
    const unlocked = replies.flatMap((one) => one.unlocked ?? []);
    expect(unlocked.toSorted()).toEqual((await heldBy(person.id)).filter((id) => !heldBefore.includes(id)).toSorted());
  }

  async function undo(one: Logged): Promise<void> {
    await undoActivity(deps, { actorId: lea.id, boardId: one.board, activityId: one.id }, now);
    one.undone = true;
    const came = byCircumstances.get(one.userId) ?? new Map<AchievementId, string>();
    for (const [id, by] of came) if (by === one.id) came.delete(id);
    if (daysOn(one.userId, one.board).includes(one.day)) return;
    const all = boards.map(({ id }) => daysOn(one.userId, id));
    const streak = Math.max(0, ...all.map(longestRun));
    const pause = Math.max(0, ...all.flatMap((days) => days.slice(1).map((day, index) => daysBetween(days[index] ?? day, day))));
    const still = new Set([...goals('streak', streak), ...goals('pause', pause)]);
    for (const id of byDays.get(one.userId) ?? []) if (!still.has(id)) byDays.get(one.userId)?.delete(id);
  }

  function daysOn(userId: string, board: string): string[] {
    return [
      ...new Set(logged.filter((one) => !one.undone && one.userId === userId && one.board === board).map(({ day }) => day)),
    ].toSorted();
  }

  function modelOf(userId: string): AchievementId[] {
    const own = logged.filter((one) => !one.undone && one.userId === userId);
    const gained = own.reduce((sum, { points }) => sum + Math.max(points, 0), 0);
    const some = (id: AchievementId, condition: (one: Logged) => boolean) => (own.some(condition) ? [id] : []);
    const facts: AchievementId[] = userId === lea.id ? ['first-board', 'board-made', 'guest'] : ['first-board'];
    return [
      ...facts,
      ...goals('actions', own.length),
      ...goals('gained', gained),
      ...goals('losses', own.filter(({ points }) => points < 0).length),
      ...some('big-gain', ({ points }) => points >= 30),
      ...some('big-loss', ({ points }) => points <= -30),
      ...some('exactly-zero', ({ score }) => score === 0),
      ...some('back-above-zero', (one) => one.score > 0 && (one.score < one.points || roseToZero(one.before))),
      ...(byDays.get(userId) ?? []),
      ...(byCircumstances.get(userId)?.keys() ?? []),
    ].toSorted();
  }

  async function heldBy(userId: string): Promise<AchievementId[]> {
    const all = await readAchievements(deps, userId, now);
    return all
      .filter(({ unlockedAt }) => unlockedAt !== null)
      .map(({ id }) => id)
      .toSorted();
  }
});

function roseToZero(one: Logged | undefined): boolean {
  return one !== undefined && one.score === 0 && one.points > 0;
}

function goals(measure: Measure, count: number): AchievementId[] {
  return achievementsOf(measure)
    .filter(({ goal }) => goal <= count)
    .map(({ id }) => id);
}

function longestRun(days: readonly string[]): number {
  let [longest, run] = [0, 0];
  for (const [index, day] of days.entries()) {
    run = index > 0 && daysBetween(days[index - 1] ?? day, day) === 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}
