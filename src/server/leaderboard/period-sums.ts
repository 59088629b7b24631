/** What people did in a period on a board: by stretches for the curve, and the day that brought most. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { daysAfter, daysBetween } from '#shared/calendar';
import type { Scores } from '#shared/scores';
import type { Db } from '../database/database.ts';
import { findBiggestDay, listDaysSince, never, sumStretch } from './member-day-store.ts';

export interface PersonSums {
  actions: number;
  gained: number;
  /** As a positive number. */
  lost: number;
  /** The points of each stretch. */
  points: number[];
}

interface PeriodSums {
  /** Of each of the people, whatever they did. */
  sums: Map<string, PersonSums>;
  /** Of what these people did; null when there is none above 0. */
  biggestDay: Scores['biggestDay'];
}

interface Period {
  boardId: string;
  people: readonly string[];
  /** The first days of the stretches, in order; the last one goes up to `today`. */
  stretches: readonly string[];
  today: string;
}

export async function sumPeriod(db: Db, period: Period): Promise<PeriodSums> {
  const { stretches, today } = period;
  const isByDay = stretches.at(-1) === daysAfter(stretches[0] ?? today, stretches.length - 1);
  return isByDay ? await sumByDay(db, period) : await sumByStretch(db, period);
}

/** Each day is a stretch, so that a row for each is read anyway. */
async function sumByDay(db: Db, { boardId, people, stretches, today }: Period): Promise<PeriodSums> {
  const sums = noSums(people, stretches);
  const places = new Map(stretches.map((day, place) => [day, place]));
  const points = stretches.map(() => 0);
  for (const { day, user_id, ...done } of await listDaysSince(db, { boardId, since: stretches[0] ?? today })) {
    // One after today, where the clock was set back, belongs to the last stretch.
    const place = places.get(day) ?? stretches.length - 1;
    if (add(sums.get(user_id), place, done)) points[place] = (points[place] ?? 0) + done.gained - done.lost;
  }
  const most = Math.max(...points);
  const day = stretches[points.lastIndexOf(most)];
  return { sums, biggestDay: day !== undefined && most > 0 ? { day, points: most } : null };
}

/** Of so many rows that are added up others wait no longer than some milliseconds. */
const rowsInTurn = 5000;

/** The database adds up, one stretch after the other: of a long history only sums are read. */
async function sumByStretch(db: Db, { boardId, people, stretches, today }: Period): Promise<PeriodSums> {
  const sums = noSums(people, stretches);
  let biggest: Awaited<ReturnType<typeof findBiggestDay>>[number] | undefined;
  let rows = 0;
  for (const [place, from] of stretches.entries()) {
    const stretch = { boardId, from, before: stretches[place + 1] ?? never };
    for (const { user_id, ...done } of await sumStretch(db, stretch)) add(sums.get(user_id), place, done);
    const [day] = await findBiggestDay(db, stretch);
    if (day && day.points >= (biggest?.points ?? 0)) biggest = day;
    rows += people.length * Math.max(daysBetween(from, stretches[place + 1] ?? today), 1);
    if (rows < rowsInTurn) continue;
    rows = 0;
    await nextTurn();
  }
  return { sums, biggestDay: biggest && biggest.points > 0 ? biggest : null };
}

function noSums(people: readonly string[], stretches: readonly string[]): PeriodSums['sums'] {
  return new Map(people.map((person) => [person, { actions: 0, gained: 0, lost: 0, points: stretches.map(() => 0) }]));
}

/** Whether it is one of the people who did it. */
function add(sum: PersonSums | undefined, place: number, { actions, gained, lost }: Omit<PersonSums, 'points'>): boolean {
  if (!sum) return false;
  sum.actions += actions;
  sum.gained += gained;
  sum.lost += lost;
  sum.points[place] = (sum.points[place] ?? 0) + gained - lost;
  return true;
}
