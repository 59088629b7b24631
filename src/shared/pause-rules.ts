/** The pause of a board, for holidays (decision D42): days that count neither in a season nor in the flame. */
import { daysAfter, daysBetween, startOfDay } from './calendar.ts';

/** Days of the board's clock, as in 2026-08-12; both included. */
export interface Pause {
  startsOn: string;
  lastDay: string;
}

/** In days. */
export const longestPause = 21;

/** A stretch of time, in milliseconds since 1970; its end is outside. */
export interface Span {
  startsAt: number;
  endsAt: number;
}

/** The pause with its moments: its days by the clock that the board had when all agreed (decision D67). */
export interface AgreedPause extends Pause, Span {
  timeZone: string;
}

/** Days by the clock of a time zone, with the moments at which the first begins and the last ends. */
export function onClock({ startsOn, lastDay }: Pause, timeZone: string): AgreedPause {
  const [startsAt, endsAt] = [startOfDay(timeZone, startsOn), startOfDay(timeZone, daysAfter(lastDay, 1))];
  return { startsOn, lastDay, timeZone, startsAt, endsAt };
}

export function isWithin({ startsAt, endsAt }: Span, moment: number): boolean {
  return startsAt <= moment && moment < endsAt;
}

/** Whether what is logged at a moment counts in a season: by the clocks that the season and its pauses were agreed in (decision D67). */
export function countsIn(season: Span, pauses: readonly Span[] = [], moment: number): boolean {
  return isWithin(season, moment) && !pauses.some((pause) => isWithin(pause, moment));
}

export function canPause(pause: Pause): boolean {
  const days = lengthOf(pause);
  return days >= 1 && days <= longestPause;
}

/** The days themselves, in order. */
export function pausedDays(pauses: readonly Pause[] = []): string[] {
  return pauses.flatMap((pause) => Array.from({ length: lengthOf(pause) }, (_, index) => daysAfter(pause.startsOn, index)));
}

/** The pause that a day is in. */
export function pauseOn(pauses: readonly Pause[] = [], day: string): Pause | undefined {
  return pauses.find(({ startsOn, lastDay }) => startsOn <= day && day <= lastDay);
}

/** The pause that runs at a moment, or is about to: a board has one at a time. One that begins much later was agreed to while the clock was ahead. */
export function pauseFrom<One extends Span>(pauses: readonly One[] = [], now: number): One | undefined {
  return pauses.find(({ startsAt, endsAt }) => endsAt > now && startsAt - now <= longestPause * 24 * 60 * 60 * 1000);
}

/** The days of a season once a pause is agreed to that has not begun: as many to play on as before, and none of the pause at its beginning. */
export function daysAround({ startsOn, lastDay }: Pause, pause: Pause): Pause {
  if (lastDay < pause.startsOn || startsOn > pause.lastDay) return { startsOn, lastDay };
  return { startsOn: startsOn >= pause.startsOn ? daysAfter(pause.lastDay, 1) : startsOn, lastDay: daysAfter(lastDay, lengthOf(pause)) };
}

/** How many days count from one to another, both included. */
export function countedDays(span: Pause, pauses: readonly Pause[] = []): number {
  const paused = pausedDays(pauses).filter((day) => span.startsOn <= day && day <= span.lastDay);
  return Math.max(lengthOf(span) - paused.length, 0);
}

function lengthOf({ startsOn, lastDay }: Pause): number {
  return daysBetween(startsOn, lastDay) + 1;
}
