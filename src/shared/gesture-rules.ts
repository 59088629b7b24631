/** When the gesture of the week is chosen (decision D50): from Sunday 18:00 to Monday 8:00 of the board's clock. */
import { dayIn, daysAfter, hourIn, mondayOf, startOfDay } from './calendar.ts';
import { recapHour } from './recap-weeks.ts';

export const gestureLimits = {
  /** Code points of the words. */
  wordsMax: 80,
  /** Gains that a sheet offers: the latest ones. */
  offered: 100,
  /** Weeks on a page of Palmarès. */
  weeksOnPage: 20,
} as const;

const opensAtHour = 18;
const hour = 60 * 60 * 1000;

/** The longest that a choice waits for Monday, 8:00, in milliseconds: a change of the board's time zone adds a day at most. */
export const gestureWaits = 48 * hour;

export interface GestureWindow {
  /** The Monday of the week whose gains are chosen from, as in 2026-11-16. */
  week: string;
  opensAt: number;
  closesAt: number;
}

const minute = 60_000;
/** Time zone → the last minute that was asked for, and its window. */
const windows = new Map<string, { minute: number; window: GestureWindow | undefined }>();

/** The window that is open in a time zone; undefined outside of it. Counted once a minute at most: a list of boards asks for each board. */
export function gestureWindow(timeZone: string, now: number): GestureWindow | undefined {
  const at = Math.floor(now / minute);
  const known = windows.get(timeZone);
  if (known?.minute === at) return known.window;
  const window = windowAt(timeZone, now);
  windows.set(timeZone, { minute: at, window });
  return window;
}

function windowAt(timeZone: string, now: number): GestureWindow | undefined {
  const today = dayIn(timeZone, now);
  const monday = mondayOf(today);
  const isSunday = daysAfter(monday, 6) === today;
  const isOpen = isSunday ? hourIn(timeZone, now) >= opensAtHour : today === monday && hourIn(timeZone, now) < recapHour;
  if (!isOpen) return undefined;
  const week = isSunday ? monday : daysAfter(monday, -7);
  return { week, opensAt: clockOn(timeZone, daysAfter(week, 6), opensAtHour), closesAt: clockOn(timeZone, daysAfter(week, 7), recapHour) };
}

/** When the window of this week opens in a time zone, or has opened. */
export function gestureOpensAt(timeZone: string, now: number): number {
  return clockOn(timeZone, daysAfter(mondayOf(dayIn(timeZone, now)), 6), opensAtHour);
}

/** The moment at which clocks show a full hour on a day, also on one on which they are changed. */
function clockOn(timeZone: string, day: string, shown: number): number {
  let at = startOfDay(timeZone, day) + shown * hour;
  const isLate = (time: number) => dayIn(timeZone, time) > day || (dayIn(timeZone, time) === day && hourIn(timeZone, time) >= shown);
  const quarter = hour / 4;
  while (!isLate(at)) at += quarter;
  while (isLate(at - quarter)) at -= quarter;
  return at;
}

/** The latest choices of a board, as they are kept. */
export interface KeptGestures {
  week: string;
  /** The latest of them. */
  closesAt: number;
  isRevealed: boolean;
}

/**
 * Which week of a board is open to choose from. What was chosen keeps the end that it had, whatever time zone the board has had since, and a
 * week that was told on a Monday is not opened again. `told`: the newest week whose recap was announced.
 */
export function openWeek(
  { timeZone, told, kept }: { timeZone: string; told: string; kept: KeptGestures | undefined },
  now: number,
): Pick<GestureWindow, 'week' | 'closesAt'> | undefined {
  const window = gestureWindow(timeZone, now);
  if (kept && !kept.isRevealed && kept.closesAt > now) {
    const closesAt = window?.week === kept.week ? Math.max(kept.closesAt, window.closesAt) : kept.closesAt;
    return { week: kept.week, closesAt };
  }
  if (!window || told >= window.week || (kept?.isRevealed && kept.week >= window.week)) return undefined;
  return window;
}
