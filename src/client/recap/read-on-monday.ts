import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { daysAfter, startOfDay } from '#shared/calendar';
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

/** Reads the boards again where a Monday, 8:00, has come since: no stream tells it, and a page may stay open for days. */
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

/** Whether the recaps of a zone came between two moments, the second one included. */
export function hasComeSince(before: number, now: number, timeZones: ReadonlySet<string>): boolean {
  return [...timeZones].some((timeZone) => {
    const monday = daysAfter(newestRecapWeek(timeZone, now), 7);
    const there = startOfDay(timeZone, monday) + announcedWithin;
    return before < there && there <= now;
  });
}
