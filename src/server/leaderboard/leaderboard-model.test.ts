/** The scores after many logs, undos and changes of the time zone, against a model that adds everything up anew. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { dayIn, daysAfter } from '#shared/calendar';
import { type Period, periods } from '#shared/scores';
import { logActivities } from '#server/activities/activities';
import { undoActivity } from '#server/activities/undo';
import { examine } from '#server/doctor/doctor';
import { Chance } from '../../../tests/faults/chance.ts';
import { boardOf, remove, startTestApp } from '../../../tests/test-app.ts';
import { readScores } from './leaderboard.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const { deps } = testApp;
const people = await testApp.signUpAll('Léa', 'Max', 'Zoé');
const [lea, max, zoe] = people;
const hour = 60 * 60 * 1000;

const zones = ['Europe/Paris', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'] as const;
const noon = Date.parse('2026-11-04T12:00:00Z');

interface Logged {
  id: string;
  userId: string;
  points: number;
  at: number;
  undone: boolean;
}

// A history of 14 days is shown by day, one of 200 and 400 by week, one of 2,500 by months; the database adds up the last two.
const spans = [14, 14, 14, 14, 200, 2500, 2500, 400, 400].map((span, index) => [index + 1, span] as const);
it.each(spans)('the scores are right whatever was done before (seed %i, within %i days)', async (seed, span) => {
  const chance = new Chance(seed);
  const board = await boardOf(lea, [max, zoe]);
  const logged: Logged[] = [];
  let timeZone: string = 'Europe/Paris';
  // Over both nights on which clocks go back, in Europe and in America.
  const start = noon - span * 24 * hour;

  for (let step = 0; step < 150; step += 1) {
    const person = chance.oneOf(people) ?? lea;
    const undoable = chance.oneOf(logged.filter(({ undone }) => !undone));
    if (undoable && chance.hits(0.2)) {
      await undoActivity(deps, { actorId: lea.id, boardId: board.id, activityId: undoable.id }, noon);
      undoable.undone = true;
    } else if (chance.hits(0.03)) {
      timeZone = chance.oneOf(zones) ?? timeZone;
      await lea.does('PATCH /api/boards/:boardId', { params: { boardId: board.id }, body: { timeZone } });
    } else {
      const gain = chance.hits(0.7);
      const one = { id: randomUUID(), userId: person.id, points: gain ? 20 : -15, at: start + Math.floor(chance.below(span * 24)) * hour };
      await logActivities(deps, person.id, [{ id: one.id, boardId: board.id, actionId: gain ? board.breakfast : board.dishes }], one.at);
      logged.push({ ...one, undone: false });
    }
    if (chance.hits(0.3)) for (const period of periods) await compare(period);
  }
  // A member who left is in no sum; a log by a clock that went ahead is in the sums.
  await remove(lea, board, zoe);
  const ahead = { id: randomUUID(), userId: max.id, points: 20, at: noon + 40 * hour, undone: false };
  await logActivities(deps, max.id, [{ id: ahead.id, boardId: board.id, actionId: board.breakfast }], ahead.at);
  logged.push(ahead);
  for (const period of periods) await compare(period);
  expect(await examine(deps)).toEqual([]);

  async function compare(period: Period): Promise<void> {
    const scores = await readScores(deps, { userId: lea.id, boardId: board.id }, period, noon);
    const today = dayIn(timeZone, noon);
    const counted = logged.filter(({ undone }) => !undone).map((one) => ({ ...one, day: dayIn(timeZone, one.at) }));
    const first = firstOf(period, today);
    const within = counted.filter(({ day }) => day >= first);
    expect(scores.today).toBe(today);
    for (const { userId, score, gained, lost, actions, points, streak } of scores.members) {
      const own = within.filter((one) => one.userId === userId);
      const sum = (all: readonly { points: number }[]) => all.reduce((total, one) => total + one.points, 0);
      expect({ score, gained, lost, actions }).toEqual({
        score: sum(own),
        gained: sum(own.filter((one) => one.points > 0)),
        lost: 0 - sum(own.filter((one) => one.points < 0)),
        actions: own.length,
      });
      expect(points).toEqual(
        scores.stretches.map((from, index) => {
          const next = scores.stretches[index + 1];
          return sum(own.filter(({ day }) => day >= from && (next === undefined || day < next)));
        }),
      );
      const days = new Set(counted.filter((one) => one.userId === userId).map(({ day }) => day));
      expect(streak).toBe(streakUpTo(days, days.has(today) ? today : daysAfter(today, -1)));
    }
    const members = new Set(scores.members.map(({ userId }) => userId));
    expect(scores.biggestDay).toEqual(biggestOf(within.filter(({ userId }) => members.has(userId))));
    if (period !== 'all') return;
    const opened = await lea.does('GET /api/boards/:boardId', { params: { boardId: board.id } });
    const totals = (all: readonly { userId: string; score: number | null }[]) =>
      Object.fromEntries(all.map(({ userId, score }) => [userId, score]));
    expect(totals(scores.members)).toEqual(totals(opened.members));
  }
});

/** The latest of the days that brought most. */
function biggestOf(logged: readonly { day: string; points: number }[]): { day: string; points: number } | null {
  const sums = new Map<string, number>();
  for (const { day, points } of logged) sums.set(day, (sums.get(day) ?? 0) + points);
  const [biggest] = [...sums].toSorted(([a, more], [b, most]) => most - more || (a < b ? 1 : -1));
  return biggest && biggest[1] > 0 ? { day: biggest[0], points: biggest[1] } : null;
}

/** Said in another way than the server does. */
function firstOf(period: Period, today: string): string {
  if (period === 'all') return '0000-01-01';
  if (period === 'month') return today.replace(/\d\d$/, '01');
  for (let day = today; ; day = daysAfter(day, -1)) if (new Date(day).getUTCDay() === 1) return day;
}

function streakUpTo(days: ReadonlySet<string>, last: string): number {
  return days.has(last) ? 1 + streakUpTo(days, daysAfter(last, -1)) : 0;
}
