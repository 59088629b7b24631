import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { dayIn, daysAfter, startOfDay } from '#shared/calendar';
import { newestRecapWeek } from '#shared/recap-weeks';
import type { BoardCard } from '#shared/boards';
import { queryKeys } from '#client/api/query-keys.ts';
import { inServerTime } from '#client/api/server-clock.ts';

const minute = 60_000;
const lookEveryMs = minute;
/** From 8:00 until the server has surely announced it. In milliseconds. */
const announcedWithin = 8 * 60 * minute + 6 * minute;

/** When this page last read what waits, by this device's clock. It was loaded with it. */
let readAt = Date.now();

/** Reads the boards again where a Monday, 8:00, or 31 December, 18:00, has come since: no stream tells it, and a page may stay open for days. */
export function useReadOnMonday(boards: readonly Pick<BoardCard, 'timeZone'>[]): void {
  const client = useQueryClient();
  const look = useEffectEvent(() => {
    const now = Date.now();
    if (document.hidden || !hasComeSince(inServerTime(readAt), inServerTime(now), new Set(boards.map(({ timeZone }) => timeZone)))) return;
    readAt = now;
    void client.invalidateQueries({ queryKey: queryKeys.boards });
    void client.invalidateQueries({ queryKey: queryKeys.allBoards });
  });
  useEffect(() => {
    const again = () => look();
    const timer = setInterval(again, lookEveryMs);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, []);
}

/** From midnight of 31 December until the server has surely announced the films of the year. In milliseconds. */
const filmWithin = 18 * 60 * minute + 6 * minute;

/** Whether the recaps, or the films of the year, of a zone came between two moments, the second one included. */
export function hasComeSince(before: number, now: number, timeZones: ReadonlySet<string>): boolean {
  return [...timeZones].some((timeZone) => {
    const monday = daysAfter(newestRecapWeek(timeZone, now), 7);
    const newYearsEve = `${daysAfter(dayIn(timeZone, now), -7).slice(0, 4)}-12-31`;
    const came = [startOfDay(timeZone, monday) + announcedWithin, startOfDay(timeZone, newYearsEve) + filmWithin];
    return came.some((there) => before < there && there <= now);
  });
}
