/** Noting what was done the day before (decision D49). */
import { dayIn, daysAfter, hourIn, startOfDay } from './calendar.ts';

export const dayAfterLimits = {
  /** The hour of the board's clock until which yesterday is open. */
  openUntil: 12,
  /** How many activities of a day before may be noted for a person on a board in one day. */
  perDay: 3,
} as const;

const hour = 60 * 60 * 1000;

/** An activity is noted so long after the moment that it counts at, at most: clocks change in between. In milliseconds. */
export const latestAfter = 26 * hour;

/** Yesterday, as in 2026-11-28, while it is still open at a moment; null after noon. */
export function openYesterday(timeZone: string, now: number): string | null {
  return hourIn(timeZone, now) < dayAfterLimits.openUntil ? daysAfter(dayIn(timeZone, now), -1) : null;
}

/** About noon of a day, in milliseconds since 1970: it stays within the day when the board gets a time zone nearby. */
export function middleOf(timeZone: string, day: string): number {
  return startOfDay(timeZone, day) + 12 * hour;
}
