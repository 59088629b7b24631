import { clocksDiffer } from './clock-rules.ts';
import { dayIn, daysAfter, hourIn, mondayOf, startOfDay } from './calendar.ts';

/** The hour of Monday at which the recap of the week before is there. */
export const recapHour = 8;
/** For so many weeks a recap can be read. */
const weeksKept = 4;

/** The Monday of the newest week whose recap is there, for a board in this time zone. */
export function newestRecapWeek(timeZone: string, now: number): string {
  const today = dayIn(timeZone, now);
  const monday = mondayOf(today);
  // Clocks change by night: by 8 o'clock, each Monday has all its hours before it.
  const isReady = today !== monday || hourIn(timeZone, now) >= recapHour;
  return daysAfter(monday, isReady ? -7 : -14);
}

/** Each day begins first in this zone. */
const firstZone = 'Pacific/Kiritimati';
/** In milliseconds: a recap is new for so long. */
const justCome = 6 * 60 * 60 * 1000;

/** The Monday of the newest week whose recap is there anywhere: no board has announced a later one. */
export function newestRecapWeekAnywhere(now: number): string {
  return readableWeeks(firstZone, now + clocksDiffer)[0] ?? newestRecapWeek(firstZone, now + clocksDiffer);
}

/**
 * A stored week as it is read: one that has no recap yet was stored while the clock was ahead, and is taken as the newest of some hours ago. So a recap that
 * was there before is not told again, and one that has just come is told.
 */
export function readRecapWeek<Week extends string | null>(week: Week, timeZone: string, now: number): Week | string {
  return week !== null && week > newestRecapWeekAnywhere(now) ? newestRecapWeek(timeZone, now - justCome) : week;
}

const minute = 60_000;
/** Time zone → the last minute that was asked for, and its weeks. */
const readable = new Map<string, { minute: number; weeks: readonly string[] }>();

/** The weeks whose recaps can be read, the newest first. Counted once a minute at most: a list of boards asks for each board. */
export function readableWeeks(timeZone: string, now: number): readonly string[] {
  const at = Math.floor(now / minute);
  const known = readable.get(timeZone);
  if (known?.minute === at) return known.weeks;
  const newest = newestRecapWeek(timeZone, now);
  const weeks = Array.from({ length: weeksKept }, (_, index) => daysAfter(newest, -7 * index));
  readable.set(timeZone, { minute: at, weeks });
  return weeks;
}

/** Time zone and week → the first instant after the week. */
const ends = new Map<string, number>();
const mostEnds = 2_000;

/** The first instant after a week. It is kept: `Intl` is asked a dozen times for one. */
export function endOfWeek(timeZone: string, week: string): number {
  const key = `${timeZone} ${week}`;
  const known = ends.get(key);
  if (known !== undefined) return known;
  const endsAt = startOfDay(timeZone, daysAfter(week, 7));
  if (ends.size >= mostEnds) ends.clear();
  ends.set(key, endsAt);
  return endsAt;
}
