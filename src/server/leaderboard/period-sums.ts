/** What people did in a period on a board: by stretches for the curve, and the day that brought most. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { daysBetween } from '#shared/calendar';
import type { BoardId, UserId } from '#shared/ids';
import type { Scores } from '#shared/scores';
import type { Db } from '../database/database.ts';
import { findBiggestDay, listDaysSince, never, sumStretch } from './member-day-store.ts';

export interface PersonSums {
  actions: number;
  gained: number;
  /** The sum of the losses, as a positive number. */
  lost: number;
  /** The points of each stretch. */
  points: number[];
}

interface PeriodSums {
  /** One entry for each member, also for those who logged nothing. */
  sums: Map<UserId, PersonSums>;
  /** The day on which the members together made most points; null when no day is above 0. */
  biggestDay: Scores['biggestDay'];
}

interface Period {
  boardId: BoardId;
  members: readonly UserId[];
  /** The number of people with days on the board, former members included. */
  authors: number;
  /** The first days of the stretches, in order; the last one goes up to `today`. */
  stretches: readonly string[];
  today: string;
}

/** About so many rows of days are looked through in one turn of the event loop. */
const rowsAtOnce = 5000;

export async function sumPeriod(db: Db, period: Period): Promise<PeriodSums> {
  const { authors, stretches, today } = period;
  const days = daysBetween(stretches[0] ?? today, today) + 1;
  // When each stretch is a day, summing by stretch would read as many rows.
  const isByDay = days === stretches.length;
  return isByDay || authors * days <= rowsAtOnce ? await sumByDay(db, period) : await sumByStretch(db, period);
}

/** Reads all days by one statement: another one would cost as much as reading some dozens of rows. */
async function sumByDay(db: Db, { boardId, members, stretches, today }: Period): Promise<PeriodSums> {
  const sums = noSums(members, stretches);
  const ofDays = new Map<string, number>();
  let index = 0;
  for (const { day, user_id, ...done } of await listDaysSince(db, { boardId, since: stretches[0] ?? today })) {
    // A day after today exists where the clock was set back. It belongs to the last stretch.
    while (day >= (stretches[index + 1] ?? never)) index += 1;
    add(sums.get(user_id), index, done);
    ofDays.set(day, (ofDays.get(day) ?? 0) + done.gained - done.lost);
  }
  return { sums, biggestDay: biggestOf([...ofDays].map(([day, points]) => ({ day, points }))) };
}

/** Lets the database add up a few stretches at a time, so that a long history is read as sums only. */
async function sumByStretch(db: Db, period: Period): Promise<PeriodSums> {
  const { boardId, members, stretches } = period;
  const sums = noSums(members, stretches);
  const biggest: DayPoints[] = [];
  for (const group of groupsOf(period)) {
    const done = await Promise.all(
      group.map(async ({ index, ...days }) => {
        const stretch = { boardId, ...days };
        const [ofMembers, biggestDays] = await Promise.all([sumStretch(db, stretch), findBiggestDay(db, stretch)]);
        return { index, ofMembers, biggestDays };
      }),
    );
    for (const { index, ofMembers, biggestDays } of done) {
      for (const { user_id, ...sum } of ofMembers) add(sums.get(user_id), index, sum);
      biggest.push(...biggestDays);
    }
    await nextTurn();
  }
  return { sums, biggestDay: biggestOf(biggest) };
}

interface IndexedStretch {
  index: number;
  from: string;
  before: string;
}

/** Groups the stretches so that each group reads about `rowsAtOnce` rows. */
function groupsOf({ authors, stretches, today }: Period): IndexedStretch[][] {
  const groups: IndexedStretch[][] = [];
  let group: IndexedStretch[] = [];
  let rows = 0;
  for (const [index, from] of stretches.entries()) {
    const next = stretches[index + 1];
    group.push({ index, from, before: next ?? never });
    rows += authors * Math.max(daysBetween(from, next ?? today), 1);
    if (rows < rowsAtOnce && next !== undefined) continue;
    groups.push(group);
    [group, rows] = [[], 0];
  }
  return groups;
}

type DayPoints = NonNullable<PeriodSums['biggestDay']>;

/** The day with the most points; among equal days the latest. */
function biggestOf(days: readonly DayPoints[]): PeriodSums['biggestDay'] {
  let biggest: PeriodSums['biggestDay'] = null;
  for (const one of days) if (one.points > 0 && one.points >= (biggest?.points ?? 0)) biggest = one;
  return biggest;
}

function noSums(members: readonly UserId[], stretches: readonly string[]): PeriodSums['sums'] {
  return new Map(members.map((member) => [member, { actions: 0, gained: 0, lost: 0, points: stretches.map(() => 0) }]));
}

function add(sum: PersonSums | undefined, index: number, { actions, gained, lost }: Omit<PersonSums, 'points'>): void {
  if (!sum) return;
  sum.actions += actions;
  sum.gained += gained;
  sum.lost += lost;
  sum.points[index] = (sum.points[index] ?? 0) + gained - lost;
}
