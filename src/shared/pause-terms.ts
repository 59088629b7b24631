/** What a pause may be, and what becomes of a season in which it lies (decision D42). */
import type { Span } from './agreed-days.ts';
import { daysAfter } from './calendar.ts';
import { lengthOf, type Pause, pausedDays } from './pause-rules.ts';

/** In days. */
export const longestPause = 21;

export function canPause(pause: Pause): boolean {
  const days = lengthOf(pause);
  return days >= 1 && days <= longestPause;
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
