import { dayIn, daysAfter, hourIn, mondayOf } from './calendar.ts';

/** The hour of Monday at which the recap of the week before is there. */
const readyAt = 8;
/** For so many weeks a recap can be read. */
const weeksKept = 4;

/** The Monday of the newest week whose recap is there, for a board in this time zone. */
export function newestRecapWeek(timeZone: string, now: number): string {
  const today = dayIn(timeZone, now);
  const monday = mondayOf(today);
  // Clocks change by night: by 8 o'clock, each Monday has all its hours before it.
  const isReady = today !== monday || hourIn(timeZone, now) >= readyAt;
  return daysAfter(monday, isReady ? -7 : -14);
}

/** The weeks whose recaps can be read, the newest first. */
export function readableWeeks(timeZone: string, now: number): string[] {
  const newest = newestRecapWeek(timeZone, now);
  return Array.from({ length: weeksKept }, (_, index) => daysAfter(newest, -7 * index));
}
