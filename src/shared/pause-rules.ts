/** The pause of a board, for holidays (decision D42): days that count neither in a season nor in the flame. */
import { daysAfter, daysBetween } from './calendar.ts';

/** Days as in 2026-08-12; both included. */
export interface Pause {
  startsOn: string;
  lastDay: string;
}

/** The days themselves, in order. */
export function pausedDays(pauses: readonly Pause[] = []): string[] {
  return pauses.flatMap((pause) => Array.from({ length: lengthOf(pause) }, (_, index) => daysAfter(pause.startsOn, index)));
}

/** The pause that a day is in. */
export function pauseOn(pauses: readonly Pause[] = [], day: string): Pause | undefined {
  return pauses.find(({ startsOn, lastDay }) => startsOn <= day && day <= lastDay);
}

/** How many days these are. */
export function lengthOf({ startsOn, lastDay }: Pause): number {
  return daysBetween(startsOn, lastDay) + 1;
}
