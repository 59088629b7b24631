import { useSyncExternalStore } from 'react';
import type { Board } from '#shared/boards';
import { dayIn } from '#shared/calendar';
import { flameAfter, type FlameOnDay, flameOn, noFlame, peopleOfLitDay } from '#shared/flame-rules';
import type { UserId } from '#shared/ids';
import { pausedDays, pauseOn } from '#shared/pause-rules';
import { serverClockMoved, serverTime } from '#client/api/server-clock.ts';
import type { Shown } from '#client/sync/commands/items.ts';

export type BoardWithFlame = Pick<Board, 'flame' | 'timeZone'>;
type Logged = Pick<Shown, 'userId' | 'loggedAt' | 'playedAt' | 'undone'> & Partial<Pick<Shown, 'undoing'>>;

export interface FlameToday extends FlameOnDay {
  today: string;
  /** The members who have logged something today, among the newest activities. */
  played: ReadonlySet<UserId>;
  /** The last day of the pause that today is in. */
  restsUntil: string | undefined;
}

/** The flame of a board on this day there; with what waits to be sent, where `activities` has that. */
export function flameToday({ flame = noFlame, timeZone }: BoardWithFlame, today: string, activities: readonly Logged[] = []): FlameToday {
  const played = new Set<UserId>();
  for (const { userId, loggedAt, playedAt = loggedAt, undone, undoing = false } of activities)
    if (userId !== null && undone === null && !undoing && dayIn(timeZone, playedAt) === today) played.add(userId);
  const isAhead = played.size >= peopleOfLitDay && (flame.litOn ?? '') < today;
  const paused = pausedDays(flame.pauses);
  const restsUntil = pauseOn(flame.pauses, today)?.lastDay;
  return { ...flameOn(isAhead ? flameAfter(flame, today, paused) : flame, today, paused), today, played, restsUntil };
}

/** The day that a board has now; at its midnight another one. */
export function useDayIn(timeZone: string): string {
  return useByTheMinute(() => dayIn(timeZone, serverTime()));
}

/** What a reading of the server's clock says, read again as it goes on. */
export function useByTheMinute<T>(read: () => T): T {
  return useSyncExternalStore(subscribe, read);
}

function subscribe(look: () => void): () => void {
  const timer = setInterval(look, 30_000);
  // A device that sleeps stops its timers.
  document.addEventListener('visibilitychange', look);
  const stop = serverClockMoved.listen(look);
  return () => {
    clearInterval(timer);
    stop();
    document.removeEventListener('visibilitychange', look);
  };
}
