import { useSyncExternalStore } from 'react';
import { serverClockMoved, serverTime } from '#client/api/server-clock.ts';
import { fullDate, nearDate } from '#client/ui/format.fr.ts';
import { When } from '#client/ui/when.tsx';

/** 'il y a 5 min', kept true while it is shown. `at` in milliseconds since 1970. */
export function NearDate({ at }: { at: number }) {
  const now = useSyncExternalStore(subscribe, currentMinute);
  // An activity younger than the last tick would come from the future.
  const since = Math.max(now, at);
  return <When at={at} text={nearDate(at, since)} full={fullDate(at, since)} />;
}

/** When today began here, in milliseconds since 1970: a list that is open at midnight says its days anew. */
export function useToday(): number {
  return useSyncExternalStore(subscribe, startOfDay);
}

const tick = 30_000;
const watchers = new Set<() => void>();
/** The time by the server's clock, which dates what is shown. */
let minute = serverTime();
let timer: ReturnType<typeof setInterval> | undefined;

serverClockMoved.listen(look);

function look(): void {
  minute = serverTime();
  for (const each of [...watchers]) each();
}

function subscribe(watcher: () => void): () => void {
  if (watchers.size === 0) {
    minute = serverTime();
    timer = setInterval(look, tick);
  }
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) clearInterval(timer);
  };
}

function startOfDay(): number {
  return new Date(minute).setHours(0, 0, 0, 0);
}

function currentMinute(): number {
  return minute;
}
