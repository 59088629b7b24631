/** Days that all members of a board have agreed to, for a season or a pause: by the clock that the board had then (decision D67). */
import { daysAfter, startOfDay } from './calendar.ts';
import type { Pause } from './pause-rules.ts';

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
