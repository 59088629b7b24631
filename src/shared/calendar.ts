/** Days as a board counts them: from midnight to midnight in its time zone, written '2026-11-21'. */

/** The time zone of boards made before boards had one, and the fallback for a zone that this `Intl` does not know. */
export const defaultTimeZone = 'Europe/Paris';

/** A time zone under the one name that this `Intl` gives it; undefined when there is none of that name. */
export function timeZoneNamed(name: string): string | undefined {
  // An offset like '+02:00' is not a zone: it would not follow daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const minute = 60_000;

interface KnownZone {
  format: Intl.DateTimeFormat;
  /** The last minute that was asked for, and its day. */
  minute: number;
  day: string;
}

const zones = new Map<string, KnownZone>();

/**
 * The day of an instant, in milliseconds since 1970. `Intl` is asked once a minute at most where the instants come in order, as those of
 * logs do: a whole minute is in one day, since every zone has been whole minutes from UTC for longer than this app exists.
 */
export function dayIn(timeZone: string, instant: number): string {
  const zone = zones.get(timeZone) ?? openZone(timeZone);
  const at = Math.floor(instant / minute);
  if (at === zone.minute) return zone.day;
  const parts = Object.fromEntries(zone.format.formatToParts(at * minute).map(({ type, value }) => [type, value]));
  zone.minute = at;
  zone.day = `${parts['year']}-${parts['month']}-${parts['day']}`;
  return zone.day;
}

function openZone(timeZone: string): KnownZone {
  const format = new Intl.DateTimeFormat('en-US', {
    // Another version may store a zone that this one does not know: counting in another zone is better than failing.
    timeZone: timeZoneNamed(timeZone) ?? defaultTimeZone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const zone = { format, minute: Number.NaN, day: '' };
  zones.set(timeZone, zone);
  return zone;
}

interface KnownClock {
  format: Intl.DateTimeFormat;
  /** The last minute that was asked for, and its hour. */
  minute: number;
  hour: number;
}

const clocks = new Map<string, KnownClock>();

/** The hour that clocks there show at an instant, from 0 to 23. `Intl` is asked as seldom as by `dayIn`. */
export function hourIn(timeZone: string, instant: number): number {
  const clock = clocks.get(timeZone) ?? openClock(timeZone);
  const at = Math.floor(instant / minute);
  if (at !== clock.minute) {
    clock.minute = at;
    clock.hour = Number(clock.format.format(at * minute));
  }
  return clock.hour;
}

function openClock(timeZone: string): KnownClock {
  const known = timeZoneNamed(timeZone) ?? defaultTimeZone;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: known, hour: '2-digit', hourCycle: 'h23' });
  const clock = { format, minute: Number.NaN, hour: 0 };
  clocks.set(timeZone, clock);
  return clock;
}

/** No zone is further from UTC. */
const furthest = 15 * 60 * minute;

/** The first instant of a day. Not everywhere and always midnight: some clocks change then. */
export function startOfDay(timeZone: string, day: string): number {
  let before = utcOf(day) - furthest;
  let within = utcOf(day) + furthest;
  while (within - before > minute) {
    const middle = Math.floor((before + within) / 2 / minute) * minute;
    if (dayIn(timeZone, middle) < day) before = middle;
    else within = middle;
  }
  return within;
}

const dayLength = 24 * 60 * minute;

/** The day so many days later; earlier with a negative count. */
export function daysAfter(day: string, count: number): string {
  return new Date(utcOf(day) + count * dayLength).toISOString().slice(0, 10);
}

/** How many days later the second is. */
export function daysBetween(first: string, second: string): number {
  return (utcOf(second) - utcOf(first)) / dayLength;
}

/** The Monday of its week. */
export function mondayOf(day: string): string {
  const sinceMonday = (new Date(utcOf(day)).getUTCDay() + 6) % 7;
  return daysAfter(day, -sinceMonday);
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The first day of the month so many months after that of a day. */
export function monthsAfter(day: string, count: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
}

// Days are counted as if all were in UTC, where each has 24 hours.
function utcOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
