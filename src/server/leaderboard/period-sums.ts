/** What people did in a period on a board: by stretches for the curve, and the day that brought most. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { daysBetween } from '#shared/calendar';
import type { BoardId, UserId } from '#shared/ids';
import type { Scores } from '#shared/scores';
import type { Db } from '../database/database.ts';
import type { StretchSums } from './kept-sums.ts';
import { type DayPoints, findBiggestDay, listDaysSince, listDaysTogether, never, sumStretch } from './member-day-store.ts';

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

/** Reads and keeps what stretches came to. */
interface Keeping {
  known(): Promise<readonly StretchSums[]>;
  keep(sums: readonly StretchSums[]): void;
}

export interface Asked {
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
/** Reading as many rows of days one by one takes as long as having a year of weeks added up. */
const fewRows = 1000;

export async function sumPeriod(db: Db, period: Asked, keeping: Keeping): Promise<PeriodSums> {
  const { authors, stretches, today } = period;
  const days = daysBetween(stretches[0] ?? today, today) + 1;
  // When each stretch is a day, summing by stretch would read as many rows.
  const isByDay = days === stretches.length;
  return isByDay || authors * days <= fewRows ? await sumByDay(db, period) : await sumByStretch(db, period, keeping);
}

/** What all together did, whoever of them has left: the sum of the members alone would tell what those have made (decision D53). */
export async function sumTogether(db: Db, { until = never, ...period }: Asked & { until?: string }) {
  const { boardId, stretches } = period;
  const wanted = stretches.map((from, index) => ({ from, before: stretches[index + 1] ?? until }));
  const points = stretches.map(() => 0);
  const sum = { actions: 0, gained: 0, lost: 0 };
  const days: DayPoints[] = [];
  let index = 0;
  for (const group of groupsOf(period, wanted)) {
    const span = { boardId, from: group[0]?.from ?? never, before: group.at(-1)?.before ?? never };
    for (const { day, gained, lost, actions } of await listDaysTogether(db, span)) {
      while (day >= (stretches[index + 1] ?? never)) index += 1;
      points[index] = (points[index] ?? 0) + gained - lost;
      sum.gained += gained;
      sum.lost += lost;
      sum.actions += actions;
      days.push({ day, points: gained - lost });
    }
    await nextTurn();
  }
  return { ...sum, points, biggestDay: biggestOf(days) };
}

/** Reads all days by one statement: another one would cost as much as reading some dozens of rows. */
async function sumByDay(db: Db, { boardId, members, stretches, today }: Asked): Promise<PeriodSums> {
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

/** Lets the database add up those stretches that are not known, a few at a time, so that a long history is read as sums only. */
async function sumByStretch(db: Db, period: Asked, keeping: Keeping): Promise<PeriodSums> {
  const { members, stretches } = period;
  const known = new Map((await keeping.known()).map((one) => [one.from, one]));
  const wanted = stretches.map((from, index) => ({ from, before: stretches[index + 1] ?? never }));
  const missing = wanted.filter(({ from, before }) => known.get(from)?.before !== before);
  for (const group of groupsOf(period, missing)) {
    for (const one of await Promise.all(group.map(async (stretch) => await readStretch(db, period, stretch)))) known.set(one.from, one);
    await nextTurn();
  }
  const all = wanted.flatMap(({ from }) => known.get(from) ?? []);
  keeping.keep(all);
  const sums = noSums(members, stretches);
  for (const [position, member] of members.entries()) {
    const sum = sums.get(member);
    for (const [index, { ofMembers }] of all.entries()) {
      const [gained = 0, lost = 0, actions = 0] = ofMembers.subarray(3 * position, 3 * position + 3);
      add(sum, index, { gained, lost, actions });
    }
  }
  return { sums, biggestDay: biggestOf(all.flatMap(({ biggestDay }) => biggestDay ?? [])) };
}

interface Stretch {
  from: string;
  before: string;
}

async function readStretch(db: Db, { boardId, members }: Asked, { from, before }: Stretch): Promise<StretchSums> {
  const stretch = { boardId, from, before };
  const [rows, [biggestDay]] = await Promise.all([sumStretch(db, stretch), findBiggestDay(db, stretch)]);
  const done = new Map(rows.map((row) => [row.user_id, row]));
  const ofMembers = Float64Array.from(
    members.flatMap((member) => {
      const { gained = 0, lost = 0, actions = 0 } = done.get(member) ?? {};
      return [gained, lost, actions];
    }),
  );
  return { from, before, ofMembers, biggestDay };
}

/** Groups stretches so that each group reads about `rowsAtOnce` rows. */
function groupsOf({ authors, today }: Asked, stretches: readonly Stretch[]): Stretch[][] {
  const groups: Stretch[][] = [];
  let rows = rowsAtOnce;
  for (const stretch of stretches) {
    if (rows >= rowsAtOnce) {
      groups.push([]);
      rows = 0;
    }
    groups.at(-1)?.push(stretch);
    rows += authors * Math.max(daysBetween(stretch.from, stretch.before === never ? today : stretch.before), 1);
  }
  return groups;
}

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
